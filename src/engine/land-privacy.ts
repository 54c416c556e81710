// Privacy transforms and the early row filter for sources that do not run them while decoding. They run inside the
// statement (or over the rows) that writes the segment, so that no plaintext of a hashed, encrypted or dropped column
// reaches a disk. mappers.md, Privacy first.
import {
  originalColumn,
  reasonsColumn,
  type CellReason,
  type QuerySegment,
  type RowSegment,
  type SegmentColumn,
} from "../connector/segment.ts";
import type { ReadColumn, SourceCapabilities } from "../connector/source.ts";
import { quoteName, quoteText, type Workbench } from "../connector/workbench.ts";
import { makeId } from "../kernel/ids.ts";
import type { CatalogStream } from "../model/catalog.ts";
import { textSql } from "./convert-text.ts";
import type { MapperPlan } from "./mappers/plan.ts";

export type ShapedQuery = {
  readonly sql: string;
  readonly columns: readonly SegmentColumn[];
  readonly hasBad: boolean;
  /** Rows the early filter dropped; known after the statement has run. */
  filtered(): number;
};

export type PrivacyBench = {
  query(segment: QuerySegment): Promise<ShapedQuery>;
  rows(segment: RowSegment): RowSegment;
};

/** What the source is asked for, and what is left for us to do with its segments (null: nothing). */
export type ReadSplit = {
  readonly columns: readonly ReadColumn[];
  readonly filter: MapperPlan["early"];
  readonly privacy: ((workbench: Workbench) => PrivacyBench) | null;
};

const filterColumn = (index: number): string => `_revos filter ${index}`;

export function splitRead(
  mappers: MapperPlan,
  stream: CatalogStream,
  capabilities: SourceCapabilities,
): ReadSplit {
  const isPlain = mappers.early === null && mappers.read.every((column) => !column.privacy);
  if (capabilities.privacy || isPlain)
    return { columns: mappers.read, filter: mappers.early, privacy: null };
  const bare = mappers.read.map(({ source, name, type }) => ({ source, name, type }));
  const asked = (mappers.early?.fields ?? []).map((field, index): ReadColumn => ({
    source: field,
    name: filterColumn(index),
    type: stream.columns.find((column) => column.name === field)?.type ?? { kind: "text" },
  }));
  return {
    columns: [...bare, ...asked],
    filter: null,
    privacy: (workbench) => makePrivacyBench(workbench, mappers),
  };
}

function makePrivacyBench(workbench: Workbench, mappers: MapperPlan): PrivacyBench {
  const { early, read } = mappers;
  return {
    async query(segment) {
      const textOf = (name: string): string => {
        const column = segment.columns.find((other) => other.name === name);
        return !column || column.wire === "text"
          ? quoteName(name)
          : textSql(quoteName(name), column.type);
      };
      const id = makeId("f", 12);
      let dropped = 0;
      const expressions: string[] = [];
      const failures: string[] = [];
      for (const [index, column] of read.entries()) {
        const transform = column.privacy;
        if (!transform) {
          expressions.push(quoteName(column.name));
          continue;
        }
        // `+text` or `-reason`: a scalar function gives one value.
        const name = `${id}_${index}`;
        await workbench.defineFunction(name, 1, (text) => {
          if (text === null) return null;
          const made = transform(text);
          return "text" in made ? `+${made.text}` : `-${made.failed}`;
        });
        const made = quoteName(`_revos made ${index}`);
        expressions.push(`${name}(${textOf(column.name)}) as ${made}`);
        failures.push(
          `case when starts_with(${made}, '-') then {'column': ${quoteText(column.name)}, 'value': null::varchar, 'rule': substr(${made}, 2)} end`,
        );
      }
      let where = "";
      if (early) {
        const name = `${id}_keep`;
        await workbench.defineFunction(name, early.fields.length, (...texts) => {
          const keep = early.keep(texts);
          if (!keep) dropped++;
          return keep ? "y" : "n";
        });
        where = ` where ${name}(${early.fields.map((_, index) => textOf(filterColumn(index))).join(", ")}) = 'y'`;
      }
      const bad = segment.hasBad ? [reasonsColumn, originalColumn].map(quoteName) : [];
      const inner = `select ${[...expressions, ...bad].join(", ")} from (${segment.sql})${where}`;
      const cells = read.map((column, index) =>
        column.privacy
          ? `case when starts_with(${quoteName(`_revos made ${index}`)}, '+') then substr(${quoteName(`_revos made ${index}`)}, 2) end as ${quoteName(column.name)}`
          : quoteName(column.name),
      );
      const found = `list_filter([${failures.join(", ")}], lambda r: r is not null)`;
      const before = `coalesce(from_json(${quoteName(reasonsColumn)}, '[{"column":"VARCHAR","value":"VARCHAR","rule":"VARCHAR"}]'), [])`;
      const all =
        failures.length === 0
          ? before
          : segment.hasBad
            ? `list_concat(${before}, ${found})`
            : found;
      const original = `to_json({${read.map((column, index) => `${quoteText(column.name)}: ${column.privacy ? `case when starts_with(${quoteName(`_revos made ${index}`)}, '+') then substr(${quoteName(`_revos made ${index}`)}, 2) end` : textOf(column.name)}`).join(", ")}})`;
      const hasBad = segment.hasBad || failures.length > 0;
      const badCells = hasBad
        ? `, case when len(${all}) > 0 then cast(to_json(${all}) as varchar) end as ${quoteName(reasonsColumn)}, case when len(${all}) > 0 then cast(${original} as varchar) end as ${quoteName(originalColumn)}`
        : "";
      const columns = read.map((column): SegmentColumn => {
        const given = segment.columns.find((other) => other.name === column.name);
        return column.privacy || !given
          ? { name: column.name, type: { kind: "text" }, wire: "text" }
          : given;
      });
      return {
        sql: `select ${cells.join(", ")}${badCells} from (${inner})`,
        columns,
        hasBad,
        filtered: () => Math.max(0, segment.filtered) + dropped,
      };
    },
    rows(segment) {
      const at = new Map(segment.columns.map((column, index) => [column.name, index]));
      const cellOf = (row: readonly (string | null)[], name: string): string | null =>
        row[at.get(name) ?? -1] ?? null;
      let dropped = 0;
      const values = segment.values.flatMap((row) => {
        if (
          early &&
          !early.keep(early.fields.map((_, index) => cellOf(row, filterColumn(index))))
        ) {
          dropped++;
          return [];
        }
        const before = segment.hasBad ? (row[segment.columns.length] ?? null) : null;
        const reasons: CellReason[] = before === null ? [] : (JSON.parse(before) as CellReason[]);
        const cells = read.map((column): string | null => {
          const text = cellOf(row, column.name);
          if (text === null || !column.privacy) return text;
          const made = column.privacy(text);
          if ("text" in made) return made.text;
          reasons.push({ column: column.name, value: null, rule: made.failed });
          return null;
        });
        // Rebuilt from what is stored: the source's own original may hold plaintext.
        const original =
          reasons.length > 0
            ? JSON.stringify(
                Object.fromEntries(
                  read.map((column, index) => [column.name, cells[index] ?? null]),
                ),
              )
            : null;
        return [[...cells, reasons.length > 0 ? JSON.stringify(reasons) : null, original]];
      });
      const columns = read.map((column): SegmentColumn => ({
        name: column.name,
        type: column.privacy ? { kind: "text" } : column.type,
        wire: "text",
      }));
      return {
        ...segment,
        values,
        rows: values.length,
        filtered: segment.filtered + dropped,
        columns,
        hasBad: true,
      };
    },
  };
}
