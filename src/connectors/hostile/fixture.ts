// The hostile source while it behaves: the same world as the memory source's, and one order to fail for every check.
import type { Op, SourceFixture, SourceWorld } from "../../connector/testing/fixture.ts";
import { makeHeldStreams } from "../../connector/testing/held-streams.ts";

export const fixture: SourceFixture = {
  types: ["boolean", "int64", "decimal(12,2)", "text", "json", "date", "timestamptz", "list(text)"],
  keepsTypes: true,
  keepsKeys: true,
  async start(): Promise<SourceWorld> {
    const held = makeHeldStreams();
    return {
      get config() {
        return { streams: held.streams };
      },
      run: async (ops: readonly Op[]) => ops.forEach(held.apply),
      failures: [
        {
          name: "refuses the check",
          config: { streams: {}, on: { check: { code: "source.auth_failed" } } },
          code: "source.auth_failed",
        },
        {
          name: "cuts the check",
          config: { streams: {}, on: { check: { do: "disconnect" } } },
          code: "source.unreachable",
        },
        {
          name: "refuses to open",
          config: { streams: {}, on: { open: { code: "source.timeout" } } },
          code: "source.timeout",
        },
      ],
      async stop() {},
    };
  },
};
