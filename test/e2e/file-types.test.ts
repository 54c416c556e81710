// A type that the user wrote decides over the one that was guessed from a file: codes keep their zeros.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openFolder } from "../support/cli.ts";

describe("columns.<name>.type of a file", () => {
  it("lands 007 as text although the file was all numbers when it was discovered", async () => {
    await using folder = await openFolder();
    const csv = join(folder.dir, "codes.csv");
    writeFileSync(csv, "id,zip\n1,90210\n2,10115\n");
    const config = JSON.stringify({ path: csv });
    const made = await folder.revos(
      ["sources", "create", "--connector", "file", "--name", "codes", "--config", "-", "--json"],
      { input: config },
    );
    expect(made.code, made.stderr).toBe(0);
    const { id } = made.json<{ id: string }>();
    expect((await folder.revos(["sources", "list-streams", id, "--json"])).code).toBe(0);
    mkdirSync(join(folder.dir, "connections"));
    writeFileSync(
      join(folder.dir, "connections", "codes-zip.yaml"),
      `apiVersion: revos/v1
kind: Connection
metadata:
  name: codes-zip
spec:
  name: Zip codes
  source: { id: ${id} }
  schedule: manual
  streams:
    - name: codes
      syncMode: full_refresh_overwrite
      columns:
        zip: { type: text }
`,
    );
    const applied = await folder.revos(["apply", "--yes", "--json"]);
    expect(applied.code, applied.stderr).toBe(0);
    writeFileSync(csv, "id,zip\n1,90210\n2,007\n");
    const synced = await folder.revos(["sync", "codes-zip", "--json"]);
    expect(synced.code, synced.stderr).toBe(0);
    expect(
      await folder.rows("select id::varchar as id, zip from codes_zip_codes order by 1"),
    ).toEqual([
      { id: "1", zip: "90210" },
      { id: "2", zip: "007" },
    ]);
  });
});
