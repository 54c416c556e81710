// What a destination keeps beside the rows: marker, ledger, quarantine, held stages, and the tidying after a killed run.
import { expect } from "vitest";
import type { OpenDestination, Staged } from "../destination.ts";
import { stage, type DestinationSuite } from "./destination-suite.ts";

export function testBooks(suite: DestinationSuite): void {
  const { test, world } = suite;

  test("books", "marker and ledger are written with the rows", async () => {
    const { staged, before, after } = await suite.open(async (open) => {
      const made = await stage(open, suite.schema, "marked", ["1, 'a', 1", "2, 'b', 2"], {
        position: "p5|5",
      });
      const nothing = await open.describe(made.target, made.marker.key);
      await open.publish(made);
      return {
        staged: made,
        before: nothing,
        after: await open.describe(made.target, made.marker.key),
      };
    });
    expect([before.columns, before.hasRows, before.marker]).toEqual([null, false, null]);
    expect(after.columns?.map((column) => column.name)).toEqual([
      "id",
      "v",
      "seq",
      "_revos_id",
      "_revos_run_id",
      "_revos_extracted_at",
      "_revos_generation",
    ]);
    expect([
      after.hasRows,
      after.marker?.position,
      after.marker?.generation,
      after.marker?.runId,
    ]).toEqual([true, "p5|5", 1, staged.ledger.runId]);
    expect(
      await world().read(
        `select run_id, read, written, published from _revos.ledger where stream = 'marked'`,
      ),
    ).toEqual([{ run_id: staged.ledger.runId, read: "2", written: "2", published: "true" }]);
  });

  test("books", "markers of lanes and sources stay apart", async () => {
    const positions = await suite.open(async (open) => {
      const live = await stage(open, suite.schema, "lanes", ["1, 'a', 1"], {
        mode: "incremental_append",
        position: "live",
      });
      await open.publish(live);
      const other = await stage(open, suite.schema, "lanes", ["2, 'b', 2"], {
        mode: "incremental_append",
        position: "backfill",
      });
      await open.publish({
        ...other,
        marker: { ...other.marker, key: { ...other.marker.key, lane: "backfill" } },
      });
      const of = async (key: Partial<Staged["marker"]["key"]>) =>
        (await open.describe(live.target, { ...live.marker.key, ...key })).marker?.position ?? null;
      return [await of({}), await of({ lane: "backfill" }), await of({ sourceKey: "elsewhere" })];
    });
    expect(positions).toEqual(["live", "backfill", null]);
  });

  test("books", "a held stream publishes nothing, keeps its stage, and says so", async () => {
    const held = await suite.open(async (open) => {
      await open.publish(
        await stage(open, suite.schema, "held", ["1, 'a', 1"], { position: "p1" }),
      );
      const second = await stage(open, suite.schema, "held", ["7, 'x', 7"], { position: "p2" });
      const name = await open.hold({ ...second, ledger: { ...second.ledger, published: false } });
      const { marker } = await open.describe(second.target, second.marker.key);
      expect(marker?.position).toBe("p1");
      return name;
    });
    const text = `"${held.schema}"."${held.table}"`;
    expect(await world().read(`select id, v from ${text}`)).toEqual([{ id: "7", v: "x" }]);
    expect(await world().read(`select id from "${suite.schema}".held`)).toEqual([{ id: "1" }]);
    expect(
      await world().read(
        `select published from _revos.ledger where stream = 'held' order by run_id`,
      ),
    ).toEqual([{ published: "true" }, { published: "false" }]);
  });

  test("books", "quarantine rows land once, whatever the number of tries", async () => {
    await suite.open(async (open) => {
      for (let i = 0; i < 2; i++) {
        const quarantine = await stageQuarantine(open, ["q1", "q2"]);
        await open.publish(
          await stage(open, suite.schema, "quarantined", ["1, 'a', 1"], { quarantine }),
        );
      }
    });
    expect(
      await world().read(
        "select id, status, reasons from _revos.quarantine where stream = 'quarantined' order by id",
      ),
    ).toEqual(
      ["q1", "q2"].map((id) => ({
        id,
        status: "held",
        reasons: '[{"column":"v","value":"x","rule":"r"}]',
      })),
    );
  });

  test(
    "books",
    "what a killed run staged is gone at the next prepare, tables are not",
    async () => {
      const left = await suite.open(async (open) => {
        await open.publish(await stage(open, suite.schema, "kept", ["1, 'a', 1"]));
        return (await stage(open, suite.schema, "kept", ["2, 'b', 2"])).table;
      });
      await suite.open(async () => {});
      await expect(
        world().read(`select * from "${left.schema}"."${left.table}"`),
      ).rejects.toBeDefined();
      expect(await world().read(`select id from "${suite.schema}".kept`)).toEqual([{ id: "1" }]);
    },
  );

  test("books", "a table that revos did not make is left alone", async () => {
    const outcome = await suite.open(async (open) => {
      const made = await stage(open, suite.schema, "published_first", ["1, 'a', 1"]);
      await open.publish(made);
      await foreign(open, suite.schema);
      return await open
        .describe({ schema: suite.schema, table: "foreign_table" }, made.marker.key)
        .catch((error: unknown) => error);
    });
    expect(outcome).toMatchObject({ code: "destination.table_taken" });
  });
}

/** Only where the workbench is the destination itself can a foreign table be made from here; elsewhere the fixture skips it. */
const foreign = (open: OpenDestination, schema: string): Promise<void> =>
  open.workbench.run(`create table "${schema}".foreign_table (a bigint)`);

async function stageQuarantine(
  open: OpenDestination,
  ids: readonly string[],
): Promise<Staged["quarantine"]> {
  await open.workbench.run(
    "create or replace temp table suite_quarantine (id varchar, connection varchar, namespace varchar, stream varchar, run_id varchar, group_id varchar, quarantined_at timestamptz, reasons json, original json, contract_version varchar, mappers_digest varchar, segment varchar, row_number bigint, status varchar)",
  );
  for (const id of ids) {
    await open.workbench.run(
      `insert into suite_quarantine values ('${id}', 'suite', '', 'quarantined', 'run', 'g', now(), '[{"column":"v","value":"x","rule":"r"}]', '{"id":"1"}', null, 'd', 's', 1, 'held')`,
    );
  }
  return { schema: "temp", table: "suite_quarantine" };
}
