// The MySQL and MariaDB source: discovery from information_schema, snapshot and cursor reads in the binary protocol. What
// it needs and what it cannot do stands in README.md.
import { cursorPosition } from "../../connector/cursor-position.ts";
import { defineSource, type OpenSource } from "../../connector/source.ts";
import { checkConnection } from "./check.ts";
import { listChunks, unchangedChunks } from "./chunks.ts";
import { databasesOf, describePlace, MysqlConfig, secretKeys } from "./config.ts";
import { fenceOf } from "./cursor.ts";
import { digestStream } from "./digest.ts";
import { discoverStreams, lookedAt, streamNames } from "./discover.ts";
import { classify, toSourceError } from "./errors.ts";
import { readError } from "./look.ts";
import { measureStream } from "./range.ts";
import { readStream } from "./read.ts";
import { momentOf } from "./seen.ts";
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
    ranges: true,
    measures: true,
    digests: true,
    chunks: true,
    network: true,
  },
  limits: [
    {
      what: "several readers of one stream",
      reason:
        "a snapshot belongs to one session, and only a lock on all tables could give another session the same one: chunks are read in turn",
    },
    {
      what: "chunks of tables without a primary key, or whose key begins with a float, an enum, a year or a geometry; of views, and of engines without snapshots",
      reason: "no condition would let the server read a part without reading the rest",
    },
    {
      what: "keeping chunks of a broken-off read once the table was written to, or without the right PROCESS",
      reason:
        "row versions cannot be told apart by SQL: that nothing changed is proven by the time of the last write to the table, which a restart of the server forgets, and by InnoDB's number of the table, which needs PROCESS to be seen",
    },
    {
      what: "a fence for cursors that are not times, or without the right PROCESS",
      reason:
        "in which order numbers of a sequence are committed nobody can tell, and open transactions of others are hidden from the account",
    },
  ],
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
      chunks: ({ stream }, chunkBytes) =>
        snapshot.use(async (session) => {
          try {
            return await listChunks(session, stream, await snapshot.moment(), chunkBytes);
          } catch (error) {
            throw readError(error, stream);
          }
        }),
      unchanged: ({ stream, where }, moment, chunks) =>
        // A condition may speak of now() or of other tables: then the same versions are not the same rows.
        where !== null
          ? Promise.resolve([])
          : snapshot.use(async (session) => {
              try {
                return await unchangedChunks(
                  session,
                  stream,
                  await snapshot.moment(),
                  moment,
                  chunks,
                );
              } catch (error) {
                throw readError(error, stream);
              }
            }),
      moment: ({ stream, where }) =>
        where !== null
          ? Promise.resolve(null)
          : snapshot.use(async (session) => {
              try {
                return await momentOf(session, stream, await snapshot.moment());
              } catch (error) {
                throw readError(error, stream);
              }
            }),
      toPosition: cursorPosition,
      digest: (request, readContext) => digestStream(snapshot, request, readContext),
      measure: (request) => measureStream(snapshot, request),
      fence: async (cursor) => fenceOf(cursor.type, await snapshot.openSince()),
      stalls: snapshot.stalls,
      [Symbol.asyncDispose]: () => snapshot[Symbol.asyncDispose](),
    };
  },
});
