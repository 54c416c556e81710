// Made-up rows by which a generated row decoder is warmed up: between them they take every branch of its code.
import { layoutOf, type WireColumn } from "./wire-column.ts";

export const sampleRounds = 40;

const ascii = (text: string): number[] => [...text].map((letter) => letter.charCodeAt(0));
const bytesOf = (count: number): number[] => Array.from({ length: count }, (_, i) => i & 255);

/** Contents of a field, without its length; null is NULL. */
function samplesOf(wire: WireColumn): readonly (readonly number[] | null)[] {
  const layout = layoutOf(wire);
  if (typeof layout === "number")
    return [null, bytesOf(layout), bytesOf(layout).map(() => 255), bytesOf(layout).map(() => 0)];
  switch (wire.kind) {
    case "date":
    case "datetime":
      return [
        null,
        [],
        [0xe8, 7, 2, 29],
        [0xe9, 7, 2, 29],
        [0xe8, 7, 4, 31],
        [0xe8, 7, 12, 31],
        [0, 0, 0, 0],
        ...(wire.kind === "date"
          ? []
          : [
              [0xb0, 7, 1, 1, 23, 59, 59],
              [0x0f, 0x27, 12, 31, 23, 59, 59, 0x3f, 0x42, 0x0f, 0],
            ]),
      ];
    case "time":
      return [null, [], [1, 34, 0, 0, 0, 22, 59, 59], [0, 0, 0, 0, 0, 1, 2, 3, 64, 66, 15, 0]];
    case "flag":
      return [null, [1], [0]];
    case "bits":
      return [null, [1], [255, 255, 255, 255, 255, 255, 255, 255], [1, 0, 44]];
    case "decimal": {
      const whole = Math.min(Math.max(0, wire.precision - wire.scale), 20);
      const fraction = wire.scale > 0 ? `.${"5".repeat(wire.scale)}` : "";
      return [
        null,
        ascii(`0${fraction}`),
        ascii(`-${"9".repeat(whole)}${fraction}`),
        ascii(`${"8".repeat(Math.max(1, whole))}${fraction}`),
        ascii("NaN"),
        [],
      ];
    }
    default:
      return [null, bytesOf(3), bytesOf(100), [], bytesOf(300), bytesOf(65_600)];
  }
}

function field(wire: WireColumn, content: readonly number[]): readonly number[] {
  const layout = layoutOf(wire);
  const size = content.length;
  if (typeof layout === "number") return content;
  if (layout === "time" || size < 251) return [size, ...content];
  return size < 65_536
    ? [252, size & 255, size >> 8, ...content]
    : [253, size & 255, (size >> 8) & 255, size >> 16, ...content];
}

/** The row of a round: every column goes through its samples. Columns of many kinds are out of step with each other. */
export function makeSampleRow(
  wires: readonly WireColumn[],
  round: number,
  nullBytes: number,
): Uint8Array {
  const nulls = new Uint8Array(nullBytes);
  const parts: (readonly number[])[] = [];
  // Long texts in one column in ten at most: the rows of wide tables would be huge.
  wires.forEach((wire, i) => {
    const all = samplesOf(wire);
    const choices = i % 10 === 0 || layoutOf(wire) !== "string" ? all : all.slice(0, 5);
    const content = wire.kind === "null" ? null : (choices[round % choices.length] ?? null);
    if (content === null) nulls[(i + 2) >> 3] = (nulls[(i + 2) >> 3] ?? 0) | (1 << ((i + 2) & 7));
    else parts.push(field(wire, content));
  });
  const size = parts.reduce((sum, part) => sum + part.length, 1 + nullBytes);
  const row = new Uint8Array(size);
  row.set(nulls, 1);
  let at = 1 + nullBytes;
  for (const part of parts) {
    row.set(part, at);
    at += part.length;
  }
  return row;
}
