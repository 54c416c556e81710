// The Postgres warehouse by the conformance suite of destinations.
import { testDestination } from "../../../connector/testing/test-destination.ts";
import { destination } from "../destination.ts";
import { fixture } from "./fixture.ts";

testDestination(destination, fixture);
