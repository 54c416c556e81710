// A MariaDB database as the world of the conformance suite: canonical types in its words, values as quoted literals.
import type { Op, SourceFixture, SourceWorld } from "../../connector/testing/fixture.ts";
import { openMariadb } from "../../../test/support/mariadb.ts";
import { quoteIdentifier, quoteLiteral } from "./queries.ts";

const typeNames: Readonly<Record<string, string>> = {
  boolean: "bit(1)",
  int16: "smallint",
  int32: "int",
  int64: "bigint",
  uint64: "bigint unsigned",
  float32: "float",
  float64: "double",
  text: "longtext",
  binary: "longblob",
  uuid: "uuid",
  json: "json",
  date: "date",
  timestamp: "datetime(6)",
  timestamptz: "timestamp(6) null",
};
const typeName = (type: string): string => typeNames[type] ?? type;

function literal(text: string | null | undefined, type: string | undefined): string {
  if (text === null || text === undefined) return "null";
  if (type === "boolean") return text === "true" ? "b'1'" : "b'0'";
  if (type === "binary") return `x'${text.slice(2)}'`;
  if (type === "float32" || type === "float64") return Number(text).toExponential();
  return quoteLiteral(type === "timestamptz" ? text.replace("+00", "") : text);
}

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
    "text",
    "binary",
    "uuid",
    "json",
    "date",
    "timestamp",
    "timestamptz",
  ],
  keepsTypes: true,
  keepsKeys: true,
  // No NaN, no infinity, no years before 1; a timestamp holds 1970 to 2038 only, a uuid the versions that RFC 4122 knows.
  holds: (type, value) =>
    (type !== "uuid" || /^(.{14}[1-5].{4}[89ab]|0{8}-|f{8}-)/.test(value)) &&
    !/^(NaN|-?infinity)$/i.test(value) &&
    !value.endsWith(" BC") &&
    (type !== "timestamptz" || (value >= "1970-01-01 00:00:01" && value < "2038-01-19")),
  async start(): Promise<SourceWorld> {
    const database = await openMariadb();
    const columns = new Map<string, Record<string, string>>();
    const table = (stream: string): string => quoteIdentifier(stream);
    const where = (op: { stream: string; key: Readonly<Record<string, string | null>> }): string =>
      Object.entries(op.key)
        .map(
          ([name, value]) =>
            `${quoteIdentifier(name)} <=> ${literal(value, columns.get(op.stream)?.[name])}`,
        )
        .join(" and ");
    const apply = async (op: Op): Promise<void> => {
      const known = columns.get(op.stream) ?? {};
      switch (op.kind) {
        case "create": {
          columns.set(op.stream, { ...op.columns });
          const list = Object.entries(op.columns).map(
            ([name, type]) => `${quoteIdentifier(name)} ${typeName(type)}`,
          );
          if (op.key) list.push(`primary key (${op.key.map(quoteIdentifier).join(", ")})`);
          await database.query(`create table ${table(op.stream)} (${list.join(", ")})`);
          return;
        }
        case "insert": {
          const names = Object.keys(known);
          for (let at = 0; at < op.rows.length; at += 500) {
            const rows = op.rows
              .slice(at, at + 500)
              .map((row) => `(${names.map((name) => literal(row[name], known[name])).join(", ")})`);
            await database.query(
              `insert into ${table(op.stream)} (${names.map(quoteIdentifier).join(", ")}) values ${rows.join(", ")}`,
            );
          }
          return;
        }
        case "update": {
          const list = Object.entries(op.set).map(
            ([name, value]) => `${quoteIdentifier(name)} = ${literal(value, known[name])}`,
          );
          await database.query(
            `update ${table(op.stream)} set ${list.join(", ")} where ${where(op)}`,
          );
          return;
        }
        case "delete":
          await database.query(`delete from ${table(op.stream)} where ${where(op)}`);
          return;
        case "add_column":
          known[op.column] = op.type;
          await database.query(
            `alter table ${table(op.stream)} add column ${quoteIdentifier(op.column)} ${typeName(op.type)}`,
          );
          return;
        default:
          await database.query(`drop table ${table(op.stream)}`);
      }
    };
    const { config, network, server } = database;
    return {
      config,
      namespace: database.name,
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
        { name: "no such port", config: { ...network, port: 1 }, code: "source.unreachable" },
        {
          name: "no such user",
          config: { ...config, user: "nobody_here" },
          code: "source.auth_failed",
        },
        {
          name: "a password that is not the one",
          config: { ...network, password: "not this one" },
          code: "source.auth_failed",
        },
      ],
      network: {
        target: { path: server.socket },
        through: (proxy) => ({ ...network, host: proxy.host, port: proxy.port, ssl: "disable" }),
      },
      async run(ops) {
        for (const op of ops) await apply(op);
      },
      stop: async () => await database[Symbol.asyncDispose](),
    };
  },
};
