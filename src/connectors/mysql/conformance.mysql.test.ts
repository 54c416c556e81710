// The MySQL source by the conformance suite, in a real MariaDB.
import { testSource } from "../../connector/testing/test-source.ts";
import { describeMariadb } from "../../../test/support/mariadb.ts";
import { fixture } from "./fixture.ts";
import { source } from "./source.ts";

describeMariadb("MariaDB", () => testSource(source, fixture));
