// Mappers in whole runs: the two public bug cases of kind MAP, keys that are hashed, encrypted columns that stay stable in
// incremental streams, filters in the books.
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Mapper } from "../../model/mapper.ts";
import { openWorld } from "../testing/world.ts";

const sha = (text: string) => createHash("sha256").update(text).digest("hex");
const hash = (targetField: string): Mapper => ({
  type: "hashing",
  mapperConfiguration: { targetField, method: "SHA-256" },
});

describe("runs with mappers", () => {
  it("B181: a dropped NOT NULL column is not missed, and the hashed key is the key", async () => {
    await using world = await openWorld({
      cust: {
        columns: { id: "int32", email: "text", name: "text" },
        key: ["id"],
        rows: [
          ["1", "a@x.test", "A"],
          ["1", "a@x.test", "A again"],
        ],
      },
    });
    const mappers: Mapper[] = [
      { type: "field-filtering", mapperConfiguration: { targetField: "email" } },
      {
        type: "field-renaming",
        mapperConfiguration: { originalFieldName: "name", newFieldName: "full_name" },
      },
      hash("id"),
    ];
    const run = await world.sync("cust", { mode: "full_refresh_overwrite_deduped", mappers });
    expect(run.streams[0]).toMatchObject({ status: "ok", read: 2, written: 1, deduplicated: 1 });
    expect(
      await world.query(
        "select * exclude (_revos_id, _revos_run_id, _revos_extracted_at, _revos_generation) from cust",
      ),
    ).toEqual([{ id: sha("1"), full_name: "A again" }]);
  });

  it("B182: NULL, missing and empty are told apart, and an empty stream is no failure", async () => {
    const mappers: Mapper[] = [
      {
        type: "row-filtering",
        mapperConfiguration: {
          conditions: {
            type: "NOT",
            conditions: [{ type: "EQUAL", fieldName: "email", comparisonValue: "" }],
          },
        },
      },
      hash("email"),
    ];
    await using world = await openWorld({
      people: {
        columns: { id: "int32", email: "text" },
        rows: [
          ["1", "a@x.test"],
          ["2", null],
          ["4", ""],
        ],
      },
      nobody: { columns: { id: "int32", email: "text" }, rows: [] },
    });
    const run = await world.sync({ people: {}, nobody: {} }, { mappers });
    expect(
      run.streams.map((stream) => [
        stream.status,
        stream.read,
        stream.written,
        stream.filtered,
        stream.balanced,
      ]),
    ).toEqual([
      ["ok", 3, 2, 1, true],
      ["ok", 0, 0, 0, true],
    ]);
    expect(await world.rows("select id, email from people order by id")).toEqual([
      [1, sha("a@x.test")],
      [2, null],
    ]);
    await world.sync("people", { mappers: [hash("email")] });
    expect(await world.rows("select email from people where id = 4")).toEqual([[sha("")]]);
  });

  it("finds a hashed or renamed key again in the next incremental run, and does not take a new ciphertext for a change", async () => {
    await using world = await openWorld({
      cards: {
        columns: { id: "int32", card: "text", at: "timestamptz" },
        key: ["id"],
        rows: [
          ["1", "4", "2026-01-01 00:00:00+00"],
          ["2", "5", "2026-01-01 00:00:00+00"],
        ],
      },
    });
    const mappers: Mapper[] = [
      {
        type: "hashing",
        mapperConfiguration: { targetField: "id", method: "MD5", fieldNameSuffix: "_h" },
      },
      {
        type: "encryption",
        mapperConfiguration: { algorithm: "AES", targetField: "card", key: "${env.K}" },
      },
      {
        type: "field-renaming",
        mapperConfiguration: { originalFieldName: "at", newFieldName: "changed_at" },
      },
    ];
    const how = {
      mode: "incremental_deduped_history",
      cursor: ["at"],
      mappers,
      run: { keys: { K: "0".repeat(32) } },
    } as const;
    await world.sync("cards", how);
    world.streams.cards!.rows = [
      ["1", "6", "2026-01-02 00:00:00+00"],
      ["2", "5", "2026-01-01 00:00:00+00"],
    ];
    const run = await world.sync("cards", how);
    expect(run.streams[0]).toMatchObject({
      status: "ok",
      read: 2,
      written: 1,
      deduplicated: 1,
      balanced: true,
    });
    expect(
      await world.rows(
        "select count(*), count(distinct id_h), max(changed_at)::varchar from cards",
      ),
    ).toEqual([[2, 2, "2026-01-02 00:00:00+00"]]);
  });

  it("refuses a key that is dropped and a missing encryption key before anything is read", async () => {
    await using world = await openWorld({
      cards: { columns: { id: "int32", card: "text" }, key: ["id"], rows: [["1", "4"]] },
    });
    const dropped = await world.sync("cards", {
      mode: "full_refresh_overwrite_deduped",
      mappers: [{ type: "field-filtering", mapperConfiguration: { targetField: "id" } }],
    });
    expect(dropped.streams[0]).toMatchObject({
      status: "failed",
      read: 0,
      error: { code: "config.mapper_breaks_key" },
    });
    const keyless = await world.sync("cards", {
      mappers: [
        {
          type: "encryption",
          mapperConfiguration: { algorithm: "AES", targetField: "card", key: "${env.NO_SUCH}" },
        },
      ],
    });
    expect(keyless.streams[0]).toMatchObject({
      status: "failed",
      read: 0,
      error: { code: "mapper.key_missing" },
    });
  });
});
