// Made-up rows by which a generated row decoder is warmed up: between them they take every branch of its code.
import { layoutOf, type WireColumn } from "./wire-column.ts";

const sampleRounds = 40;

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

/** A field as it stands in a row: its content with its length before it. */
function toField(wire: WireColumn, content: readonly number[]): Uint8Array {
  const layout = layoutOf(wire);
  const size = content.length;
  const head =
    typeof layout === "number"
      ? []
      : layout === "time" || size < 251
        ? [size]
        : size < 65_536
          ? [252, size & 255, size >> 8]
          : [253, size & 255, (size >> 8) & 255, size >> 16];
  const field = new Uint8Array(head.length + size);
  field.set(head);
  field.set(content, head.length);
  return field;
}

/** Rows in which every column goes through its samples; columns with other numbers of samples are out of step. */
export function* sampleRows(
  wires: readonly WireColumn[],
  nullBytes: number,
): Generator<Uint8Array> {
  const samples = wires.map((wire, i) => {
    const all = samplesOf(wire);
    // Long texts in one column of ten: the rows of wide tables would be huge, and the code is the same for all.
    const choices = i % 10 === 0 || wire.kind !== "bytes" ? all : all.slice(0, 4);
    return choices.map((content) => (content === null ? null : toField(wire, content)));
  });
  for (let round = 0; round < sampleRounds; round++) {
    const nulls = new Uint8Array(nullBytes);
    const fields = samples.flatMap((choices, i) => {
      const field = wires[i]?.kind === "null" ? null : (choices[round % choices.length] ?? null);
      if (field === null) nulls[(i + 2) >> 3] = (nulls[(i + 2) >> 3] ?? 0) | (1 << ((i + 2) & 7));
      return field === null ? [] : [field];
    });
    const row = new Uint8Array(fields.reduce((sum, { length }) => sum + length, 1 + nullBytes));
    row.set(nulls, 1);
    let at = 1 + nullBytes;
    for (const field of fields) {
      row.set(field, at);
      at += field.length;
    }
    yield row;
  }
}
