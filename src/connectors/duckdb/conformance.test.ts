// The DuckDB destination by the conformance suite.
import { testDestination } from "../../connector/testing/test-destination.ts";
import { destination } from "./destination.ts";
import { fixture } from "./fixture.ts";

testDestination(destination, fixture);
