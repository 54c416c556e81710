// The hostile source by the conformance suite: without an order to fail it is a source like any other.
import { testSource } from "../../connector/testing/test-source.ts";
import { fixture } from "./fixture.ts";
import { source } from "./source.ts";

testSource(source, fixture);
