// `revos demo` as a stranger runs it: one command in an empty folder, then what it says to do next, then once more.
import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { shopStreams } from "../src/app/demo/shop/streams.ts";
import type { DemoDocument } from "../src/cli/host.ts";
import { binary, openFolder, type Answer, type Folder } from "./support/cli.ts";
import { findPostgres } from "./support/postgres.ts";

const run = promisify(execFile);

/** Command lines of processes that name the folder: nothing of a demo may be left. */
function processesOf(folder: string): string[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
      } catch {
        return "";
      }
    })
    .filter((line) => line.includes(folder) || line.includes("revos-demo-"));
}

describe.skipIf(!findPostgres("npm"))("revos demo", () => {
  let folder: Folder;
  let first: Answer;
  let document: DemoDocument;
  beforeAll(async () => {
    folder = await openFolder();
    first = await folder.revos(["demo", "shop", "--json"], { timeoutMs: 360_000 });
    expect(first.code, first.stderr).toBe(0);
    document = first.json<DemoDocument & Record<string, unknown>>();
  }, 400_000);
  afterAll(async () => {
    await folder?.[Symbol.asyncDispose]();
  });

  it("syncs every row that the shop has, sets apart exactly those that do not fit, and balances", () => {
    expect(document.run).toMatchObject({ status: "ok", balanced: true, connection: "demo-shop" });
    const shop = new Map(
      shopStreams.map((stream) => [`${stream.namespace}.${stream.name}`, stream]),
    );
    for (const { namespace, stream, read, written, quarantined, balanced, published } of document
      .run.streams) {
      const known = shop.get(`${namespace}.${stream}`);
      const bad = known?.quarantined ?? 0;
      expect({ stream, read, written, quarantined, balanced, published }).toEqual({
        stream,
        read: known?.rows,
        written: (known?.rows ?? 0) - bad,
        quarantined: bad,
        balanced: true,
        published: true,
      });
    }
    const names = document.run.streams.map((stream) => stream.stream);
    for (const needed of [
      "customers",
      "orders",
      "order_items",
      "products",
      "payments",
      "refunds",
      "invoices",
      "currencies",
    ])
      expect(names).toContain(needed);
    for (const left of shopStreams.filter(({ name }) =>
      /^(pg_|tmp_|temp_|audit_|system_|migration|schema_migrations|_airbyte)|_(log|history|audit|archive)$/.test(
        name,
      ),
    ))
      expect(names).not.toContain(left.name);
    expect(document.run.streams.reduce((sum, stream) => sum + stream.read, 0)).toBeGreaterThan(
      600_000,
    );
  });

  it("answers the question as the shop itself does", () => {
    expect(document.answer?.rows.map((row) => row.map(String))).toEqual([
      ["C-004797", "NG", "20", "20189.00"],
      ["C-001787", "TR", "15", "18790.78"],
      ["C-000281", "JP", "15", "18776.87"],
      ["C-001608", "BR", "14", "17688.11"],
      ["C-013459", "TR", "11", "17450.33"],
    ]);
  });

  it("keeps personal data out of the warehouse, and leaves no process behind", async () => {
    const table = document.run.streams.find((stream) => stream.stream === "customers")?.table ?? "";
    const warehouse = join(folder.dir, "shop", "warehouse.duckdb");
    const rows = await folder.rows(
      `select count(*) as n, count(*) filter (email like '%@%' or last_name = 'Tanabe') as clear from ${table}`,
      warehouse,
    );
    expect(rows).toEqual([{ n: "23997", clear: "0" }]);
    expect(processesOf(folder.dir)).toEqual([]);
    expect(existsSync(join(folder.dir, "shop", "connections", "demo-shop.yaml"))).toBe(true);
  });

  it("says next commands that work when pasted, itself among them", async () => {
    expect(document.next.length).toBeGreaterThan(3);
    for (const { command } of document.next) {
      const script = `revos() { "${process.execPath}" "${binary}" "$@"; }\n${command}`;
      const env = { ...process.env, REVOS_KEY: "a".repeat(64), CI: "1", NO_COLOR: "1" };
      const { stdout, stderr } = await run("bash", ["-c", script], {
        cwd: folder.dir,
        env,
        timeout: 180_000,
        maxBuffer: 1e8,
      });
      expect(stdout + stderr, command).not.toBe("");
    }
    const table = document.run.streams.find((stream) => stream.stream === "orders")?.table ?? "";
    expect(
      await folder.rows(
        `select count(*) as n, count(distinct id) as ids from ${table}`,
        join(folder.dir, "shop", "warehouse.duckdb"),
      ),
    ).toEqual([{ n: "119995", ids: "119995" }]);
    expect(processesOf(folder.dir)).toEqual([]);
  }, 300_000);

  it("refuses a folder that holds another project, and changes nothing there", async () => {
    expect((await folder.revos(["init", "mine"])).code).toBe(0);
    await writeFile(join(folder.dir, "mine", "connections", "billing.yaml"), "kind: Connection\n");
    const before = readFileSync(join(folder.dir, "mine", "revos.yaml"), "utf8");
    const { code } = await folder.revos(["demo", "mine"]);
    expect(code).toBe(6);
    expect(readFileSync(join(folder.dir, "mine", "revos.yaml"), "utf8")).toBe(before);
  });
});
