// Stores of other versions: older ones are brought up to date, newer ones are refused or warned about, a broken step undone.
import { describe, expect, it } from "vitest";
import type { Migration } from "./migrate.ts";
import { migrations } from "./migrations/all.ts";
import { openStoreWorld, storeKinds } from "./testing/world.ts";

const next = (
  breaking: boolean,
  sql = "create table later (id text primary key); alter table sources add column colour text",
): Migration => ({
  number: migrations.length + 1,
  name: "later",
  breaking,
  sql,
});

describe.each(storeKinds)("a %s store", (kind) => {
  it("of an older version is brought up to date when it is opened, with what is in it", async () => {
    await using world = await openStoreWorld(kind);
    await world.store.meta.set("a", "b");
    const newer = await world.open({ migrations: [...migrations, next(false)] });
    expect(await newer.meta.get("a")).toBe("b");
    expect(
      await world.query("select name, breaking from revos_migrations order by number"),
    ).toEqual([
      ...migrations.map(({ name, breaking }) => ({ name, breaking: breaking ? 1 : 0 })),
      { name: "later", breaking: 0 },
    ]);
    expect(await world.query("select id from later")).toEqual([]);
  });

  it("that a newer revos changed in a compatible way works, with a warning", async () => {
    await using world = await openStoreWorld(kind);
    await (await world.open({ migrations: [...migrations, next(false)] })).meta.set("a", "b");
    const older = await world.open();
    expect(await older.meta.get("a")).toBe("b");
    await older.sources.create({ name: "shop", kind: "file", config: {}, secrets: [] });
    expect(world.logged.find((record) => record.event === "store is newer")).toMatchObject({
      level: "warn",
      fields: { schema: migrations.length + 1, known: migrations.length },
    });
  });

  it("that a newer revos changed for good is refused", async () => {
    await using world = await openStoreWorld(kind);
    await (await world.open({ migrations: [...migrations, next(true)] })).meta.set("a", "b");
    await expect(world.open()).rejects.toMatchObject({
      code: "store.newer_schema",
      data: { schema: migrations.length + 1, known: migrations.length },
    });
  });

  it("stays as it was when a migration fails", async () => {
    await using world = await openStoreWorld(kind);
    await world.store.meta.set("a", "b");
    await expect(
      world.open({
        migrations: [
          ...migrations,
          next(false, "create table later (id text); insert into nowhere values (1)"),
        ],
      }),
    ).rejects.toMatchObject({ code: "store.failed" });
    expect(await (await world.open()).meta.get("a")).toBe("b");
    await world.open({ migrations: [...migrations, next(false)] });
    expect(await world.query("select id from later")).toEqual([]);
  });
});
