// The memory source by the conformance suite.
import { testSource } from "../../connector/testing/test-source.ts";
import { fixture } from "./fixture.ts";
import { source } from "./source.ts";

testSource(source, fixture);
