// The hostile source does what it is told: each fault once, where it was ordered, and heals when asked to.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Segment } from "../../connector/segment.ts";
import { toRequest } from "../../connector/testing/read-stream.ts";
import type { Workbench } from "../../connector/workbench.ts";
import { silentLog } from "../../kernel/log.ts";
import { source } from "./source.ts";

const streams = {
  n: {
    columns: { id: "int64", v: "text" },
    rows: Array.from({ length: 10 }, (_, i) => [String(i), `v${i}`]),
  },
};
const noWorkbench = null as unknown as Workbench;

/** Reads with segments of three rows; gives the rows that came and what ended it. */
async function read(on: object, signal = new AbortController().signal) {
  const segments: Segment[] = [];
  try {
    await using open = await source.open(source.config.parse({ streams, on }), {
      signal,
      log: silentLog,
    });
    const { streams: found } = await open.discover();
    for await (const segment of open.read(toRequest(found[0]!, { segmentRows: 3 }), {
      signal,
      log: silentLog,
      workbench: noWorkbench,
    }))
      segments.push(segment);
  } catch (error) {
    return {
      rows: segments.reduce((sum, segment) => sum + segment.rows, 0),
      segments,
      error: error as { code?: string } & Error,
    };
  }
  return { rows: segments.reduce((sum, segment) => sum + segment.rows, 0), segments, error: null };
}

describe("the hostile source", () => {
  it("fails after exactly the rows it was told, with the code it was told", async () => {
    for (const afterRows of [0, 1, 3, 4, 10]) {
      const { rows, error } = await read({ read: { afterRows, code: "source.timeout" } });
      expect([rows, error?.code]).toEqual([afterRows, "source.timeout"]);
    }
  });

  it("cuts like a driver, so that classify is asked", async () => {
    const { rows, error } = await read({ read: { do: "disconnect", afterRows: 5 } });
    expect([rows, source.classify(error)]).toEqual([5, "source.unreachable"]);
  });

  it("stalls until it is aborted", async () => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 50);
    const { rows, error } = await read({ read: { do: "stall", afterRows: 3 } }, stop.signal);
    expect([rows, error?.name]).toEqual([3, "AbortError"]);
  });

  it("lies about types and counts", async () => {
    const { segments } = await read({ read: { do: "wrong_types", afterRows: 4 } });
    expect(
      segments.flatMap((segment) =>
        segment.kind === "rows" ? segment.values.map((row) => row[0]) : [],
      ),
    ).toEqual(["0", "1", "2", "3", ...Array<string>(6).fill("not a value")]);
    expect((await read({ read: { do: "wrong_count", afterRows: 9 } })).rows).toBe(11);
  });

  it("answers late, and only for the stream that was named", async () => {
    const startedAt = performance.now();
    expect((await read({ read: { do: "slow", lateMs: 20 } })).rows).toBe(10);
    expect(performance.now() - startedAt).toBeGreaterThan(75);
    expect((await read({ read: { stream: "other" } })).error).toBe(null);
  });

  it("is healed by a file", async () => {
    const folder = await mkdtemp(join(tmpdir(), "revos-hostile-"));
    const healedBy = join(folder, "healed");
    expect((await read({ discover: { healedBy } })).error?.code).toBe("source.unreachable");
    await writeFile(healedBy, "");
    expect((await read({ discover: { healedBy } })).rows).toBe(10);
    await rm(folder, { recursive: true });
  });
});
