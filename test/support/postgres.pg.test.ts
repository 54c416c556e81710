// The support itself: both kinds of Postgres start, and databases are apart.
import { describe, expect, it } from "vitest";
import { openDatabase, testClusters } from "./postgres.ts";

describe("test Postgres", () => {
  it.each(testClusters().map((cluster) => cluster.kind))("%s answers", async (kind) => {
    await using database = await openDatabase(kind);
    expect(await database.query("select current_database() as name")).toEqual([
      { name: database.name },
    ]);
  });
});
