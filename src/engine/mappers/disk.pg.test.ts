// The same search over a run that reads a real Postgres: hashed, encrypted, dropped and nested values never reach a disk.
import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { source as postgres } from "../../connectors/postgres/source.ts";
import { silentLog } from "../../kernel/log.ts";
import type { Mapper } from "../../model/mapper.ts";
import { openDatabase } from "../../../test/support/postgres.ts";
import { openProject } from "./testing/disk.ts";

const mark = (what: string) => `planted-${what}-${randomBytes(9).toString("hex")}`;

it("a run over Postgres leaves no plaintext of privacy fields, and their hashes join", async () => {
  await using database = await openDatabase();
  const planted = {
    email: mark("email"),
    notes: mark("notes"),
    phone: mark("phone"),
    card: mark("card"),
    filter: mark("filter"),
    clear: mark("clear"),
  };
  await database.query(
    `create table people (id int primary key, email text, notes varchar(200), meta jsonb, raw json, card text, born date, filter text, clear text)`,
  );
  await database.query(
    `insert into people select i, case when i % 7 = 0 then null else $1 || i end, $2 || i, jsonb_build_object('phone', $3::text || i, 'n', 1.50), json_build_object('phone', $3::text || i),
      $4 || i, date '1980-01-01' + i, case when i % 4 = 0 then 'drop' else $5 || i end, $6 || i from generate_series(1, 5000) i`,
    [planted.email, planted.notes, planted.phone, planted.card, planted.filter, planted.clear],
  );
  const config = postgres.config.parse(database.config);
  const stream = await (async () => {
    await using open = await postgres.open(config, {
      signal: new AbortController().signal,
      log: silentLog,
    });
    return (await open.discover()).streams.find((one) => one.name === "people")!;
  })();
  const mappers: Mapper[] = [
    {
      type: "row-filtering",
      mapperConfiguration: {
        conditions: { type: "NOT_EQUAL", fieldName: "filter", comparisonValue: "drop" },
      },
    },
    {
      type: "hashing",
      mapperConfiguration: { targetField: "email", method: "SHA-256", fieldNameSuffix: "_h" },
    },
    { type: "field-filtering", mapperConfiguration: { targetField: "notes" } },
    {
      type: "hashing",
      mapperConfiguration: { targetField: "meta.phone", method: "MD5", fieldNameSuffix: "_h" },
    },
    { type: "field-filtering", mapperConfiguration: { targetField: "raw.phone" } },
    {
      type: "encryption",
      mapperConfiguration: {
        algorithm: "AES",
        targetField: "card",
        key: "${env.AES}",
        mode: "CBC",
        padding: "PKCS5Padding",
      },
    },
    { type: "hashing", mapperConfiguration: { targetField: "born", method: "SHA-1" } },
    { type: "field-filtering", mapperConfiguration: { targetField: "filter" } },
    {
      type: "field-renaming",
      mapperConfiguration: { originalFieldName: "id", newFieldName: "person" },
    },
  ];
  await using project = await openProject();
  const { run, found } = await project.run({
    source: postgres,
    config,
    stream,
    mappers,
    keys: { AES: randomBytes(16).toString("base64") },
    planted: Object.values(planted),
  });
  expect(run.error ?? run.streams[0]?.error ?? null).toBeNull();
  expect(run.streams[0]).toMatchObject({
    status: "ok",
    read: 5000,
    written: 3750,
    filtered: 1250,
    quarantined: 0,
    balanced: true,
  });
  expect(found.filter((one) => one.text !== planted.clear)).toEqual([]);
  expect(found.map((one) => one.where)).toContain("landed.clear");

  // What landed is what Postgres itself would have made of it.
  const { openWorkbench } = await import("../../connector/duck/workbench.ts");
  await using workbench = await openWorkbench(`${project.folder}/warehouse.duckdb`, {
    memoryBytes: 2e8,
    threads: 1,
    spillFolder: `${project.folder}/spill`,
  });
  const landed = await workbench.all(
    `select person, email_h, json_extract_string(meta, '/phone_h') as phone_h, json_extract_string(meta, '/phone') as phone, raw::varchar as raw, born, length(card) > 20 as card from landed where person in (1, 7, 4999) order by person`,
  );
  const right = await database.query(
    `select id as person, encode(sha256(convert_to(email, 'UTF8')), 'hex') as email_h, md5(meta->>'phone') as phone_h, born::text as born from people where id in (1, 7, 4999) order by id`,
  );
  const { createHash } = await import("node:crypto");
  expect(landed).toEqual(
    right.map((row) => ({
      person: row.person,
      email_h: row.email_h,
      phone_h: row.phone_h,
      phone: null,
      raw: "{}",
      born: createHash("sha1").update(String(row.born)).digest("hex"),
      card: true,
    })),
  );
});
