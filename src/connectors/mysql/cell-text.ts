// The slow look at single fields: the canonical text of each, and what is wrong with one that the generated decoder
// flagged. Values are read here with care instead of speed.
import { formatBytes, formatFloat32, formatFloat64 } from "../../connector/canonical-text.ts";
import { unreachable } from "../../kernel/assert.ts";
import { formatType, type CanonicalType } from "../../model/types.ts";
import type { WireColumn } from "../../protocols/mysql/wire-column.ts";

const pad = (value: number, width = 2): string => String(value).padStart(width, "0");

const fraction = (micros: number): string =>
  micros === 0 ? "" : `.${pad(micros, 6).replace(/0+$/, "")}`;

/** The canonical text of a field that is not NULL. `type` tells texts from bytes, and times with and without zone apart. */
export function cellText(wire: WireColumn, type: CanonicalType, field: Buffer): string {
  switch (wire.kind) {
    case "null":
      return "";
    case "int8":
      return String(field.readInt8(0));
    case "uint8":
      return String(field.readUInt8(0));
    case "int16":
      return String(field.readInt16LE(0));
    case "uint16":
      return String(field.readUInt16LE(0));
    case "int32":
      return String(field.readInt32LE(0));
    case "uint32":
      return String(field.readUInt32LE(0));
    case "int64":
      return String(field.readBigInt64LE(0));
    case "uint64":
      return String(field.readBigUInt64LE(0));
    case "float32":
      return formatFloat32(field.readFloatLE(0));
    case "float64":
      return formatFloat64(field.readDoubleLE(0));
    case "flag":
      return ((field.at(-1) ?? 0) & 1) === 1 ? "true" : "false";
    case "bits":
      return String(field.length === 0 ? 0n : BigInt(`0x${field.toString("hex")}`));
    case "decimal":
      return field.toString("latin1").replace(/^(-?)0+(?=\d)/, "$1");
    case "date":
      return dateText(field);
    case "datetime": {
      const text = `${dateText(field)} ${clockText(field)}`;
      return type.kind === "timestamptz" && dateProblem(field) === null ? `${text}+00` : text;
    }
    case "time":
      return type.kind === "interval" ? durationText(field) : timeText(field);
    case "bytes":
      if (type.kind === "binary") return formatBytes(field);
      return type.kind === "uuid" ? field.toString("latin1").toLowerCase() : field.toString("utf8");
    default:
      return unreachable(wire);
  }
}

/** As the server prints it: parts that are zero stand as zeros. */
function dateText(field: Buffer): string {
  if (field.length < 4) return "0000-00-00";
  return `${pad(field.readUInt16LE(0), 4)}-${pad(field[2] ?? 0)}-${pad(field[3] ?? 0)}`;
}

function clockText(field: Buffer): string {
  if (field.length < 7) return "00:00:00";
  const micros = field.length < 11 ? 0 : field.readUInt32LE(7);
  return `${pad(field[4] ?? 0)}:${pad(field[5] ?? 0)}:${pad(field[6] ?? 0)}${fraction(micros)}`;
}

type Duration = { readonly isNegative: boolean; readonly seconds: number; readonly micros: number };

function durationOf(field: Buffer): Duration {
  if (field.length < 8) return { isNegative: false, seconds: 0, micros: 0 };
  const hours = field.readUInt32LE(1) * 24 + (field[5] ?? 0);
  return {
    isNegative: field[0] === 1,
    seconds: hours * 3600 + (field[6] ?? 0) * 60 + (field[7] ?? 0),
    micros: field.length < 12 ? 0 : field.readUInt32LE(8),
  };
}

function durationText(field: Buffer): string {
  const { isNegative, seconds, micros } = durationOf(field);
  const total = seconds * 1_000_000 + micros;
  return `0 months 0 days ${isNegative ? -total : total} microseconds`;
}

/** `-838:59:59.5`: as people write it. */
function timeText(field: Buffer): string {
  const { isNegative, seconds, micros } = durationOf(field);
  const clock = `${pad(Math.floor(seconds / 3600))}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`;
  return `${isNegative ? "-" : ""}${clock}${fraction(micros)}`;
}

/** Why a field cannot stand in its column as it is, or null when it can. */
export function cellProblem(wire: WireColumn, type: CanonicalType, field: Buffer): string | null {
  const isFit =
    wire.kind === "date" || wire.kind === "datetime"
      ? dateProblem(field) === null
      : wire.kind === "decimal" && type.kind === "decimal"
        ? fits(field.toString("latin1"), type.precision, type.scale)
        : wire.kind !== "bits" || field.length <= 8;
  return isFit ? null : `not representable as ${formatType(type)}`;
}

/** What is wrong with the day of a date: zero dates, parts that are zero, the year 0, days that no calendar has. */
export function dateProblem(field: Buffer): string | null {
  if (field.length < 4) return "zero date";
  const [year, month, day] = [field.readUInt16LE(0), field[2] ?? 0, field[3] ?? 0];
  if (year === 0 || month === 0 || day === 0) return "zero in date";
  const last = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
  return month > 12 || day > last ? "no such day" : null;
}

function fits(text: string, precision: number, scale: number): boolean {
  const match = /^-?(\d+)(?:\.(\d+))?$/.exec(text);
  if (!match) return false;
  const [, whole = "", digits = ""] = match;
  return whole.replace(/^0+/, "").length <= precision - scale && digits.length <= scale;
}
