// The file source by the conformance suite, once for every format.
import { testSource } from "../../connector/testing/test-source.ts";
import { fileFixture } from "./fixture.ts";
import { source } from "./source.ts";

for (const format of ["csv", "csv.gz", "jsonl", "parquet"])
  testSource(source, fileFixture(format), `file (${format})`);
