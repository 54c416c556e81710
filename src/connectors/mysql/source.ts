// The MySQL and MariaDB source: discovery from information_schema, snapshot and cursor reads in the binary protocol. What
// it needs and what it cannot do stands in README.md.
import { cursorPosition } from "../../connector/cursor-position.ts";
import { defineSource, type OpenSource } from "../../connector/source.ts";
import { checkConnection } from "./check.ts";
import { databasesOf, describePlace, MysqlConfig, secretKeys } from "./config.ts";
import { fenceOf } from "./cursor.ts";
import { discoverStreams, lookedAt, streamNames } from "./discover.ts";
import { classify, toSourceError } from "./errors.ts";
import { readStream } from "./read.ts";
import { Snapshot } from "./snapshot.ts";
import { configFromUri } from "./uri.ts";

export const source = defineSource<MysqlConfig>({
  kind: "mysql",
  title: "MySQL and MariaDB",
  config: MysqlConfig,
  secrets: secretKeys,
  capabilities: {
    namespaces: true,
    incremental: true,
    where: true,
    privacy: true,
    oneSnapshot: true,
    network: true,
  },
  dependencies: ["ssh2"],
  schemes: ["mysql", "mariadb"],
  fromUri: configFromUri,
  describe: describePlace,
  classify,
  async open(config, ctx): Promise<OpenSource> {
    const snapshot = new Snapshot(config, ctx);
    return {
      check: () => checkConnection(config, ctx.signal),
      discover: async (options) => {
        try {
          return await snapshot.aside((session) =>
            discoverStreams(session, lookedAt(databasesOf(config), options)),
          );
        } catch (error) {
          throw toSourceError(error, {
            tried: `Could not discover the streams of ${describePlace(config)}`,
          });
        }
      },
      streamNames: async () => {
        try {
          return await snapshot.aside((session) =>
            streamNames(session, lookedAt(databasesOf(config))),
          );
        } catch (error) {
          throw toSourceError(error, {
            tried: `Could not list the streams of ${describePlace(config)}`,
          });
        }
      },
      read: (request, readContext) => readStream(snapshot, request, readContext),
      toPosition: cursorPosition,
      fence: async (cursor) => fenceOf(cursor.type, await snapshot.openSince()),
      stalls: snapshot.stalls,
      [Symbol.asyncDispose]: () => snapshot[Symbol.asyncDispose](),
    };
  },
});
