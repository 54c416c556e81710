// What privacy mappers cost while a table is read: the Postgres source alone, each list of mappers in turn, several rounds.
// Reports the CPU seconds of this process per million rows above a read without mappers.
// usage: npm run bench mappers [ROWS] [ROUNDS]
import pg from "pg";
import { PostgresConfig } from "../src/connectors/postgres/config.ts";
import { source } from "../src/connectors/postgres/source.ts";
import { segmentBytes, segmentRows } from "../src/connector/segment.ts";
import type { Workbench } from "../src/connector/workbench.ts";
import { planMappers } from "../src/engine/mappers/plan.ts";
import { silentLog } from "../src/kernel/log.ts";
import type { Mapper } from "../src/model/mapper.ts";
import { startCluster } from "../test/support/postgres.ts";
import { machine, median } from "./support.ts";

const rows = Number(process.argv[2] ?? 500_000);
const rounds = Number(process.argv[3] ?? 3);
await using cluster = await startCluster("debian", { settings: ["max_wal_size = 4GB"] });
const config = PostgresConfig.parse({
  host: cluster.host,
  port: cluster.port,
  user: "postgres",
  database: "postgres",
});
const client = new pg.Client({ host: cluster.host, port: cluster.port, user: "postgres" });
await client.connect();
await client.query(
  `create table people as select i as id, 'customer' || i || '@shop.example' as email, 'Given' || i || ' Family' as name,
    (i % 100000)::numeric(12,2) as amount, now() as at, jsonb_build_object('phone', '+81-3-' || i, 'plan', 'pro', 'n', i) as meta from generate_series(1, ${rows}) i`,
);
await client.end();

const hash = (
  targetField: string,
  method: "MD2" | "MD5" | "SHA-256" | "SHA-512",
  hmacKey?: string,
): Mapper => ({
  type: "hashing",
  mapperConfiguration: { targetField, method, ...(hmacKey ? { hmacKey } : {}) },
});
const lists: Readonly<Record<string, readonly Mapper[]>> = {
  "no mappers": [],
  "SHA-256 of email": [hash("email", "SHA-256")],
  "SHA-512 of email": [hash("email", "SHA-512")],
  "MD5 of email": [hash("email", "MD5")],
  "HMAC SHA-256 of email": [hash("email", "SHA-256", "${env.K}")],
  "SHA-256 of amount": [hash("amount", "SHA-256")],
  "SHA-256 of meta.phone (json)": [hash("meta.phone", "SHA-256")],
  "AES-256-GCM of email": [
    {
      type: "encryption",
      mapperConfiguration: { algorithm: "AES", targetField: "email", key: "${env.K}" },
    },
  ],
  "early row filter on email": [
    {
      type: "row-filtering",
      mapperConfiguration: {
        conditions: { type: "MATCHES", fieldName: "email", comparisonValue: "@shop" },
      },
    },
    { type: "field-filtering", mapperConfiguration: { targetField: "email" } },
  ],
};

const ctx = {
  signal: new AbortController().signal,
  log: silentLog,
  workbench: null as unknown as Workbench,
};
await using reader = await source.open(config, ctx);
const stream = (await reader.discover()).streams.find((one) => one.name === "people");
if (!stream) throw new Error("The table is not there.");

async function cpuSeconds(mappers: readonly Mapper[]): Promise<number> {
  const plan = planMappers({
    mappers,
    columns: stream!.columns,
    keys: { K: "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff" },
  });
  const before = process.cpuUsage();
  for await (const segment of reader.read(
    {
      stream: stream!,
      columns: plan.read,
      cursor: null,
      where: null,
      filter: plan.early,
      segmentRows,
      segmentBytes,
    },
    ctx,
  )) {
    if (segment.rows < 0) throw new Error("A segment without rows.");
  }
  const used = process.cpuUsage(before);
  return (used.user + used.system) / 1e6;
}

const seen = new Map<string, number[]>(Object.keys(lists).map((name) => [name, []]));
for (let round = 0; round <= rounds; round++) {
  for (const [name, mappers] of Object.entries(lists)) {
    const seconds = await cpuSeconds(mappers);
    if (round > 0) seen.get(name)?.push(seconds);
  }
}
console.log(machine());
console.log(
  `${rows} rows, ${rounds} rounds\n| mappers | CPU s per million rows | above no mappers |\n|---|---|---|`,
);
const base = median(seen.get("no mappers") ?? []) / (rows / 1e6);
for (const [name, values] of seen) {
  const each = median(values) / (rows / 1e6);
  console.log(`| ${name} | ${each.toFixed(2)} | ${(each - base).toFixed(2)} |`);
}
