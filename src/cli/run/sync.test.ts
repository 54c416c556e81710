// sync: progress by terminal, events without gaps, the books at the end, failures repeated last, being stopped.
import { describe, expect, it } from "vitest";
import type { App } from "../../api/app.ts";
import { Aborted, RevosError, toErrorDocument } from "../../kernel/error.ts";
import type { Run } from "../../model/run.ts";
import type { RunEvent } from "../../model/run-event.ts";
import { runIn, startCli, type Operations } from "../testing/run-cli.ts";
import { operations, run, runStream } from "../testing/sample-documents.ts";

const runError = (...args: ConstructorParameters<typeof RevosError>) =>
  toErrorDocument(new RevosError(...args)) as NonNullable<Run["error"]>;

const events: readonly RunEvent[] = [
  {
    event: "run.started",
    streams: [
      { stream: "orders", namespace: "public", estimatedRows: 2000 },
      { stream: "odd name", namespace: null, estimatedRows: null },
    ],
  },
  { event: "stream.started", stream: "orders", namespace: "public", estimatedRows: 2000 },
  {
    event: "stream.progress",
    stream: "orders",
    namespace: "public",
    rows: 500,
    bytes: 1,
    stage: "reading",
    memoryBytes: 431_000_000,
  },
  {
    event: "rows.quarantined",
    stream: "orders",
    namespace: "public",
    rows: 13,
    reasons: [{ column: "amount", rule: "not a decimal" }],
  },
  {
    event: "stall",
    stream: "orders",
    namespace: "public",
    stage: "reading",
    waitedMs: 60_000,
    on: "the source: the server is still at work on the statement",
    guilty: "source",
    cause: "query",
  },
  {
    event: "gate.result",
    stream: "orders",
    namespace: "public",
    gate: { gate: "books", result: "pass" },
  },
  { event: "checkpoint.saved", stream: "orders", namespace: "public", position: "5" },
  { event: "stream.finished", result: runStream() },
  { event: "run.finished", status: "ok", exit: 0 },
];

const syncing = (result: Run = run()): Operations => ({
  ...operations,
  sync: (_, { onProgress }) => {
    for (const event of events) onProgress?.({ kind: "run", run: "run_01jd8w", event });
    return result;
  },
});

const argv = ["sync", "postgres-prod-revenue"];
const now = () => Date.parse("2026-11-30T05:06:11.000Z");

describe("while it runs", () => {
  it("writes whole lines where stderr is no terminal, and the result alone on stdout", async () => {
    const answer = await runIn([...argv, "--tz", "Asia/Tokyo"], { operations: syncing(), now });
    expect(answer.code).toBe(0);
    expect(answer.stderr).not.toContain("\u001b");
    expect(answer.stderr.split("\n").slice(0, 5)).toEqual([
      "14:06:11+09:00 run_01jd8w started streams=2",
      "14:06:11+09:00 run_01jd8w public.orders start",
      '14:06:11+09:00 run_01jd8w public.orders waits stage=reading guilty=source cause=query s=60 on="the source: the server is still at work on the statement"',
      "14:06:11+09:00 run_01jd8w public.orders done rows=1204311 written=1204298 quarantined=13 ms=4102",
      "14:06:11+09:00 run_01jd8w finished status=ok exit=0",
    ]);
    expect(answer.stdout).toContain(
      "read 1,204,311 = written 1,204,298 + quarantined 13 + filtered 0 + deduplicated 0        books balance",
    );
    expect(answer.stdout).toContain("checkpoint saved 14:06:42 JST for 1 stream");
    expect(answer.stdout).toContain("13  orders.amount  not a decimal");
  });

  it("redraws one block on a terminal and takes it away", async () => {
    const answer = await runIn(argv, {
      operations: syncing(),
      tty: { stdout: true, stderr: true, stdin: true },
      env: { NO_COLOR: "1" },
    });
    expect(answer.stderr).toContain("\u001b[?25l");
    expect(answer.stderr.lastIndexOf("\u001b[0J\u001b[?25h")).toBeGreaterThan(
      answer.stderr.lastIndexOf("stage"),
    );
    expect(answer.stdout).toContain("postgres-prod-revenue ok in 31.0 s");
  });

  it("says percent lines to a screen reader", async () => {
    const answer = await runIn([...argv, "--accessible"], {
      operations: syncing(),
      tty: { stdout: true, stderr: true, stdin: true },
    });
    expect(answer.stderr).toContain("postgres-prod-revenue: ");
    expect(answer.stderr).toMatch(/percent, \d of 2 streams done/);
    expect(answer.stderr).not.toContain("\u001b[");
  });

  it("numbers its events without a gap and ends with the result", async () => {
    const answer = await runIn(["sync", "a*", "--ndjson"], {
      operations: {
        ...syncing(),
        "connections.list": () =>
          ["a1", "a2"].map((name) => ({
            id: `con_${name}`,
            name,
            label: name,
            sourceId: "src_1",
            streams: [],
            state: "active" as const,
            destination: "w",
            owner: null,
          })),
      },
    });
    const lines = answer.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.map((line) => line.seq)).toEqual(lines.map((_, i) => i + 1));
    expect(lines).toHaveLength(2 * (events.length + 1));
    expect(lines.at(-1)).toMatchObject({
      event: "result",
      run: "run_01jd8w",
      result: { kind: "Run", status: "ok" },
    });
    for (const line of lines) expect(line.t).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
    expect(answer.stderr).toBe("");
  });

  it("prints one array for several connections, and 8 where they ended differently", async () => {
    let times = 0;
    const answer = await runIn(["sync", "a", "b", "--json"], {
      operations: {
        ...operations,
        sync: () =>
          run(
            times++ === 0
              ? {}
              : { status: "failed", exit: 11, error: runError("source.timeout", "Too slow.") },
          ),
      },
    });
    expect(JSON.parse(answer.stdout)).toHaveLength(2);
    expect(answer.code).toBe(8);
  });
});

describe("at its end", () => {
  const end = (more: Partial<Run>, args: readonly string[] = []) =>
    runIn([...argv, ...args], { operations: syncing(run(more)), now });

  it("repeats failures last, with code and fix, each once", async () => {
    const error = runError(
      "source.permission_denied",
      "Could not read refunds: the role may not.",
      { data: { sqlState: "42501" } },
    );
    const answer = await end({
      status: "partial",
      exit: 8,
      streams: [
        runStream(),
        runStream({ stream: "refunds", status: "failed", published: false, error }),
        runStream({ stream: "refunds2", status: "failed", published: false, error }),
      ],
    });
    expect(answer.code).toBe(8);
    expect(answer.stdout).toContain("1 of 3 streams published");
    expect(answer.stderr.match(/error\[source\.permission_denied\]/g)).toHaveLength(1);
    expect(answer.stderr).toContain("source said: SQLSTATE 42501");
  });

  it.each([
    [
      {
        status: "held",
        exit: 9,
        streams: [
          runStream({
            status: "held",
            published: false,
            gates: [{ gate: "not_emptied", result: "fail", reason: "0 rows, 812 before" }],
          }),
        ],
      },
      "gate.held",
      9,
    ],
    [
      {
        status: "partial",
        exit: 8,
        streams: [runStream(), runStream({ status: "held", published: false })],
      },
      "run.partial",
      8,
    ],
    [
      { status: "failed", exit: 11, error: runError("source.unreachable", "No answer.") },
      "source.unreachable",
      11,
    ],
    [{ status: "stopped", exit: 143 }, "run.stopped", 143],
  ] as const)(
    "%# prints the run on stdout and one error on the last line of stderr",
    async (more, code, exit) => {
      const answer = await end(more as never, ["--json"]);
      expect(answer.code).toBe(exit);
      expect(JSON.parse(answer.stdout)).toMatchObject({ kind: "Run", exit });
      expect(JSON.parse(answer.stderr)).toMatchObject({ kind: "Error", code, exit });
    },
  );

  it("shows the gate that held a stream, and books that do not balance in capitals", async () => {
    const answer = await end({
      status: "held",
      exit: 9,
      balanced: false,
      streams: [
        runStream({
          status: "held",
          published: false,
          balanced: false,
          gates: [{ gate: "not_emptied", result: "fail", reason: "0 rows, 812 before" }],
        }),
      ],
    });
    expect(answer.stdout).toContain("orders  not_emptied  0 rows, 812 before");
    expect(answer.stdout).toContain("BOOKS DO NOT BALANCE");
  });
});

describe("being stopped", () => {
  /** A sync that ends at its next safe point once it is asked to, after `ms`. */
  const slow = (ms: number): Operations => ({
    ...operations,
    sync: (_, { signal, onProgress }) =>
      new Promise((resolve) => {
        for (const event of events.slice(0, 3))
          onProgress?.({ kind: "run", run: "run_01jd8w", event });
        signal?.addEventListener("abort", () =>
          setTimeout(() => resolve(run({ status: "stopped", exit: 130 })), ms),
        );
      }),
  });
  const until = async (done: () => boolean) => {
    for (let i = 0; i < 500 && !done(); i++) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(done()).toBe(true);
  };

  it("waits for the batch at the first Ctrl-C, says for what, and exits 130", async () => {
    const running = startCli(argv, { operations: slow(20) });
    await until(() => running.stderr().includes("public.orders start"));
    running.signal("SIGINT");
    const answer = await running.answer;
    expect(answer).toMatchObject({ code: 130, killedWith: null });
    expect(answer.stderr).toContain("waiting for the current batch of orders");
    expect(answer.stdout).toContain("stopped");
  });

  it("takes a second signal within half a second for the same one", async () => {
    let at = 1000;
    const running = startCli(argv, { operations: slow(20), now: () => at });
    await until(() => running.stderr().includes("public.orders start"));
    running.signal("SIGINT");
    at += 400;
    running.signal("SIGINT");
    expect(await running.answer).toMatchObject({ code: 130, killedWith: null });
  });

  it("ends at once at the second Ctrl-C", async () => {
    let at = 1000;
    const running = startCli(argv, { operations: slow(60_000), now: () => at });
    await until(() => running.stderr().includes("public.orders start"));
    running.signal("SIGINT");
    at += 600;
    running.signal("SIGINT");
    expect(await running.answer).toMatchObject({ killedWith: 130 });
  });

  it("exits 143 for SIGTERM", async () => {
    const running = startCli(argv, { operations: slow(5) });
    await until(() => running.stderr().includes("public.orders start"));
    running.signal("SIGTERM");
    expect((await running.answer).code).toBe(143);
  });

  it("ends a list at the first Ctrl-C", async () => {
    const running = startCli(["sources", "list"], {
      operations: { "sources.list": () => new Promise<never>(() => {}) },
    });
    await new Promise((resolve) => setTimeout(resolve, 50));
    running.signal("SIGINT");
    expect(await running.answer).toMatchObject({ killedWith: 130 });
  });

  it("says what was thrown away by nobody: an operation that throws Aborted is a stop, not an error", async () => {
    const running = startCli(argv, {
      operations: {
        ...operations,
        sync: (_, { signal }) =>
          new Promise((_resolve, reject) =>
            signal?.addEventListener("abort", () => reject(new Aborted())),
          ),
      },
    });
    await new Promise((resolve) => setTimeout(resolve, 100));
    running.signal("SIGINT");
    const answer = await running.answer;
    expect(answer.code).toBe(130);
    expect(answer.stderr).toContain("Stopped. The last checkpoint stands.");
    expect(answer.stderr).not.toContain("error[");
  });

  it("ends with exit 11 when the time is over", async () => {
    const answer = await runIn(["status", "--timeout", "50ms", "--json"], {
      operations: { status: () => new Promise<never>(() => {}) },
    });
    expect(answer.code).toBe(11);
    expect(JSON.parse(answer.stderr)).toMatchObject({ code: "command.timed_out", exit: 11 });
  });
});

describe("names", () => {
  it("suggests a near one and starts nothing", async () => {
    const call: App["call"] = () =>
      Promise.reject(
        new RevosError("connection.not_found", "No connection is named x.", {
          data: { connection: "x" },
        }),
      );
    const answer = await runIn(["sync", "postgres-prod-revenu", "--json"], {
      operations: { ...operations, sync: (input) => call("sync", input) },
    });
    expect(answer.code).toBe(5);
    expect(JSON.parse(answer.stderr)).toMatchObject({
      code: "connection.not_found",
      advice: "revos sync postgres-prod-revenue",
    });
  });

  it("takes an id where a name is wanted, and lists what a glob matched", async () => {
    const byId = await runIn(["sync", "con_5h1x8t", "--json"], { operations });
    expect(byId.calls.at(-1)).toEqual({ name: "sync", input: { name: "postgres-prod-revenue" } });
    const byGlob = await runIn(["sync", "postgres-*"], { operations });
    expect(byGlob.stderr).toContain("postgres-* matches postgres-prod-revenue");
    expect((await runIn(["sync", "mysql-*"], { operations })).code).toBe(5);
  });
});

describe("a run of another process", () => {
  const timed = events.map((event, i) => ({
    ...event,
    t: `2026-11-30T05:00:0${i}.000Z`,
    run: "run_01jd8w",
    seq: i + 1,
  }));

  it("is told with the times at which things happened, not those at which they were read", async () => {
    const answer = await runIn(["runs", "watch", "run_01jd8w", "--tz", "Asia/Tokyo"], {
      now,
      operations: {
        ...operations,
        "runs.watch": (_, { onProgress }) => {
          for (const event of timed)
            onProgress?.({ kind: "run", run: "run_01jd8w", event: event as RunEvent });
          return run();
        },
      },
    });
    expect(answer.stderr.split("\n").slice(0, 2)).toEqual([
      "14:00:00+09:00 run_01jd8w started streams=2",
      "14:00:01+09:00 run_01jd8w public.orders start",
    ]);
  });

  it("has no books in the list before it ends, and the time it has taken so far", async () => {
    const going = { ...run(), status: "running" as const, durationMs: 0, streams: [] };
    const answer = await runIn(["runs", "list"], {
      now: () => Date.parse(going.startedAt) + 65_000,
      operations: { ...operations, "runs.list": () => [going] },
    });
    expect(answer.stdout).toMatch(/running .* 65\.0 s +- +-\n/);
  });
});

describe("in Japanese", () => {
  it("says why rows are held and what comes next in Japanese too", async () => {
    const answer = await runIn([...argv, "--lang", "ja"], { operations: syncing(), now });
    expect(answer.stderr).not.toMatch(/rows are held back|look at what/);
  });
});
