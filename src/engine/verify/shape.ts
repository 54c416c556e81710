// What of a stream can be compared with its table, and how: which columns, in which types, by which key, and in which form
// the source could give digests of them. Decided before a row is read; what is left out is named with its reason.
import type { DigestColumn, DigestForm } from "../../connector/digest.ts";
import type { SourceCapabilities } from "../../connector/source.ts";
import type { TableColumn } from "../../connector/destination.ts";
import type { FieldPath } from "../../model/discovery.ts";
import type { CanonicalType } from "../../model/types.ts";
import { duckType } from "../convert.ts";
import type { Fit } from "../drift.ts";
import { ownColumns } from "../../model/own-columns.ts";
import type { TableField } from "../fields.ts";
import type { StreamPlan } from "../plan.ts";
import type { StreamSetup } from "../stream-setup.ts";
import { decimalShape, normalType } from "../widening.ts";

export type NotCompared = {
  readonly column: string;
  readonly reason: "encrypted_with_random_nonce" | "not_in_table_yet" | "no_longer_read";
  /** Whether a value is there at all is compared all the same. */
  readonly presence: boolean;
};

/** A column of both sides. */
export type ComparedColumn = {
  readonly name: string;
  /** The table's own type, as the workbench prints it. */
  readonly tableType: string;
  readonly field: TableField;
  /** Only whether there is a value. */
  readonly isPresence: boolean;
};

export type Locator = {
  /** Table columns that tell rows apart; empty: rows are compared as a multiset. */
  readonly columns: readonly string[];
  /** The source's own columns of the same, where it can be asked by them; null where a mapper changed them. */
  readonly source: readonly string[] | null;
  /** The source itself holds that no two rows have the same. */
  readonly isUnique: boolean;
};

export type VerifyShape = {
  /** The setup with decimals of unknown size in the types that the table gave them. */
  readonly setup: StreamSetup;
  /** Fields that stand in the table, with the types of its columns. */
  readonly fields: readonly TableField[];
  readonly wanted: ReadonlyMap<string, CanonicalType>;
  readonly compared: readonly ComparedColumn[];
  readonly notCompared: readonly NotCompared[];
  readonly locator: Locator;
  /** Null: a mapper, a filter or a type stands between, so the rows themselves must be read. */
  readonly digest: Omit<DigestForm, "buckets"> | null;
};

export function shapeVerify(
  plan: StreamPlan,
  { setup, fit }: { readonly setup: StreamSetup; readonly fit: Fit },
  target: readonly TableColumn[],
  capabilities: SourceCapabilities,
): VerifyShape {
  const known = new Map(target.map((column) => [column.name.toLowerCase(), column]));
  const notCompared: NotCompared[] = [];
  const compared: ComparedColumn[] = [];
  const fields: TableField[] = [];
  for (const field of fit.fields) {
    const column = known.get(field.name.toLowerCase());
    if (!column) {
      notCompared.push({ column: field.name, reason: "not_in_table_yet", presence: false });
      continue;
    }
    const type = tableType(field.type, column.type);
    const own = { ...field, type, duck: column.type };
    fields.push(own);
    const isPresence = setup.unstable.includes(field.name);
    if (isPresence)
      notCompared.push({
        column: field.name,
        reason: "encrypted_with_random_nonce",
        presence: true,
      });
    compared.push({ name: column.name, tableType: column.type, field: own, isPresence });
  }
  const read = new Set([...setup.fields.map((field) => field.name.toLowerCase()), ...ownColumns]);
  for (const column of target)
    if (!read.has(column.name.toLowerCase()) && !column.name.startsWith("_revos_"))
      notCompared.push({ column: column.name, reason: "no_longer_read", presence: false });
  const wanted = new Map(
    setup.segment.map((column) => [
      column.name,
      fields.find((field) => field.from === column.name)?.type ?? column.type,
    ]),
  );
  const adjusted: StreamSetup = {
    ...setup,
    segment: setup.segment.map((column) => ({
      ...column,
      type: wanted.get(column.name) ?? column.type,
    })),
    fields,
  };
  const locator = findLocator(plan, setup, compared);
  return {
    setup: adjusted,
    fields,
    wanted,
    compared,
    notCompared,
    locator,
    digest: digestOf(setup, compared, locator, capabilities, plan),
  };
}

/** Decimals of unknown size are what the table has made of them. */
function tableType(type: CanonicalType, table: string): CanonicalType {
  if (type.kind !== "number") return type;
  const shape = decimalShape(table);
  if (shape) return { kind: "decimal", ...shape };
  return normalType(table) === "VARCHAR" ? type : { kind: "decimal", precision: 38, scale: 0 };
}

const pathKey = (paths: readonly FieldPath[]): string =>
  JSON.stringify(paths.map((path) => JSON.stringify(path)).sort());

function findLocator(
  plan: StreamPlan,
  setup: StreamSetup,
  compared: readonly ComparedColumn[],
): Locator {
  const own = setup.stream.sourceDefinedPrimaryKey;
  const paths =
    setup.key.length > 0 ? plan.primaryKey : plan.primaryKey.length > 0 ? plan.primaryKey : own;
  const isUnique = own.length > 0 && pathKey(own) === pathKey(paths);
  const columns =
    setup.key.length > 0 ? setup.key : paths.map((path) => tableColumnOf(path, setup));
  const places = columns.map((name) =>
    compared.find((column) => column.name.toLowerCase() === name?.toLowerCase()),
  );
  if (places.length === 0 || places.some((place) => !place || place.isPresence))
    return { columns: [], source: null, isUnique: false };
  const source = places.map((place) => {
    const read = setup.mappers.read.find((column) => column.name === place?.field.from);
    return read && !read.privacy ? read.source : null;
  });
  return {
    columns: places.flatMap((place) => (place ? [place.name] : [])),
    source: source.every((name) => name !== null) ? source : null,
    isUnique,
  };
}

/** Where a key field stands in the table; null when a mapper takes it away. */
function tableColumnOf(path: FieldPath, setup: StreamSetup): string | null {
  try {
    const [column = "", ...rest] = setup.mappers.resolve(path, "key");
    return rest.length === 0 ? column : null;
  } catch {
    // A full refresh needs no key: without one its rows are compared as a multiset.
    return null;
  }
}

function digestOf(
  setup: StreamSetup,
  compared: readonly ComparedColumn[],
  locator: Locator,
  capabilities: SourceCapabilities,
  plan: StreamPlan,
): VerifyShape["digest"] {
  if (setup.filter !== null || setup.mappers.early !== null) return null;
  if (plan.where !== null && !capabilities.where) return null;
  const columns: DigestColumn[] = [];
  for (const column of compared) {
    const read = setup.mappers.read.find((one) => one.name === column.field.from);
    if (!read) return null;
    if (column.isPresence) {
      columns.push({ source: read.source, type: read.type, text: "presence" });
      continue;
    }
    const text = read.privacy
      ? null
      : digestText(read.type, column.field.type, normalType(column.tableType));
    if (text === null) return null;
    columns.push({ source: read.source, type: read.type, text });
  }
  const key = locator.columns.map((name) => compared.findIndex((column) => column.name === name));
  return { columns, key };
}

const wholeTypes = ["SMALLINT", "INTEGER", "BIGINT", "UBIGINT"];
const wholeKinds = ["int16", "int32", "int64", "uint64"];

/** In which text the source's value and the table's are the same whenever the values are; null: in none. */
function digestText(
  source: CanonicalType,
  wanted: CanonicalType,
  table: string,
): "canonical" | "number" | null {
  if (wanted.kind === "text") return table === "VARCHAR" ? "canonical" : null;
  const decimal = decimalShape(table);
  if (source.kind === "number") return decimal || table === "VARCHAR" ? "number" : null;
  if (source.kind === "decimal")
    return decimal ? (decimal.scale === source.scale ? "canonical" : "number") : null;
  if (wholeKinds.includes(source.kind)) {
    if (wholeTypes.includes(table)) return "canonical";
    return decimal ? "number" : null;
  }
  if (source.kind === "json") return table === "JSON" || table === "VARCHAR" ? "canonical" : null;
  return normalType(duckType(source)) === table ? "canonical" : null;
}
