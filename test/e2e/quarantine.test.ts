// Held rows of an ad hoc sync and of a connection as a user meets them: values shown, personal ones not, dry run that touches
// nothing, replay without flags or keys, and nothing to do the second time.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openFolder } from "../support/cli.ts";

type Group = { group: string; rows: number; sample: string | null; status: string };
type Row = {
  id: string;
  reasons: { column: string; value: string | null }[];
  original: Record<string, string | null>;
};

const digestOf = (file: string): string =>
  createHash("sha256").update(readFileSync(file)).digest("hex");

describe("quarantine of an ad hoc sync", () => {
  it("is listed, shown and replayed later without the flags of the sync", async () => {
    await using folder = await openFolder();
    const file = join(folder.dir, "w.duckdb");
    writeFileSync(
      join(folder.dir, "o.csv"),
      "id,amount,email\n1,10,a@x.test\n2,5,b@x.test\n3,7\n4,1,d@x.test\n",
    );
    const sync = ["sync", "--source", "file:o.csv", "--into", "duckdb:w.duckdb", "--stream", "o"];
    const synced = await folder.revos([
      ...sync,
      "--mode",
      "full_refresh_overwrite",
      "--pii",
      "clear",
      "--json",
    ]);
    expect(synced.code, synced.stderr).toBe(0);
    expect(synced.json<{ next: { command: string }[] }>().next[0]?.command).toBe(
      "revos quarantine list",
    );

    const [group] = (await folder.revos(["quarantine", "list", "--json"])).json<Group[]>();
    expect(group).toMatchObject({
      rows: 1,
      status: "held",
      sample: "***",
      limit: { rows: 100, percent: 5 },
    });
    const rows = await folder.revos(["quarantine", "list", "--rows", "--json"]);
    const [row] = rows.json<Row[]>();
    expect(row?.original).toMatchObject({ id: "3", amount: "7", email: null, _revos_line: "***" });
    // The project's own warehouse was never needed, so it was not made.
    expect(existsSync(folder.warehouse)).toBe(false);

    const before = digestOf(file);
    writeFileSync(join(folder.dir, "fix.yaml"), "set: { email: c@x.test }\n");
    const replay = ["quarantine", "replay", group?.group ?? "", "--fix", "fix.yaml", "--json"];
    const dry = await folder.revos([...replay, "--dry-run"]);
    expect(dry.json(), dry.stderr).toMatchObject({ tried: 1, replayed: 1, stays: 0, dryRun: true });
    expect(digestOf(file)).toBe(before);

    const real = await folder.revos([...replay, "--yes"]);
    expect(real.json(), real.stderr).toMatchObject({ tried: 1, replayed: 1, stays: 0, exit: 0 });
    expect(await folder.rows("select id::int as id, email from o where id = 3", file)).toEqual([
      { id: "3", email: "c@x.test" },
    ]);
    const again = await folder.revos([...replay, "--yes"]);
    expect(again.json()).toMatchObject({ tried: 0, replayed: 0 });
    expect((await folder.revos(["quarantine", "list"])).stdout).toContain(
      "Nothing is in quarantine.",
    );
  });
});

describe("quarantine of a connection with an encrypted column", () => {
  it("is replayed without the key; personal values are shown only on request, which is recorded", async () => {
    await using folder = await openFolder();
    const csv = join(folder.dir, "people.csv");
    writeFileSync(csv, "id,age,card_number,email\n1,30,4111,a@x.test\n2,old,4222,b@x.test\n");
    const made = await folder.revos(
      ["sources", "create", "--connector", "file", "--name", "people", "--config", "-", "--json"],
      { input: JSON.stringify({ path: csv }) },
    );
    const { id } = made.json<{ id: string }>();
    await folder.revos(["sources", "list-streams", id, "--json"]);
    mkdirSync(join(folder.dir, "connections"));
    writeFileSync(
      join(folder.dir, "connections", "people.yaml"),
      `apiVersion: revos/v1
kind: Connection
metadata: { name: people }
spec:
  name: All people
  source: { id: ${id} }
  schedule: manual
  limits: { maxQuarantine: 5 }
  streams:
    - name: people
      syncMode: full_refresh_overwrite
      columns: { age: { type: int32 } }
      mappers:
        - type: encryption
          mapperConfiguration: { algorithm: AES, targetField: card_number, key: "\${env.CARD_KEY}", mode: GCM, padding: NoPadding }
`,
    );
    expect((await folder.revos(["apply", "--yes", "--json"])).code).toBe(0);
    const env = { CARD_KEY: "00112233445566778899aabbccddeeff" };
    const synced = await folder.revos(["sync", "people", "--json"], { env });
    expect(synced.code, synced.stderr).toBe(0);

    const [group] = (await folder.revos(["quarantine", "list", "--json"])).json<Group[]>();
    expect(group).toMatchObject({ rows: 1, sample: "old", limit: { rows: 5, percent: 0 } });
    const table = await folder.revos(["quarantine", "list", "people"]);
    expect(table.stdout).toMatch(/^GROUP .* LIMIT +SAMPLE/m);
    expect(table.stdout).toMatch(/ 5 +"old" /);
    const rows = (await folder.revos(["quarantine", "list", "people", "--rows", "--json"])).json<
      Row[]
    >();
    expect(rows[0]?.reasons).toMatchObject([{ column: "age", value: "old" }]);
    expect(rows[0]?.original).toMatchObject({ age: "old", email: "***" });
    const shown = await folder.revos([
      "quarantine",
      "show",
      rows[0]?.id ?? "",
      "--reveal",
      "--json",
    ]);
    expect(shown.json<Row>().original).toMatchObject({ email: "b@x.test" });
    expect(shown.stdout).not.toContain("4222");

    writeFileSync(join(folder.dir, "fix.yaml"), "set: { age: 44 }\n");
    const replayed = await folder.revos([
      "quarantine",
      "replay",
      "people",
      "--fix",
      "fix.yaml",
      "--yes",
      "--json",
    ]);
    expect(replayed.json(), replayed.stderr).toMatchObject({ replayed: 1, stays: 0 });
    expect(await folder.rows("select age::varchar as age from people_people where id = 2")).toEqual(
      [{ age: "44" }],
    );
  });
});
