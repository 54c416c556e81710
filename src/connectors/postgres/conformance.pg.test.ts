// The Postgres source by the conformance suite, in a real Postgres.
import { testSource } from "../../connector/testing/test-source.ts";
import { fixture } from "./fixture.ts";
import { source } from "./source.ts";

testSource(source, fixture);
