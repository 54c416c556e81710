// Rows from the warehouse into a table of the workbench, by the source's own reader: binary COPY, decoded into segments
// that DuckDB loads, so that a value comes back as exactly the value that was sent.
import { mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { SegmentWriter } from "../../../connector/segment-writer.ts";
import { segmentBytes, segmentRows, type SegmentColumn } from "../../../connector/segment.ts";
import { quoteName, quoteText } from "../../../connector/workbench.ts";
import { planColumn } from "../read-plan.ts";
import { copyRows } from "../rows.ts";
import type { Session } from "../session.ts";
import { toCanonical } from "../types.ts";
import { resolveTypes } from "../type-lookup.ts";
import { duckTypeName } from "../../../connector/duck/type-names.ts";
import type { Bench } from "./bench-table.ts";

/**
 * Adds the rows of the selects (all of the same shape) to the workbench table `into`, which is made anew from the first
 * one's columns. `into` is a temp table's name.
 */
export async function fetchRows(
  session: Session,
  bench: Bench,
  selects: readonly string[],
  into: string,
): Promise<void> {
  const [first = ""] = selects;
  const { fields } = await session.query(`select * from (${first}) as r where false`);
  const types = await resolveTypes(session, fields);
  const planned = fields.map((field, i) => {
    const type = types[i] ?? { oid: 25, typeModifier: -1, element: null };
    const canonical = toCanonical(type);
    const plan = planColumn({ source: field.name, name: `c${i}`, type: canonical }, type, false);
    // A decimal without a size: as wide as the workbench has it.
    const duck = duckTypeName(canonical);
    return { name: field.name, duck, plan };
  });
  const table = `temp.${quoteName(into)}`;
  await bench.workbench.run(
    `create or replace temp table ${quoteName(into)} (${planned.map(({ name, duck }) => `${quoteName(name)} ${duck}`).join(", ")})`,
  );
  const cells = planned.map(({ duck, plan }) => loadSql(plan.segment, duck)).join(", ");
  await mkdir(bench.scratch, { recursive: true, mode: 0o700 });
  const file = join(bench.scratch, "fetched.parquet");
  try {
    for (const select of selects) {
      const sql = `copy (select ${planned.map(({ plan }) => plan.select).join(", ")} from (${select}) as r) to stdout (format binary)`;
      const writer = new SegmentWriter(
        planned.map(({ plan }) => plan.segment),
        { segmentRows, segmentBytes },
      );
      const rows = copyRows({
        stream: "the warehouse",
        fields: planned.map(({ plan }) => plan.field),
        writer,
        filter: null,
        filterFields: [],
      });
      const copy = session.copy(sql, rows);
      try {
        for (let state = ""; state !== "end";) {
          state = await session.pull(() => copy.next(bench.signal));
          if (writer.isEmpty) continue;
          await save(file, writer.take().parts);
          writer.clear();
          await bench.workbench.run(
            `insert into ${table} select ${cells} from read_parquet(${quoteText(file)})`,
          );
        }
      } finally {
        await copy.close();
      }
    }
  } finally {
    await rm(file, { force: true });
  }
}

async function save(file: string, parts: readonly Uint8Array[]): Promise<void> {
  const handle = await open(file, "w", 0o600);
  try {
    for (const part of parts) if (part.length > 0) await handle.writeFile(part);
  } finally {
    await handle.close();
  }
}

function loadSql({ name, wire, type }: SegmentColumn, duck: string): string {
  const column = quoteName(name);
  if (wire === "native" || type.kind === "text") return column;
  if (type.kind === "list") {
    const texts = `from_json(${column}, '["VARCHAR"]')`;
    switch (type.of.kind) {
      case "binary":
        return `list_transform(${texts}, lambda e: unhex(substr(e, 3)))`;
      case "date":
      case "timestamp":
      case "timestamptz":
        // Postgres writes the era at the end, DuckDB reads it behind the day.
        return String.raw`list_transform(${texts}, lambda e: regexp_replace(e, '^(\S+)(.*) BC$', '\1 (BC)\2'))::${duck}`;
      default:
        return `${texts}::${duck}`;
    }
  }
  return `${column}::${duck}`;
}
