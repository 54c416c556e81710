// The Postgres source: discovery from pg_catalog, snapshot and cursor reads by binary COPY. What it needs and what it
// cannot do stands in README.md.
import { cursorPosition } from "../../connector/cursor-position.ts";
import { defineSource, type OpenSource } from "../../connector/source.ts";
import { checkConnection } from "./check.ts";
import { describePlace, PostgresConfig, secretKeys } from "./config.ts";
import { listChunks, unchangedChunks } from "./chunks.ts";
import { fenceOf } from "./cursor.ts";
import { digestStream } from "./digest.ts";
import { discoverStreams, listStreams } from "./discover.ts";
import { classify, toSourceError } from "./errors.ts";
import { readError } from "./look.ts";
import { measureStream } from "./range.ts";
import { readStream } from "./read.ts";
import { momentOf } from "./seen.ts";
import { Snapshot } from "./snapshot.ts";
import { configFromUri } from "./uri.ts";

export const source = defineSource<PostgresConfig>({
  kind: "postgres",
  title: "PostgreSQL",
  config: PostgresConfig,
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
      what: "chunks before version 14, of views and foreign tables, and of partitioned tables under a row policy",
      reason: "no condition would let the server read a part without reading the rest",
    },
    {
      what: "digests in a database of another encoding than UTF-8",
      reason: "its checksums would be of other bytes",
    },
    {
      what: "a fence for cursors that are not times",
      reason: "in which order numbers of a sequence are committed nobody can tell",
    },
  ],
  dependencies: ["pg", "ssh2"],
  schemes: ["postgres", "postgresql"],
  fromUri: configFromUri,
  describe: describePlace,
  classify,
  async open(config, ctx): Promise<OpenSource> {
    const snapshot = new Snapshot(config, ctx);
    return {
      check: () => checkConnection(config, ctx.signal),
      discover: async (options) => {
        try {
          return await snapshot.use((session) => discoverStreams(session, config.schemas, options));
        } catch (error) {
          throw toSourceError(error, {
            tried: `Could not discover the streams of ${describePlace(config)}`,
          });
        }
      },
      streamNames: async () => {
        try {
          return await snapshot.use((session) => listStreams(session, config.schemas));
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
            return await listChunks(session, stream, chunkBytes);
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
                return await unchangedChunks(session, stream, moment, chunks);
              } catch (error) {
                throw readError(error, stream);
              }
            }),
      moment: ({ stream, where }) =>
        where !== null
          ? Promise.resolve(null)
          : snapshot.use(async (session) => {
              try {
                return await momentOf(session, stream);
              } catch (error) {
                throw readError(error, stream);
              }
            }),
      toPosition: cursorPosition,
      digest: (request, readContext) => digestStream(snapshot, request, readContext),
      measure: (request) => measureStream(snapshot, request),
      stalls: snapshot.stalls,
      fence: async (cursor) => fenceOf(cursor.type, await snapshot.openSince()),
      [Symbol.asyncDispose]: () => snapshot[Symbol.asyncDispose](),
    };
  },
});
