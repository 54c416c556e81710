// runs logs: levels, one line per event, and following a run until it ends.
import { describe, expect, it } from "vitest";
import { runIn } from "../testing/run-cli.ts";

const t = "2026-11-30T05:00:00.000Z";
const line = (seq: number, level: string, event: string, more: object = {}) => ({
  t,
  level,
  event,
  run: "run_a",
  seq,
  ...more,
});
const all = [
  line(1, "info", "run.started", { streams: [{ stream: "orders" }] }),
  line(2, "debug", "stream.progress", { stream: "orders", namespace: "public", rows: 5 }),
  line(3, "warn", "retry", { stream: "orders", namespace: "public", code: "source.timeout" }),
];
const end = line(4, "error", "run.finished", { status: "failed", message: "It ended." });

describe("runs logs", () => {
  it("shows milestones, and everything with --level debug", async () => {
    const operations = { "runs.logs": () => [...all, end] };
    const answer = await runIn(["runs", "logs", "run_a", "--tz", "UTC"], { operations });
    expect(answer.stdout.split("\n").slice(0, 3)).toEqual([
      "05:00:00+00:00 info  run.started streams=1",
      "05:00:00+00:00 warn  retry public.orders code=source.timeout",
      '05:00:00+00:00 error run.finished status=failed message="It ended."',
    ]);
    const debug = await runIn(["runs", "logs", "run_a", "--level", "debug", "--json"], {
      operations,
    });
    expect(JSON.parse(debug.stdout)).toHaveLength(4);
    const warn = await runIn(["runs", "logs", "run_a", "--level", "warn", "--json"], {
      operations,
    });
    expect(JSON.parse(warn.stdout)).toHaveLength(2);
  });

  it("--follow asks for what is new until the run has ended", async () => {
    const turns = [all.slice(0, 2), [], [all[2]], [end]];
    const answer = await runIn(["runs", "logs", "run_a", "--follow", "--lang", "ja"], {
      operations: { "runs.logs": () => (turns.shift() ?? []) as never },
    });
    expect(answer.code).toBe(0);
    expect(answer.calls.map((call) => (call.input as { after?: number }).after)).toEqual([
      undefined,
      2,
      2,
      3,
    ]);
    expect(answer.stdout.trim().split("\n")).toHaveLength(3);
    expect(answer.stdout).not.toContain("It ended.");
  });
});
