// The memory source's world for the conformance suite: the config is the system.
import type { Op, SourceFixture, SourceWorld } from "../../connector/testing/fixture.ts";
import { makeHeldStreams } from "../../connector/testing/held-streams.ts";

export const fixture: SourceFixture = {
  types: [
    "boolean",
    "int16",
    "int32",
    "int64",
    "uint64",
    "float32",
    "float64",
    "decimal(12,2)",
    "decimal(38,10)",
    "number",
    "text",
    "binary",
    "uuid",
    "json",
    "date",
    "time",
    "timetz",
    "timestamp",
    "timestamptz",
    "list(text)",
    "list(int32)",
  ],
  keepsTypes: true,
  keepsKeys: true,
  async start(): Promise<SourceWorld> {
    const held = makeHeldStreams();
    return {
      get config() {
        return { streams: held.streams };
      },
      run: async (ops: readonly Op[]) => ops.forEach(held.apply),
      failures: [],
      async stop() {},
    };
  },
};
