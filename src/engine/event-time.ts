// Event time: when a row's event happened, told apart from when the row was changed or read. It gives a stream its
// watermark and the window of each publish, and tells late rows (seed 001: ウォーターマーク, バッチウィンドウ, 遅延データ).
import type { CatalogStream } from "../model/catalog.ts";
import type { FieldPath } from "../model/discovery.ts";
import type { CanonicalType } from "../model/types.ts";
import { formatType } from "../model/types.ts";
import { RevosError } from "../kernel/error.ts";
import { quoteName } from "../connector/workbench.ts";
import { convertSql } from "./convert.ts";
import type { TableField } from "./fields.ts";
import type { MapperPlan } from "./mappers/plan.ts";
import { pathSql } from "./path-sql.ts";

export type EventTime = {
  /** The table's column, for reasons of quarantine. */
  readonly column: string;
  /** SQL over a row of the table: the event time as timestamptz; NULL where the row has none. */
  readonly sql: string;
  /** Rows older than the watermark by more than this are late; null: nothing is called late. */
  readonly lateAfterMs: number | null;
  readonly late: "accept" | "quarantine";
};

export type EventTimePlan = {
  readonly eventTime?: FieldPath | null;
  readonly lateAfterMs?: number | null;
  readonly late?: "accept" | "quarantine";
};

/**
 * What `eventTime`, `lateAfter` and `late` of a stream mean for its table; null where it has no event time. Without
 * `eventTime`, `lateAfter` measures by the cursor. Times without a zone are UTC.
 */
export function makeEventTime(
  plan: EventTimePlan & { readonly cursorField: FieldPath },
  stream: CatalogStream,
  mappers: MapperPlan,
  fields: readonly TableField[],
): EventTime | null {
  const asked = plan.eventTime ?? (plan.lateAfterMs == null ? null : plan.cursorField);
  if (!asked || asked.length === 0) return null;
  const path = splitDotted(asked, stream);
  const [column = "", ...below] = resolved(path, stream, mappers);
  const field = fields.find((other) => other.name === column);
  if (!field) throw broken(stream, path, "is not among the columns that land");
  return {
    column,
    sql: timeSql(stream, path, field.type, column, below),
    lateAfterMs: plan.lateAfterMs ?? null,
    late: plan.late ?? "accept",
  };
}

/** `meta.at` written as one text: a column of that name first, else the path below a column. */
function splitDotted(path: FieldPath, stream: CatalogStream): FieldPath {
  const [only] = path;
  if (path.length !== 1 || only === undefined) return path;
  if (stream.columns.some((column) => column.name === only) || !only.includes(".")) return path;
  return only.split(".");
}

function resolved(path: FieldPath, stream: CatalogStream, mappers: MapperPlan): FieldPath {
  try {
    return mappers.resolve(path, "cursor");
  } catch (cause) {
    throw broken(stream, path, "is no field of the stream, or a mapper hides its time", cause);
  }
}

function timeSql(
  stream: CatalogStream,
  path: FieldPath,
  type: CanonicalType,
  column: string,
  below: FieldPath,
): string {
  if (below.length > 0) return convertSql(pathSql(column, below), { kind: "timestamptz" }).value;
  const name = quoteName(column);
  switch (type.kind) {
    case "timestamptz":
      return name;
    case "date":
    case "timestamp":
      return `cast(${name} as timestamptz)`;
    case "text":
      return `try_cast(${name} as timestamptz)`;
    default:
      throw broken(stream, path, `is ${formatType(type)}, which is no time`);
  }
}

const broken = (stream: CatalogStream, path: FieldPath, why: string, cause?: unknown): RevosError =>
  new RevosError(
    "config.value_invalid",
    `The event time ${path.join(".")} of stream ${stream.name} ${why}. Nothing of the stream was read.`,
    {
      ...(cause === undefined ? {} : { cause }),
      data: { field: path, key: "eventTime" },
      where: { stream: stream.name, namespace: stream.namespace ?? null },
      advice:
        "Name a column of type date, timestamp or timestamptz as eventTime, or remove the key.",
    },
  );
