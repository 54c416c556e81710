// The world of the lanes: a Postgres table of events over some days, a connection that reads it, and the two sides compared without any
// code of revos.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { openFolder, type Answer, type Folder, type RunOptions } from "../support/cli.ts";
import { openDatabase } from "../support/postgres.ts";

export type Lanes = AsyncDisposable & {
  readonly folder: Folder;
  readonly database: Awaited<ReturnType<typeof openDatabase>>;
  revos(args: readonly string[], options?: RunOptions): Promise<Answer>;
  /** Runs it, wants exit 0, gives the document. */
  ok<T = unknown>(args: readonly string[]): Promise<T>;
  /** Applies the connection with these lines of its stream. */
  apply(stream: string): Promise<void>;
  /** Rows of the warehouse's table and of the source's, as text, in the order of all columns. */
  table(columns?: string): Promise<string[]>;
  /** A query on the warehouse, without revos; values as texts. */
  asked(sql: string): Promise<Record<string, string | null>[]>;
  /** A statement of someone else on the warehouse, while no run has it. */
  damage(sql: string): Promise<void>;
  /** The table as SQL. */
  readonly name: string;
  source(columns?: string, where?: string): Promise<string[]>;
};

/** The two warehouses; the tests of the lanes are one table for both. */
export const warehouses = ["duckdb", "postgres"] as const;
export type Warehouse = (typeof warehouses)[number];

const plain = "id, v, to_char(happened, 'YYYY-MM-DD HH24:MI:SS')";
const own: Readonly<Record<Warehouse, string>> = {
  duckdb: "id, v, strftime(happened, '%Y-%m-%d %H:%M:%S')",
  postgres: "id, v, to_char(happened at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')",
};

export async function openLanes(stream: string, warehouse: Warehouse): Promise<Lanes> {
  const database = await openDatabase();
  const landed = warehouse === "postgres" ? await openDatabase() : null;
  const folder = await openFolder();
  await database.query(
    "create table events (id bigint primary key, v text, happened timestamptz, changed timestamptz not null default clock_timestamp())",
  );
  await database.query(
    // The clock gives one moment to several rows on a quick machine: only the last is to stand at the cursor's low end.
    "insert into events select g, 'v' || g, timestamptz '2026-03-01 00:00+00' + g * interval '1 hour', clock_timestamp() - (240 - g) * interval '1 millisecond' from generate_series(0, 239) g",
  );
  writeFileSync(
    join(folder.dir, "source.json"),
    JSON.stringify({ ...database.config, schemas: ["public"] }),
  );
  const revos = (args: readonly string[], options: RunOptions = {}): Promise<Answer> =>
    folder.revos(args, options);
  const ok = async (args: readonly string[]) => {
    const answer = await revos([...args, "--json"]);
    expect(answer.code, `${args.join(" ")}\n${answer.stderr}${answer.stdout.slice(0, 3000)}`).toBe(
      0,
    );
    return answer.json() as never;
  };
  const { id } = (await ok([
    "sources",
    "create",
    "--connector",
    "postgres",
    "--name",
    "shop",
    "--config",
    "source.json",
  ])) as { id: string };
  await ok(["sources", "list-streams", id]);
  if (landed) {
    writeFileSync(join(folder.dir, "warehouse.json"), JSON.stringify(landed.config));
    await ok([
      "destinations",
      "create",
      "--connector",
      "postgres",
      "--name",
      "landed",
      "--config",
      "warehouse.json",
    ]);
  }
  const asked: Lanes["asked"] = async (sql) =>
    landed
      ? (await landed.query(`select row_to_json(r) as row from (${sql}) as r`)).map(({ row }) =>
          Object.fromEntries(
            Object.entries(row as object).map(([key, value]) => [
              key,
              value === null ? null : String(value),
            ]),
          ),
        )
      : await folder.rows(sql);
  const name = `${landed ? "public" : "main"}.shop_events`;
  mkdirSync(join(folder.dir, "connections"), { recursive: true });
  const lanes: Lanes = {
    folder,
    database,
    revos,
    ok,
    asked,
    damage: async (sql) => {
      if (landed) await landed.query(sql);
      else await folder.write(sql);
    },
    name,
    async apply(lines) {
      const file = join(folder.dir, "connections/shop.yaml");
      const before = await revos(["connections", "list", "--json"]);
      const known = (before.json() as unknown as { name: string; id: string }[]).find(
        (one) => one.name === "shop",
      );
      writeFileSync(
        file,
        `apiVersion: revos/v1\nkind: Connection\nmetadata:\n  name: shop\n${known ? `  id: ${known.id}\n` : ""}spec:\n  name: Shop events\n  source: { id: ${id} }\n  schedule: manual\n${landed ? "  destination: landed\n" : ""}${known ? "  prefix: shop_\n" : ""}  streams:\n    - name: events\n      namespace: public\n${lines
          .trim()
          .split("\n")
          .map((line) => `      ${line.trim()}`)
          .join("\n")}\n`,
      );
      const plan = await revos(["diff", "--json"]);
      const { id: planId, confirm } = plan.json() as unknown as { id: string; confirm?: string };
      await ok(["apply", "--plan", planId, "--yes", ...(confirm ? ["--confirm", confirm] : [])]);
    },
    table: async (columns = own[warehouse]) =>
      (await asked(`select ${columns} from ${name}`))
        .map((row) => Object.values(row).join("|"))
        .sort(),
    source: async (columns = plain, where = "true") =>
      (
        await database.query(
          `select ${columns} from (select id, v, happened at time zone 'UTC' as happened, changed from events) as e where ${where} order by 1, 2, 3`,
        )
      )
        .map((row) => Object.values(row).join("|"))
        .sort(),
    async [Symbol.asyncDispose]() {
      await folder[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
      await landed?.[Symbol.asyncDispose]();
    },
  };
  await lanes.apply(stream);
  return lanes;
}
