// The walk from the first sync on: stopping, going on, held rows, re-reading, two at once, pause, pull, delete, queries.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { finish } from "../support/cli.ts";
import { hasTerminal } from "./walk-terminal.ts";
import { makeHands, name, signedIn, type World } from "./walk-world.ts";

type Run = {
  id: string;
  status: string;
  exit: number;
  balanced: boolean;
  streams: {
    stream: string;
    status: string;
    published: boolean;
    read: number;
    written: number;
    quarantined: number;
    filtered: number;
    deduplicated: number;
    syncMode: string;
  }[];
  next: { command: string }[];
};

/** Names the tests; the connection was applied by those before. */
export function walkSyncs(world: () => World): void {
  const { revos, terminal, ok, failed, shaped, file } = makeHands(world);
  const runs = async () =>
    await shaped<Run[]>("RunList", ok(await revos(["runs", "list", "--json"])));

  it.skipIf(!hasTerminal)(
    "15: a sync on a terminal shows N of M and stops after Ctrl-C with its checkpoint",
    async () => {
      const shown = await terminal(["sync", name], 100, [[/2 of \d+ done/, "\u0003"]]);
      expect(shown.code, shown.text).toBe(130);
      expect(shown.text).toMatch(/\d+ of 1\d done/);
      expect(shown.text).toMatch(/reading|writing|checking|publishing/);
      expect(shown.text.replace(/\s+/g, " ")).toContain("Press Ctrl-C again to stop at once");
      expect(shown.text).toMatch(
        /stopped: \d+ of 1\d streams published\. The last checkpoint stands\./,
      );
      const [stopped] = await runs();
      expect(stopped).toMatchObject({ status: "stopped", exit: 130, balanced: true });
      expect(stopped?.next[0]?.command).toBe(`revos sync ${name}`);
      expect(stopped?.streams.filter((stream) => stream.published).length).toBeGreaterThanOrEqual(
        2,
      );
    },
  );

  it("15, 16: the next sync goes on, in a pipe: whole lines on stderr, the result on stdout, books that balance", async () => {
    const before = (await runs())[0];
    const answer = ok(await revos(["sync", name], { timeoutMs: 200_000 }));
    expect(answer.stdout + answer.stderr).not.toMatch(/\u001b|\r/);
    const log = answer.stderr.split("Try next")[0]?.trimEnd().split("\n") ?? [];
    for (const line of log) expect(line).toMatch(/^\d\d:\d\d:\d\d[+-]\d\d:\d\d run_\w+ /);
    expect(answer.stdout).toMatch(
      /read [\d,]+ = written [\d,]+ \+ quarantined [\d,]+ \+ filtered [\d,]+ \+ deduplicated [\d,]+ +books balance/,
    );
    const [run] = await runs();
    expect(await shaped("Run", await revos(["runs", "show", run!.id, "--json"]))).toMatchObject({
      id: run!.id,
      status: "ok",
      balanced: true,
    });
    for (const stream of run!.streams) {
      expect(stream.read).toBe(
        stream.written + stream.quarantined + stream.filtered + stream.deduplicated,
      );
      const earlier = before?.streams.find((one) => one.stream === stream.stream);
      if (earlier?.published && stream.syncMode.startsWith("incremental"))
        expect(stream.read).toBeLessThan(earlier.read);
    }
    const orders = await world().folder.rows(
      "select count(*) as n from main.postgres_prod_revenue_orders",
    );
    const inSource = await world().admin.query("select count(*)::text as n from public.orders");
    const held = run!.streams.find((stream) => stream.stream === "orders")!.quarantined;
    expect(Number(orders[0]?.n) + held).toBe(Number(inSource.rows[0].n));
    // Every next command works as it stands.
    for (const { command } of run!.next) {
      const words = [...command.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'|(\S+)/g)].map(
        ([, double, single, bare]) => double ?? single ?? bare ?? "",
      );
      expect(words[0]).toBe("revos");
      ok(await revos(words.slice(1)));
    }
  });

  it("17: held rows are grouped, tried without writing, mended once, and not twice", async () => {
    const groups = await shaped<{ group: string; rows: number; column: string }[]>(
      "QuarantineGroupList",
      ok(await revos(["quarantine", "list", "--json"])),
    );
    const group = groups.find((one) => one.column === "discount_rate")!;
    expect(group.rows).toBe(5);
    const table = ok(await revos(["quarantine", "list", name])).stdout;
    expect(table).toContain(
      `${groups.reduce((sum, one) => sum + one.rows, 0)} rows in ${groups.length} groups`,
    );
    expect(table).toContain(group.group);
    const count = async () =>
      (
        await world().folder.rows(
          "select count(*) as n from main.postgres_prod_revenue_order_items",
        )
      )[0]?.n;
    const before = Number(await count());
    writeFileSync(join(world().folder.dir, "fix.yaml"), "set: { discount_rate: null }\n");
    const replay = ["quarantine", "replay", group.group];
    for (let time = 0; time < 2; time++) {
      const tried = await shaped(
        "ReplayResult",
        ok(await revos([...replay, "--fix", "fix.yaml", "--dry-run", "--json"])),
      );
      expect(tried).toMatchObject({ dryRun: true, tried: 5, replayed: 5, stays: 0 });
    }
    expect(Number(await count())).toBe(before);
    expect((await revos([...replay, "--fix", "fix.yaml"])).code).toBe(7);
    expect(ok(await revos([...replay, "--fix", "fix.yaml", "--yes"])).stdout).toContain(
      "5 replayed, 0 stay",
    );
    expect(Number(await count())).toBe(before + 5);
    expect(ok(await revos([...replay, "--fix", "fix.yaml", "--yes"])).stdout).toContain(
      "0 rows to replay",
    );
    expect(Number(await count())).toBe(before + 5);
  });

  it("reads a stream again from the start when its cursor changed, and says so before", async () => {
    const yaml = readFileSync(file(), "utf8");
    const at = yaml.indexOf("- name: refunds");
    writeFileSync(
      file(),
      yaml.slice(0, at) + yaml.slice(at).replace("[updated_at]", "[refunded_at]"),
    );
    const plan = ok(await revos(["diff", "--json"])).json<{
      reread: { streams: number };
      items: { effects: { code: string }[] }[];
    }>();
    expect(plan.reread.streams).toBe(1);
    expect(plan.items[0]?.effects.map((effect) => effect.code)).toContain("stream_reread");
    ok(await revos(["apply", "--yes"]));
    const total = Number(
      (await world().admin.query("select count(*) as n from billing.refunds")).rows[0].n,
    );
    const sync = async () =>
      ok(await revos(["sync", name, "--stream", "refunds", "--json"])).json<Run>().streams[0]!;
    expect(await sync()).toMatchObject({ read: total, written: total, deduplicated: 0 });
    expect(
      await world().folder.rows(
        "select distinct _revos_generation as g from main.postgres_prod_revenue_refunds",
      ),
    ).toEqual([{ g: "2" }]);
    expect((await sync()).read).toBeLessThan(total);
    expect((await revos(["diff", "--exit-code"])).code).toBe(0);
  });

  it("refuses a second sync of the connection by name, and a run can be cancelled from beside", async () => {
    const child = world().folder.start(["sync", name, "--json"], { env: signedIn });
    const first = finish(child, { timeoutMs: 200_000 });
    let running: Run | undefined;
    for (let tries = 0; !running && tries < 100; tries++) {
      [running] = ok(await revos(["runs", "list", "--state", "running", "--json"])).json<Run[]>();
    }
    const refused = failed(await revos(["sync", name, "--json"]), "run.already_running", 6);
    expect(refused.message).toContain(running!.id);
    expect(refused.advice).toBe(`revos runs watch ${running!.id}`);
    ok(await revos(["runs", "cancel", running!.id]));
    const ended = await first;
    const run = ended.json<Run>();
    expect(["stopped", "ok"]).toContain(run.status);
    expect(ended.code).toBe(run.exit);
    expect(run.balanced).toBe(true);
    const watched = await revos(["runs", "watch", run.id, "--json"]);
    expect(watched.json<Run>()).toMatchObject({ id: run.id, status: run.status });
  });

  it("tells the checkpoint of each stream, the streams of a run, and what retrying a whole run would do", async () => {
    const lines = ok(await revos(["checkpoints", "list", name, "--json"])).json<
      Record<string, string | null>[]
    >();
    const orders = lines.find((line) => line.stream === "orders");
    // The run before was cancelled, maybe before this stream: its checkpoint stands all the same.
    expect(orders).toMatchObject({ lane: "live", safeTo: expect.stringMatching(/^(skip|retry)$/) });
    expect(orders?.watermark).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(orders?.position).toContain(orders?.watermark?.slice(0, 10));
    const whole = (await runs()).find((run) => run.status === "ok")!;
    const shown = ok(await revos(["runs", "show", whole.id])).stdout;
    for (const { stream } of whole.streams) expect(shown).toContain(stream);
    const logs = ok(await revos(["runs", "logs", whole.id])).stdout;
    expect(logs).toMatch(/run\.started streams=\d+[^]*run\.finished status=ok exit=0/);
    const before = (await runs()).length;
    const retried = ok(await revos(["runs", "retry", whole.id, "--json"])).json<
      Run & { warnings: { code: string }[] }
    >();
    expect(retried.warnings.map((warning) => warning.code)).toContain("run.nothing_to_do");
    expect(await runs()).toHaveLength(before);
    const preview = ok(
      await revos(["mappers", "preview", name, "--stream", "currencies", "--json"]),
    ).json<{ streams: { before: unknown[]; after: unknown[] }[] }>();
    expect(preview.streams[0]?.before.length).toBeGreaterThan(0);
    expect(preview.streams[0]?.after).toHaveLength(preview.streams[0]!.before.length);
  });

  it("a dry run says what would be read and leaves no run behind", async () => {
    const before = (await runs()).length;
    const dry = ok(await revos(["sync", name, "--dry-run"]));
    expect(dry.stdout).toContain("Nothing was read.");
    expect(dry.stdout).toContain(
      "public.orders  incremental_deduped_history  main.postgres_prod_revenue_orders",
    );
    expect(await runs()).toHaveLength(before);
  });

  it("pauses, pulls what changed into the file with its comments, resumes, and deletes only with the name typed", async () => {
    ok(await revos(["connections", "pause", name]));
    expect(ok(await revos(["status", "--json"])).json()).toMatchObject({
      connections: [{ name, state: "paused" }],
    });
    const drift = ok(await revos(["diff", "--json"])).json<{ items: { action: string }[] }>();
    expect(drift.items.map((item) => item.action)).toEqual(["drift"]);
    expect((await revos(["pull", name])).code).toBe(7);
    ok(await revos(["pull", name, "--force"]));
    expect(readFileSync(file(), "utf8")).toMatch(/^ {2}status: inactive$/m);
    expect(readFileSync(file(), "utf8")).toMatch(/^# Revenue, by hand\.\n/);
    expect((await revos(["diff", "--exit-code"])).code).toBe(0);
    ok(await revos(["connections", "resume", name]));
    failed(await revos(["connections", "delete", name, "--json"]), "consent.needed", 7);
    ok(await revos(["connections", "delete", name, "--confirm", name]));
    expect(ok(await revos(["connections", "list", "--json"])).json()).toEqual([]);
    expect(
      Number(
        (
          await world().folder.rows("select count(*) as n from main.postgres_prod_revenue_orders")
        )[0]?.n,
      ),
    ).toBeGreaterThan(1000);
  });

  it("lets a query read the warehouse and nothing else", async () => {
    expect(
      ok(await revos(["query", "select 1 as one, 'a,b' as t, null as n", "--json"])).json(),
    ).toEqual([{ one: 1, t: "a,b", n: null }]);
    expect(
      ok(await revos(["query", "select 1 as one, 'a,b' as t, null as n", "--csv"])).stdout,
    ).toBe('one,t,n\n1,"a,b",\n');
    for (const sql of [
      "create table x (i int)",
      "select * from read_text('source.json')",
      "copy (select 1) to 'x.csv'",
      "attach 'other.duckdb'",
      "set enable_external_access = true",
      "select 1; select 2",
    ]) {
      failed(await revos(["query", sql, "--json"]), "query.failed", 1);
    }
  });
}
