// Bug cases of apply and diff from public reports: nothing changed is nothing to do (B190), looking changes nothing (B191),
// and long names stay apart (B155, in a warehouse without a limit).
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openFolder, type Folder } from "../support/cli.ts";

const secret = { SHOP_KEY: "00112233445566778899aabbccddeeff" };

/** A project with a file source and a connection whose mapper names a secret. */
async function openProject(): Promise<Folder & { readonly file: string }> {
  const folder = await openFolder();
  writeFileSync(join(folder.dir, "people.csv"), "id,card_number\n1,4111\n2,4222\n");
  const made = await folder.revos(
    ["sources", "create", "--connector", "file", "--name", "people", "--config", "-", "--json"],
    { input: JSON.stringify({ path: join(folder.dir, "people.csv") }) },
  );
  const { id } = made.json<{ id: string }>();
  await folder.revos(["sources", "list-streams", id, "--json"]);
  mkdirSync(join(folder.dir, "connections"));
  const file = join(folder.dir, "connections", "people-all.yaml");
  writeFileSync(
    file,
    `apiVersion: revos/v1
kind: Connection
metadata:
  name: people-all
spec:
  name: All people
  source: { id: ${id} }
  schedule: { units: 60, timeUnit: minutes }
  streams:
    - name: people
      syncMode: full_refresh_overwrite
      lookback: 60s
      mappers:
        - type: encryption
          mapperConfiguration: { algorithm: AES, targetField: card_number, key: "\${env.SHOP_KEY}", mode: GCM, padding: NoPadding }
`,
  );
  return Object.assign(folder, { file });
}

/** Everything below the project as bytes, but for what two readers of SQLite share while it is open. */
function snapshot(dir: string): Record<string, string> {
  const all: Record<string, string> = {};
  for (const name of readdirSync(dir, { recursive: true, encoding: "utf8" })) {
    if (/-(wal|shm)$/.test(name) || name.includes("cache")) continue;
    try {
      all[name] = createHash("sha256")
        .update(readFileSync(join(dir, name)))
        .digest("hex");
    } catch {
      all[name] = "folder";
    }
  }
  return all;
}

describe("B190: apply where nothing changed", () => {
  it("has nothing to do the second time, nor after a change of form only; the file stays", async () => {
    await using folder = await openProject();
    const apply = ["apply", "--yes", "--json"];
    const first = await folder.revos(apply, { env: secret });
    expect(first.json(), first.stderr).toMatchObject({ changed: true, exit: 0 });
    const written = readFileSync(folder.file, "utf8");
    expect((await folder.revos(apply, { env: secret })).json()).toMatchObject({ changed: false });
    expect(readFileSync(folder.file, "utf8")).toBe(written);

    // Order of keys, comments, quotes, 60 minutes as an hour, 60s as 1m.
    const reformed = written
      .replace(
        "schedule: { units: 60, timeUnit: minutes }",
        "schedule: { timeUnit: 'hours', units: 1 } # hourly",
      )
      .replace("lookback: 60s", 'lookback: "1m"')
      .replace(
        "{ algorithm: AES, targetField: card_number,",
        '{ targetField: "card_number", algorithm: AES,',
      );
    expect(reformed).not.toBe(written);
    writeFileSync(folder.file, reformed);
    const diff = await folder.revos(["diff", "--exit-code"], { env: secret });
    expect(diff.stdout).toContain("No changes.");
    expect(diff.code).toBe(0);
    expect((await folder.revos(apply, { env: secret })).json()).toMatchObject({ changed: false });
    expect(readFileSync(folder.file, "utf8")).toBe(reformed);
  });

  it("shows another reference to a secret as a change, and never its value", async () => {
    await using folder = await openProject();
    await folder.revos(["apply", "--yes", "--json"], { env: secret });
    writeFileSync(folder.file, readFileSync(folder.file, "utf8").replace("SHOP_KEY", "OTHER_KEY"));
    const env = { ...secret, OTHER_KEY: "ffeeddccbbaa99887766554433221100" };
    const diff = await folder.revos(["diff", "--exit-code"], { env });
    expect(diff.code).toBe(10);
    expect(diff.stdout).toContain("OTHER_KEY");
    expect(diff.stdout + diff.stderr).not.toMatch(/00112233|ffeeddcc/);
  });
});

describe("B191: diff", () => {
  it("changes no byte of the project, makes no warehouse, and leaves no lock", async () => {
    await using folder = await openProject();
    const before = snapshot(folder.dir);
    for (const args of [
      ["diff", "-vv"],
      ["diff", "--full"],
      ["diff", "--json"],
    ])
      expect((await folder.revos(args)).code).toBe(0);
    expect(snapshot(folder.dir)).toEqual(before);
    expect(existsSync(folder.warehouse)).toBe(false);
  });
});

describe("B155: column names that are equal in their first 63 characters", () => {
  it("stay three columns with three values", async () => {
    await using folder = await openFolder();
    const long = "customer_lifetime_value_prediction_from_the_second_model_version_";
    const names = ["title", "rank", "title_2"].map((end) => long + end);
    writeFileSync(join(folder.dir, "long.csv"), `${names.join(",")}\n1,2,3\n`);
    const synced = await folder.revos([
      ...["sync", "--source", "file:long.csv", "--into", "duckdb:warehouse.duckdb"],
      ...["--stream", "long", "--mode", "full_refresh_overwrite", "--json"],
    ]);
    expect(synced.code, synced.stderr).toBe(0);
    const columns = names.map((name) => `"${name}"::int as "${name}"`).join(", ");
    expect(await folder.rows(`select ${columns} from long`)).toEqual([
      { [names[0] ?? ""]: "1", [names[1] ?? ""]: "2", [names[2] ?? ""]: "3" },
    ]);
  });
});

describe("apply --only", () => {
  it("does what it names, and asks for no consent to anything else", async () => {
    await using folder = await openProject();
    expect((await folder.revos(["apply", "--yes", "--json"], { env: secret })).code).toBe(0);
    const text = readFileSync(folder.file, "utf8");
    rmSync(folder.file);
    writeFileSync(
      join(folder.dir, "connections", "people-two.yaml"),
      text.replaceAll("people-all", "people-two").replace(/^ {2}(?:id|prefix): .*\n/gm, ""),
    );
    // The other file is gone: that is a deletion, which --yes does not cover.
    const all = await folder.revos(["apply", "--yes", "--json"], { env: secret });
    expect(all.code).toBe(7);
    const asked = await folder.revos(["apply", "--only", "people-two", "--json"], { env: secret });
    expect(asked.code, asked.stderr).toBe(7);
    const { advice } = asked.error();
    expect(advice).toMatch(/^revos apply --plan p_\w+ --only people-two --yes$/);
    const done = await folder.revos([...advice.split(" ").slice(1), "--json"], { env: secret });
    expect(done.code, done.stderr).toBe(0);
    expect(done.json<{ items: object[] }>().items).toMatchObject([
      { action: "create", name: "people-two", status: "ok" },
    ]);
    const listed = await folder.revos(["connections", "list", "--json"]);
    expect(listed.json<{ name: string }[]>().map(({ name }) => name)).toEqual([
      "people-all",
      "people-two",
    ]);
  });
});
