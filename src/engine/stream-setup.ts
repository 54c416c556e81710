// What a stream's load looks like, decided before the first row is read: columns and their types in the segment and in
// the table, mappers, key and cursor. Everything that can be refused without reading is refused here.
import type { OpenDestination } from "../connector/destination.ts";
import { fitName } from "../connector/fit-name.ts";
import { quoteName } from "../connector/workbench.ts";
import type { SourceCapabilities } from "../connector/source.ts";
import { RevosError } from "../kernel/error.ts";
import type { CatalogColumn, CatalogStream } from "../model/catalog.ts";
import type { FieldPath } from "../model/discovery.ts";
import { needsCursor, needsKey } from "../model/sync-mode.ts";
import { parseType, type CanonicalType } from "../model/types.ts";
import { duckType } from "./convert.ts";
import { planMappers, type MapperPlan } from "./mappers/plan.ts";
import { makeEventTime, type EventTime } from "./event-time.ts";
import { historyColumns, ownColumns } from "../model/own-columns.ts";
import type { TableField } from "./fields.ts";
import type { MapperKeys } from "./mappers/privacy.ts";
import type { StreamPlan } from "./plan.ts";
import { makeCursor, type StreamCursor } from "./cursor.ts";
import { pathSql } from "./path-sql.ts";

export type { TableField } from "./fields.ts";

export type StreamSetup = {
  readonly plan: StreamPlan;
  readonly stream: CatalogStream;
  readonly mappers: MapperPlan;
  /** Columns of the segment in the types that the load gives them. */
  readonly segment: readonly { readonly name: string; readonly type: CanonicalType }[];
  readonly fields: readonly TableField[];
  /** Table columns of the key. Empty: the mode has no key. */
  readonly key: readonly string[];
  readonly cursor: StreamCursor | null;
  readonly eventTime: EventTime | null;
  /** Boolean SQL over the segment's converted columns; rows are kept when it is true. */
  readonly filter: string | null;
  /** Table columns whose value differs each time although the source's is the same (random nonces): never compared. */
  readonly unstable: readonly string[];
  /** Columns whose name is too long for the destination. */
  readonly shortened?: readonly { readonly column: string; readonly as: string }[];
};

/** What drift and target ask of a set-up, beside the plan. */
export type SetupWishes = {
  /** Columns of the source that are loaded as another type than the source shows: the accepted one, or what the table holds. */
  readonly types?: ReadonlyMap<string, CanonicalType>;
  /** Accepted columns that the source no longer has. */
  readonly absent?: readonly CatalogColumn[];
  /** The table is replaced: absent columns stand in it as NULL. Else it keeps what it has. */
  readonly isReplacing?: boolean;
  readonly limits?: OpenDestination["limits"];
};

export function setUpStream(
  plan: StreamPlan,
  stream: CatalogStream,
  run: { readonly keys: MapperKeys | null },
  capabilities: SourceCapabilities,
  { types = new Map(), absent = [], isReplacing = false, limits }: SetupWishes = {},
): StreamSetup {
  const isRead = (column: CatalogColumn): boolean => plan.columns[column.name]?.include !== false;
  const columns = stream.columns.filter(isRead);
  const typed = [...columns, ...absent.filter(isRead)].map((column): CatalogColumn => ({
    ...column,
    type: wantedType(plan, column, types),
  }));
  const whole = planMappers({ mappers: plan.mappers, columns: typed, keys: run.keys });
  const gone = new Set(absent.map((column) => column.name));
  const goneSegments = new Set(
    whole.read.filter((column) => gone.has(column.source)).map((column) => column.name),
  );
  const planned: MapperPlan = {
    ...whole,
    read: whole.read.filter((column) => !gone.has(column.source)),
    project: whole.project.filter((field) => !goneSegments.has(field.from)),
  };
  // The source is asked for its own types; the load converts to the wanted ones.
  const own = new Map(columns.map((column) => [column.name, column.type]));
  const wantedTypes = new Map(typed.map((column) => [column.name, column.type]));
  const mappers: MapperPlan = {
    ...planned,
    read: planned.read.map((column) => ({
      ...column,
      type: own.get(column.source) ?? column.type,
      // Only what the user wrote or accepted: a source whose types are guesses must not judge by its guess then.
      ...(plan.columns[column.source]?.type === undefined && !types.has(column.source)
        ? {}
        : { wanted: wantedTypes.get(column.source) ?? column.type }),
    })),
  };
  const segment = planned.read.map((column) => ({
    name: column.name,
    type: planned.project.find((field) => field.from === column.name)?.type ?? column.type,
  }));
  const fields = planned.project.map((field): TableField => ({
    name: field.name,
    type: field.type,
    duck: duckType(field.type),
    from: field.from,
    sql: "",
    isExplicit: planned.read.some(
      (column) =>
        column.name === field.from &&
        (plan.columns[column.source]?.type !== undefined || types.has(column.source)),
    ),
  }));
  if (isReplacing)
    for (const field of whole.project)
      if (goneSegments.has(field.from)) fields.push(nullField(field.name, field.type));
  const keys = needsKey(plan.syncMode)
    ? plan.primaryKey.map((path) => keyField(path, planned, fields))
    : [];
  if (needsKey(plan.syncMode) && keys.length === 0) {
    const own = stream.sourceDefinedPrimaryKey;
    throw new RevosError(
      "config.primary_key_missing",
      `Stream ${stream.name} has no primary key, which ${plan.syncMode} needs.`,
      {
        where: { stream: stream.name },
        data: { suggestion: own.length > 0 ? own : null },
        ...(own.length > 0
          ? {
              advice: `The source names ${own.map((path) => path.join(".")).join(", ")} as its key: primaryKey: ${JSON.stringify(own)}`,
            }
          : {}),
      },
    );
  }
  if (needsCursor(plan.syncMode) && plan.cursorField.length === 0) {
    throw new RevosError(
      "config.cursor_missing",
      `Stream ${stream.name} has no cursor field, which ${plan.syncMode} needs.`,
      { where: { stream: stream.name } },
    );
  }
  const nested = keys.filter((key): key is TableField => typeof key !== "string");
  const all = [...fields, ...nested];
  refuseClashes(plan, all);
  return fitToLimits(limits, {
    plan,
    stream,
    mappers,
    segment,
    fields: all,
    key: keys.map((key) => (typeof key === "string" ? key : key.name)),
    eventTime: makeEventTime(plan, stream, planned, all),
    cursor: needsCursor(plan.syncMode)
      ? asAccepted(makeCursor(plan, stream, planned, all), types)
      : null,
    filter: allOf([capabilities.where ? null : plan.where, planned.filter]),
    unstable: planned.unstableColumns,
  });
}

/** Names that are too long for the destination are shortened, the same way in every run; more columns than it takes are refused. */
function fitToLimits(limits: OpenDestination["limits"], setup: StreamSetup): StreamSetup {
  if (!limits) return setup;
  const count = setup.fields.length + ownColumns.length;
  if (count > limits.columns)
    throw new RevosError(
      "destination.limit_exceeded",
      `Stream ${setup.stream.name} would need a table of ${count} columns (${ownColumns.length} of them revos's own); the destination takes ${limits.columns}. Nothing was read.`,
      { where: { stream: setup.stream.name }, data: { columns: count, most: limits.columns } },
    );
  const fit = (name: string): string => fitName(name, limits.nameBytes);
  const fields = setup.fields.map((field) => ({ ...field, name: fit(field.name) }));
  refuseClashes(setup.plan, fields);
  return {
    ...setup,
    fields,
    key: setup.key.map(fit),
    cursor: setup.cursor && { ...setup.cursor, column: fit(setup.cursor.column) },
    eventTime: setup.eventTime && {
      ...setup.eventTime,
      column: fit(setup.eventTime.column),
      sql: setup.eventTime.sql.replaceAll(
        quoteName(setup.eventTime.column),
        quoteName(fit(setup.eventTime.column)),
      ),
    },
    unstable: setup.unstable.map(fit),
    shortened: setup.fields
      .map(({ name }) => ({ column: name, as: fit(name) }))
      .filter(({ column, as }) => column !== as),
  };
}

/** Values of a cursor whose type was guessed or shown narrower compare as those of the accepted type: positions are of that. */
const asAccepted = (
  cursor: StreamCursor,
  types: ReadonlyMap<string, CanonicalType>,
): StreamCursor => {
  const type = types.get(cursor.field[0] ?? "");
  return cursor.isNested || !type ? cursor : { ...cursor, type };
};

/** A number of unknown size without a value is the decimal that an empty column of it becomes. */
function nullField(name: string, type: CanonicalType): TableField {
  const own: CanonicalType =
    type.kind === "number" ? { kind: "decimal", precision: 38, scale: 6 } : type;
  const duck = duckType(own);
  return { name, type: own, duck, from: null, sql: `cast(null as ${duck})`, isExplicit: false };
}

function wantedType(
  plan: StreamPlan,
  column: CatalogColumn,
  types: ReadonlyMap<string, CanonicalType>,
): CanonicalType {
  const text = plan.columns[column.name]?.type;
  if (text === undefined) return types.get(column.name) ?? column.type;
  const type = parseType(text);
  if (!type)
    throw new RevosError(
      "config.value_invalid",
      `columns.${column.name}.type of stream ${plan.stream.name} is not a type: ${text}.`,
      { where: { stream: plan.stream.name } },
    );
  return type;
}

const allOf = (conditions: readonly (string | null)[]): string | null => {
  const present = conditions.filter((condition) => condition !== null);
  return present.length === 0 ? null : present.map((condition) => `(${condition})`).join(" and ");
};

/** A key part that is a column is used as it is; a nested one gets a column of its own, named by its path. */
function keyField(
  path: FieldPath,
  mappers: MapperPlan,
  fields: readonly TableField[],
): string | TableField {
  const [column = "", ...rest] = mappers.resolve(path, "key");
  const field = fields.find((other) => other.name === column);
  if (!field) {
    throw new RevosError(
      "config.primary_key_not_discovered",
      `The key field ${path.join(".")} is not among the columns that are read.`,
      { data: { field: path } },
    );
  }
  if (rest.length === 0) return column;
  return {
    name: `_revos_key_${[column, ...rest].join(".")}`,
    type: { kind: "text" },
    duck: "varchar",
    from: null,
    sql: pathSql(field.from ?? field.name, rest),
    isExplicit: false,
  };
}

/** DuckDB and most warehouses ignore case in column names: two columns that differ only by it cannot both land. */
function refuseClashes({ stream, history }: StreamPlan, fields: readonly TableField[]): void {
  const kept = [...ownColumns, ...(history ? historyColumns : [])];
  const seen = new Map<string, string>(kept.map((name) => [name, name]));
  for (const { name } of fields) {
    const other = seen.get(name.toLowerCase());
    if (other !== undefined) {
      throw new RevosError(
        "config.name_clash",
        `Stream ${stream.name} would give its table two columns named alike: ${other} and ${name}.`,
        {
          advice: `Rename one with a field-renaming mapper, or leave it out: columns: {"${name}": {include: false}}.`,
          data: { stream: stream.name, column: name, columns: [other, name] },
          where: { stream: stream.name },
        },
      );
    }
    seen.set(name.toLowerCase(), name);
  }
}
