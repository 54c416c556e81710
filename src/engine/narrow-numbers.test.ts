// Numbers of files are staged as decimals while all of them are narrow; one that is not, in a later segment, must change
// nothing of what was staged before it.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { source } from "../connectors/file/source.ts";
import type { SourceDefinition } from "../connector/source.ts";
import { openDriftWorld, type DriftWorld } from "./testing/drift-world.ts";

type World = DriftWorld & { write(text: string): Promise<void> };

async function openWorld(text: string): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), "revos-narrow-"));
  const path = join(folder, "t.csv");
  const write = (more: string): Promise<void> => writeFile(path, more);
  await write(text);
  const world = await openDriftWorld(source as unknown as SourceDefinition, { path }, "t", {
    mode: "full_refresh_overwrite",
    key: [],
  });
  return {
    ...world,
    write,
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** More rows than two segments hold; `odd` stands in the third. */
const rows = 130_000;
const file = (odd: string, last = rows): string =>
  `id,n\n${Array.from({ length: last }, (_, i) => `${i},${i === 125_000 ? odd : `${i}.50`}`).join("\n")}\n`;

const typeOf = "select column_type from (describe t) where column_name = 'n'";
const first = "select n from t where id in (0, 61441, 125000, 129999) order by id";
const total =
  "select count(*), count(distinct _revos_id), sum(id), min(_revos_id % 1000000) from t";
const books = (n: number): string[] => [String(n), String(n), String((n * (n - 1)) / 2), "0"];

describe("numbers of a file", () => {
  it("are decimals with six digits behind the point while no value has more", async () => {
    await using world = await openWorld(file("-999999999999.999999"));
    expect(await world.sync()).toMatchObject({ exit: 0, streams: [{ read: rows, written: rows }] });
    expect(await world.rows(typeOf)).toEqual([["DECIMAL(38,6)"]]);
    expect(await world.rows(first)).toEqual([
      ["0.500000"],
      ["61441.500000"],
      ["-999999999999.999999"],
      ["129999.500000"],
    ]);
    expect((await world.rows(total))[0]?.slice(0, 3)).toEqual(books(rows).slice(0, 3));
  });

  it("are staged again when a later one has more digits, each row once", async () => {
    await using world = await openWorld(file("12345678901234567.00000001"));
    expect(await world.sync()).toMatchObject({ exit: 0, streams: [{ read: rows, written: rows }] });
    expect(await world.rows(typeOf)).toEqual([["DECIMAL(38,8)"]]);
    expect(await world.rows(first)).toEqual([
      ["0.50000000"],
      ["61441.50000000"],
      ["12345678901234567.00000001"],
      ["129999.50000000"],
    ]);
    expect((await world.rows(total))[0]?.slice(0, 3)).toEqual(books(rows).slice(0, 3));
  });

  it("stay the texts of the file, zeros and all, where no decimal holds them together", async () => {
    const odd = `${"9".repeat(35)}.001`;
    const text = file(odd).replace("\n7,7.50\n", "\n7,7.00001\n");
    await using world = await openWorld(text);
    expect(await world.sync()).toMatchObject({ exit: 0, streams: [{ read: rows, written: rows }] });
    expect(await world.rows(typeOf)).toEqual([["VARCHAR"]]);
    expect(await world.rows(first)).toEqual([["0.50"], ["61441.50"], [odd], ["129999.50"]]);
    expect((await world.rows(total))[0]?.slice(0, 3)).toEqual(books(rows).slice(0, 3));
  });

  it("that are none any more go to quarantine with their text, beside decimals", async () => {
    await using world = await openWorld(file("1.25"));
    await world.sync();
    await world.write(file("seven and a bit"));
    expect(await world.sync()).toMatchObject({
      exit: 0,
      streams: [{ read: rows, written: rows - 1, quarantined: 1 }],
    });
    expect(await world.rows(typeOf)).toEqual([["DECIMAL(38,6)"]]);
    expect(
      await world.rows("select reasons->>'$[0].value', original->>'n' from _revos.quarantine"),
    ).toEqual([["seven and a bit", "seven and a bit"]]);
    await world.write(file("1e3", 10));
    await world.sync();
    expect(await world.rows("select max(n) from t")).toEqual([["9.500000"]]);
  });
});
