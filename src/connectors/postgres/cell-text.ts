// The slow look at a row that the generated decoder flagged: the canonical text of every field, and what is wrong with
// it. Values are read here with care instead of speed, one row at a time.
import {
  formatBytes,
  formatDate,
  formatFloat32,
  formatFloat64,
  formatTime,
  formatTimestamp,
  formatUuid,
  infinityText,
  minusInfinityText,
} from "../../connector/canonical-text.ts";
import { unreachable } from "../../kernel/assert.ts";
import { formatType, type CanonicalType } from "../../model/types.ts";
import type { WireColumn } from "../../protocols/postgres/row-decoder.ts";

const maxInt64 = 2n ** 63n - 1n;
const minInt64 = -(2n ** 63n);
const epochDays = 10_957;
const epochMicros = 946_684_800_000_000n;

/** Bytes a field of this kind must have, or null where it varies. */
export function widthOf(wire: WireColumn): number | null {
  switch (wire.kind) {
    case "bool":
      return 1;
    case "int2":
      return 2;
    case "int4":
    case "oid":
    case "float4":
    case "date":
      return 4;
    case "int8":
    case "float8":
    case "time":
    case "timestamp":
      return 8;
    case "uuid":
      return 16;
    default:
      return null;
  }
}

/** The canonical text of a field that is not NULL. `type` tells timestamps with and without zone apart. */
export function cellText(wire: WireColumn, type: CanonicalType, field: Buffer): string {
  switch (wire.kind) {
    case "bool":
      return field[0] === 0 ? "false" : "true";
    case "int2":
      return String(field.readInt16BE(0));
    case "int4":
      return String(field.readInt32BE(0));
    case "oid":
      return String(field.readUInt32BE(0));
    case "int8":
      return String(field.readBigInt64BE(0));
    case "float4":
      return formatFloat32(field.readFloatBE(0));
    case "float8":
      return formatFloat64(field.readDoubleBE(0));
    case "numeric":
      return numericText(field);
    case "date": {
      const days = field.readInt32BE(0);
      if (days === 2_147_483_647) return infinityText;
      return days === -2_147_483_648 ? minusInfinityText : formatDate(days + epochDays);
    }
    case "time":
      return formatTime(field.readBigInt64BE(0));
    case "timestamp": {
      const micros = field.readBigInt64BE(0);
      if (micros === maxInt64) return infinityText;
      if (micros === minInt64) return minusInfinityText;
      return formatTimestamp(micros + epochMicros, type.kind === "timestamptz" ? "+00" : "");
    }
    case "uuid":
      return formatUuid(field);
    case "bytes":
    case "skip":
      return type.kind === "binary" ? formatBytes(field) : field.toString("utf8");
    default:
      return unreachable(wire);
  }
}

/** Why a field cannot stand in its column as it is, or null when it can. */
export function cellProblem(wire: WireColumn, type: CanonicalType, field: Buffer): string | null {
  if (wire.kind === "numeric") {
    return fits(numericText(field), wire.precision, wire.scale)
      ? null
      : `not representable as ${formatType(type)}`;
  }
  if (wire.kind === "timestamp") {
    const micros = field.readBigInt64BE(0);
    if (micros === maxInt64 || micros === minInt64) return null;
    // The last microsecond of 64 bits is the infinity of the warehouse.
    return micros + epochMicros < maxInt64 ? null : `not representable as ${formatType(type)}`;
  }
  return null;
}

function fits(text: string, precision: number, scale: number): boolean {
  const match = /^-?(\d+)(?:\.(\d+))?$/.exec(text);
  if (!match) return false;
  const [, whole = "", fraction = ""] = match;
  return (
    whole.replace(/^0+/, "").length <= precision - scale &&
    fraction.replace(/0+$/, "").length <= scale
  );
}

/** Postgres's own text of a binary numeric: groups of four digits, then cut or filled to the scale shown. */
export function numericText(field: Buffer): string {
  const count = field.readUInt16BE(0);
  const weight = field.readInt16BE(2);
  const sign = field.readUInt16BE(4);
  const scale = field.readUInt16BE(6);
  if (sign === 0xc000) return "NaN";
  if (sign === 0xd000) return "Infinity";
  if (sign === 0xf000) return "-Infinity";
  const group = (place: number): string => {
    const i = weight - place;
    return String(i >= 0 && i < count ? field.readUInt16BE(8 + i * 2) : 0).padStart(4, "0");
  };
  let whole = "";
  for (let place = Math.max(weight, 0); place >= 0; place--) whole += group(place);
  let fraction = "";
  for (let place = -1; fraction.length < scale; place--) fraction += group(place);
  const text = `${whole.replace(/^0+(?=\d)/, "")}${scale > 0 ? `.${fraction.slice(0, scale)}` : ""}`;
  return sign === 0x4000 ? `-${text}` : text;
}
