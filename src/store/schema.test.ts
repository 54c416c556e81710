// The schema as written, as generated, as both databases have it, and as the code believes it to be: all the same.
import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { silentLog } from "../kernel/log.ts";
import { migrate, migrationDigest } from "./migrate.ts";
import { migrations } from "./migrations/all.ts";
import { makeSqliteSession, openSqlite } from "./sqlite/file.ts";
import { rowSchemas } from "./tables.ts";
import { describeSchema } from "./testing/describe-schema.ts";
import { openStoreWorld, storeKinds } from "./testing/world.ts";

const toSnake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

describe("migrations", () => {
  it("that are released never change", () => {
    expect(
      migrations.map(({ number, name, breaking, sql }) => [
        number,
        name,
        breaking,
        migrationDigest(sql),
      ]),
    ).toMatchInlineSnapshot(`
      [
        [
          1,
          "first",
          true,
          "a5b30b32f5ab2837",
        ],
        [
          2,
          "schema changes",
          false,
          "3eaf048f11023c0b",
        ],
      ]
    `);
  });

  it("are numbered from 1 without gaps and add up to schema.gen.sql", async () => {
    expect(migrations.map((migration) => migration.number)).toEqual(
      migrations.map((_, index) => index + 1),
    );
    const database = await openSqlite(":memory:");
    const session = makeSqliteSession(database, 0);
    await migrate(session, migrations, {
      log: silentLog,
      place: "test",
      now: () => "2026-11-30T05:06:11.000Z",
    });
    expect(await describeSchema((sql) => session.rows(sql)), "npm run gen").toBe(
      await readFile(new URL("./schema.gen.sql", import.meta.url), "utf8"),
    );
    database.close();
  });
});

describe.each(storeKinds)("the tables in %s", (kind) => {
  it("are those that the code believes in, column by column", async () => {
    await using world = await openStoreWorld(kind);
    await world.store.meta.set("made", "yes");
    const rows =
      kind === "sqlite"
        ? await world.query(
            "select t.name as t, c.name as c from sqlite_master t join pragma_table_info(t.name) c where t.type = 'table'",
          )
        : await world.query(
            "select table_name as t, column_name as c from information_schema.columns where table_schema = 'revos'",
          );
    const real = rows
      .map((row) => `${row.t}.${row.c}`)
      .filter((name) => !/^(revos_migrations|sqlite_)/.test(name));
    const believed = Object.entries(rowSchemas).flatMap(([table, schema]) =>
      Object.keys(schema.shape).map((column) => `${toSnake(table)}.${toSnake(column)}`),
    );
    expect(real.sort()).toEqual(believed.sort());
  });
});
