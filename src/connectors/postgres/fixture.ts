// A Postgres database as the world of the conformance suite: canonical types in Postgres's words, values as bound texts.
import type { Op, SourceFixture, SourceWorld } from "../../connector/testing/fixture.ts";
import { quoteName } from "../../connector/workbench.ts";
import { openDatabase } from "../../../test/support/postgres.ts";

const typeNames: Readonly<Record<string, string>> = {
  boolean: "boolean",
  int16: "smallint",
  int32: "integer",
  int64: "bigint",
  float32: "real",
  float64: "double precision",
  number: "numeric",
  text: "text",
  binary: "bytea",
  uuid: "uuid",
  json: "json",
  date: "date",
  time: "time",
  timetz: "timetz",
  timestamp: "timestamp",
  timestamptz: "timestamptz",
  "list(text)": "text[]",
  "list(int32)": "integer[]",
};
const typeName = (type: string): string => typeNames[type] ?? type.replace("decimal", "numeric");

/** Lists come as JSON arrays of texts; `pg` writes JavaScript arrays as Postgres's own form. */
const toValue = (text: string | null | undefined, type: string | undefined): unknown =>
  text === null || text === undefined
    ? null
    : type?.startsWith("list(")
      ? (JSON.parse(text) as unknown)
      : text;

export const fixture: SourceFixture = {
  types: [
    "boolean",
    "int16",
    "int32",
    "int64",
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
    const database = await openDatabase();
    const { config } = database;
    const columns = new Map<string, Record<string, string>>();
    const table = (stream: string): string => `public.${quoteName(stream)}`;
    const where = (key: Readonly<Record<string, string | null>>, from: number): string =>
      Object.keys(key)
        .map((name, index) => `${quoteName(name)}::text is not distinct from $${from + index}`)
        .join(" and ");
    const apply = async (op: Op): Promise<void> => {
      const known = columns.get(op.stream) ?? {};
      switch (op.kind) {
        case "create": {
          columns.set(op.stream, { ...op.columns });
          const list = Object.entries(op.columns).map(
            ([name, type]) => `${quoteName(name)} ${typeName(type)}`,
          );
          if (op.key) list.push(`primary key (${op.key.map(quoteName).join(", ")})`);
          await database.query(`create table ${table(op.stream)} (${list.join(", ")})`);
          return;
        }
        case "insert": {
          const names = Object.keys(known);
          const perRow = Math.max(1, Math.floor(30_000 / Math.max(1, names.length)));
          for (let at = 0; at < op.rows.length; at += perRow) {
            const part = op.rows.slice(at, at + perRow);
            let next = 1;
            const places = part.map(
              () =>
                `(${names.map((name) => `$${next++}::${typeName(known[name] ?? "text")}`).join(", ")})`,
            );
            const values = part.flatMap((row) =>
              names.map((name) => toValue(row[name], known[name])),
            );
            await database.query(
              `insert into ${table(op.stream)} (${names.map(quoteName).join(", ")}) values ${places.join(", ")}`,
              values,
            );
          }
          return;
        }
        case "update": {
          const set = Object.entries(op.set);
          const list = set.map(([name], index) => `${quoteName(name)} = $${index + 1}`).join(", ");
          const values = [
            ...set.map(([name, value]) => toValue(value, known[name])),
            ...Object.values(op.key),
          ];
          await database.query(
            `update ${table(op.stream)} set ${list} where ${where(op.key, set.length + 1)}`,
            values,
          );
          return;
        }
        case "delete":
          await database.query(
            `delete from ${table(op.stream)} where ${where(op.key, 1)}`,
            Object.values(op.key),
          );
          return;
        case "add_column":
          known[op.column] = op.type;
          await database.query(
            `alter table ${table(op.stream)} add column ${quoteName(op.column)} ${typeName(op.type)}`,
          );
          return;
        default:
          await database.query(`drop table ${table(op.stream)}`);
      }
    };
    const { host, port } = database.cluster;
    return {
      config,
      namespace: "public",
      failures: [
        {
          name: "no such database",
          config: { ...config, database: "no_such_database" },
          code: "source.database_not_found",
        },
        {
          name: "no such folder",
          config: { ...config, host: "/nowhere/at/all" },
          code: "source.unreachable",
        },
        {
          name: "no such port",
          config: { ...config, host: "127.0.0.1", port: 1 },
          code: "source.unreachable",
        },
        {
          name: "no such user",
          config: { ...config, user: "nobody_here" },
          code: "source.auth_failed",
        },
      ],
      network: {
        target: { path: `${host}/.s.PGSQL.${port}` },
        through: (proxy) => ({ ...config, host: proxy.host, port: proxy.port, ssl: "disable" }),
      },
      async run(ops) {
        for (const op of ops) await apply(op);
      },
      stop: async () => await database[Symbol.asyncDispose](),
    };
  },
};
