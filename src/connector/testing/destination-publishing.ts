// Publishing: each sync mode leaves what design.md §3 says, schema growth included, and readers never see half.
import { expect } from "vitest";
import { stage, type DestinationSuite } from "./destination-suite.ts";

const deduped = { mode: "incremental_deduped_history", key: ["id"], newer: ["seq"] } as const;

export function testPublishing(suite: DestinationSuite): void {
  const { test, world } = suite;
  const schemaOf = (): string => suite.schema;
  const rowsOf = (
    table: string,
    columns = "id, v",
  ): Promise<readonly Readonly<Record<string, string | null>>[]> =>
    world().read(`select ${columns} from ${quoted(schemaOf())}.${quoted(table)} order by id, v`);

  test("publish", "a full refresh replaces the table, and only the table", async () => {
    await suite.open(async (open) => {
      await open.publish(await stage(open, schemaOf(), "full", ["1, 'a', 1", "2, null, 2"]));
      await open.publish(await stage(open, schemaOf(), "beside", ["9, 'z', 1"]));
      await open.publish(await stage(open, schemaOf(), "full", ["2, 'b', 3"]));
    });
    expect(await rowsOf("full")).toEqual([{ id: "2", v: "b" }]);
    expect(await rowsOf("beside")).toEqual([{ id: "9", v: "z" }]);
  });

  test("publish", "a full refresh may leave an empty table", async () => {
    await suite.open(async (open) => {
      await open.publish(await stage(open, schemaOf(), "emptied", ["1, 'a', 1"]));
      await open.publish(await stage(open, schemaOf(), "emptied", []));
    });
    expect(await rowsOf("emptied")).toEqual([]);
  });

  test("publish", "an append adds and removes nothing", async () => {
    await suite.open(async (open) => {
      for (const rows of [["1, 'a', 1"], ["1, 'a', 1", "2, 'b', 2"], []])
        await open.publish(
          await stage(open, schemaOf(), "appended", rows, { mode: "incremental_append" }),
        );
    });
    expect(await rowsOf("appended")).toEqual([
      { id: "1", v: "a" },
      { id: "1", v: "a" },
      { id: "2", v: "b" },
    ]);
  });

  test(
    "publish",
    "an upsert keeps one row a key, NULL parts equal, and never goes back",
    async () => {
      await suite.open(async (open) => {
        await open.publish(
          await stage(
            open,
            schemaOf(),
            "upserted",
            ["1, 'a', 10", "2, 'b', 10", "null, 'n', 10"],
            deduped,
          ),
        );
        await open.publish(
          await stage(
            open,
            schemaOf(),
            "upserted",
            ["2, 'newer', 11", "3, 'c', 11", "null, 'n2', 11"],
            deduped,
          ),
        );
        await open.publish(await stage(open, schemaOf(), "upserted", ["2, 'older', 9"], deduped));
      });
      const rows = await rowsOf("upserted");
      expect(new Set(rows.map((row) => `${row.id}:${row.v}`))).toEqual(
        new Set(["1:a", "2:newer", "3:c", "null:n2"]),
      );
      expect(rows).toHaveLength(4);
    },
  );

  test("publish", "replaying a batch changes nothing", async () => {
    const batch = ["1, 'a', 1", "2, 'b', 2"];
    await suite.open(async (open) => {
      for (let i = 0; i < 3; i++)
        await open.publish(await stage(open, schemaOf(), "replayed", batch, deduped));
    });
    expect(await rowsOf("replayed")).toEqual([
      { id: "1", v: "a" },
      { id: "2", v: "b" },
    ]);
  });

  test(
    "publish",
    "columns are added and widened before the rows go in, NULL staying NULL",
    async () => {
      await suite.open(async (open) => {
        await open.publish(
          await stage(open, schemaOf(), "grown", ["1, 'a', 1", "2, null, null"], deduped),
        );
        const alter = [
          { column: "extra", type: "varchar", change: "add" },
          { column: "seq", type: "varchar", change: "retype" },
        ] as const;
        await open.publish(
          await stage(open, schemaOf(), "grown", ["3, 'c', 'n/a', 'x'"], {
            ...deduped,
            newer: null,
            columns: "id bigint, v varchar, seq varchar, extra varchar",
            alter,
          }),
        );
      });
      expect(await rowsOf("grown", "id, v, seq, extra")).toEqual([
        { id: "1", v: "a", seq: "1", extra: null },
        { id: "2", v: null, seq: null, extra: null },
        { id: "3", v: "c", seq: "n/a", extra: "x" },
      ]);
    },
  );

  test("publish", "odd names of tables and columns survive", async () => {
    await suite.open(async (open) => {
      await open.publish(
        await stage(open, schemaOf(), 'Odd "name" 日本', ["1, 'a', 1"], {
          columns: 'id bigint, v varchar, "Select; --" bigint',
        }),
      );
    });
    expect(
      await world().read(
        `select id, v, ${quoted("Select; --")} as odd from ${quoted(schemaOf())}.${quoted('Odd "name" 日本')}`,
      ),
    ).toEqual([{ id: "1", v: "a", odd: "1" }]);
  });

  test("publish", "values come back as they were staged", async () => {
    const columns =
      "id bigint, v varchar, d decimal(38,10), f double, t timestamptz, b boolean, j varchar";
    const row =
      "9223372036854775807, 'it''s 日本 \"x\"', 1234567890123456789012345678.0123456789, 0.1, '2024-02-29 12:34:56.789012+00', true, '{\"a\": 1.0}'";
    await suite.open(
      async (open) =>
        await open.publish(await stage(open, schemaOf(), "valued", [row], { columns })),
    );
    expect(await rowsOf("valued", "id, v, d, f, b, j")).toEqual([
      {
        id: "9223372036854775807",
        v: 'it\'s 日本 "x"',
        d: "1234567890123456789012345678.0123456789",
        f: "0.1",
        b: "true",
        j: '{"a": 1.0}',
      },
    ]);
  });

  test(
    "publish",
    "a failed publish leaves the table, the marker and the books as they were",
    async () => {
      const before = await suite.open(async (open) => {
        const first = await stage(open, schemaOf(), "failed", ["1, 'a', 1"], {
          ...deduped,
          position: "p1",
        });
        await open.publish(first);
        const bad = await stage(open, schemaOf(), "failed", ["2, 'b', 2"], {
          ...deduped,
          position: "p2",
          alter: [{ column: "nowhere", type: "bigint", change: "retype" }],
        });
        await expect(open.publish(bad)).rejects.toBeDefined();
        return (await open.describe(first.target, first.marker.key)).marker;
      });
      expect([before?.position, before?.runId]).toEqual(["p1", expect.stringMatching(/^run_/)]);
      expect(await rowsOf("failed")).toEqual([{ id: "1", v: "a" }]);
      const ledger = await world().read(
        `select count(*) as n from _revos.ledger where stream = 'failed'`,
      );
      expect(ledger).toEqual([{ n: "1" }]);
    },
  );
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
