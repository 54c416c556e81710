// The canonical text of a value by SQL and by JavaScript's rules: one text, whichever way a value is read.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  formatBytes,
  formatDate,
  formatFloat32,
  formatFloat64,
  formatTime,
  formatTimestamp,
  formatUuid,
} from "../connector/canonical-text.ts";
import { arbitraryValue, edgeValues } from "../connector/testing/values.ts";
import { quoteText, type Workbench } from "../connector/workbench.ts";
import { openWorkbench } from "../connector/duck/workbench.ts";
import { must } from "../kernel/assert.ts";
import { parseType } from "../model/types.ts";
import { convertSql } from "./convert.ts";
import { textSql } from "./convert-text.ts";

let folder: string;
let workbench: Workbench & AsyncDisposable;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "revos-engine-"));
  workbench = await openWorkbench(join(folder, "w.duckdb"), {
    memoryBytes: 200 * 1024 * 1024,
    threads: 1,
    spillFolder: join(folder, "spill"),
  });
});
afterAll(async () => {
  await workbench[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** The canonical texts of values that are given as SQL of the type's DuckDB value. */
async function textsOf(values: readonly string[], type: string): Promise<unknown[]> {
  const canonical = must(parseType(type), type);
  const list = values.map((value, n) => `(${n}, ${value})`).join(", ");
  const rows = await workbench.all(
    `select ${textSql("v", canonical)} as t from (values ${list}) as given(n, v) order by n`,
  );
  return rows.map((row) => row.t);
}

/** What a value that JavaScript writes down is in SQL, and its canonical text by JavaScript's own rules. */
type Sample = { readonly sql: string; readonly text: string };

const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
const bits = (size: 4 | 8): fc.Arbitrary<DataView> =>
  fc
    .uint8Array({ minLength: size, maxLength: size })
    .map((bytes) => new DataView(bytes.buffer, bytes.byteOffset, size));
const interesting = fc.constantFrom(
  ...[0, -0, 1, 1e14, 999_999_999_999_999, 1e15, 1_234_567_890_123_456, 9_999_999_999_999_998],
  ...[1e16, 1e21, 1e22, 1e100, 1e-4, 9.9e-5, 1e-5, 5e-324, 2.2250738585072014e-308, 999_999, 1e6],
  // Their shortest decimal lies half way to a neighbour, or is one of two that are equally near.
  ...[99_999_999_999_999_800, 2 ** 53 + 4, 2 ** 54 + 4, 2 ** 60, 33_554_436, 8_589_973_000],
  ...[1_234_567.5, 16_777_216, 0.1, 1 / 3, 2 ** 53 + 2, 2 ** -1022, 1.797_693_134_862_315_7e308],
);
const signed = fc
  .tuple(interesting, fc.boolean())
  .map(([value, isNegative]) => (isNegative ? -value : value));
const large = fc.double({ min: -1e25, max: 1e25, noNaN: true });
/** Sums of a few powers of two: few binary digits, so that decimals lie exactly between two neighbours. */
const round = fc
  .tuple(fc.integer({ min: 1, max: 2 ** 20 }), fc.integer({ min: -40, max: 40 }))
  .map(([whole, power]) => whole * 2 ** power);
const power = fc.integer({ min: -1074, max: 1023 }).map((exponent) => 2 ** exponent);
const nearOne = fc.oneof(fc.double({ min: -1e17, max: 1e17, noNaN: true }), large, round, power);

const floatSql = (value: number, duck: string): string =>
  `cast('${Object.is(value, -0) ? "-0" : String(value)}' as ${duck})`;
const float64 = (value: number): Sample => ({
  sql: floatSql(value, "double"),
  text: formatFloat64(value),
});
const float32 = (value: number): Sample => ({
  sql: floatSql(Math.fround(value), "float"),
  text: formatFloat32(Math.fround(value)),
});

const pad = (value: number): string => String(value).padStart(2, "0");
const time = fc.bigInt({ min: 0n, max: 86_400_000_000n - 1n });
const offset = fc.integer({ min: -57_599, max: 57_599 });
// Years 4713 BC to 9999: what Postgres and DuckDB both hold.
const day = fc.integer({ min: -2_440_588, max: 2_932_896 });
const moment = fc.bigInt({ min: -210_866_803_200_000_000n, max: 253_402_300_799_999_999n });
const part = fc.integer({ min: -2_147_483_648, max: 2_147_483_647 });

function offsetText(seconds: number): string {
  const size = Math.abs(seconds);
  const minutes = Math.floor(size / 60) % 60;
  const rest = size % 60;
  const tail = rest > 0 ? `:${pad(minutes)}:${pad(rest)}` : minutes > 0 ? `:${pad(minutes)}` : "";
  return `${seconds < 0 ? "-" : "+"}${pad(Math.floor(size / 3600))}${tail}`;
}

const bytesSql = (bytes: Uint8Array): string => `unhex('${formatBytes(bytes).slice(2)}')`;
const instantSql = (micros: bigint, type: string): string =>
  `cast(make_timestamp(${micros}) as ${type})`;

const samples: Readonly<Record<string, fc.Arbitrary<Sample>>> = {
  boolean: fc.boolean().map((value) => ({ sql: String(value), text: String(value) })),
  int64: int64.map((value) => ({ sql: `cast('${value}' as bigint)`, text: String(value) })),
  float64: fc
    .oneof(
      bits(8).map((view) => view.getFloat64(0)),
      signed,
      nearOne,
    )
    .map(float64),
  float32: fc
    .oneof(
      bits(4).map((view) => view.getFloat32(0)),
      signed,
      nearOne,
    )
    .map(float32),
  "decimal(12,2)": fc.integer({ min: -99_999, max: 99_999 }).map((cents) => {
    const text = `${cents < 0 ? "-" : ""}${Math.floor(Math.abs(cents) / 100)}.${pad(Math.abs(cents) % 100)}`;
    return { sql: `cast('${text}' as decimal(12,2))`, text };
  }),
  binary: fc
    .uint8Array({ maxLength: 20 })
    .map((bytes) => ({ sql: bytesSql(bytes), text: formatBytes(bytes) })),
  uuid: fc.uint8Array({ minLength: 16, maxLength: 16 }).map((bytes) => ({
    sql: `cast('${formatUuid(bytes)}' as uuid)`,
    text: formatUuid(bytes),
  })),
  date: day.map((days) => ({ sql: `(date '1970-01-01' + ${days})`, text: formatDate(days) })),
  time: time.map((micros) => ({
    sql: `(time '00:00:00' + to_microseconds(${micros}))`,
    text: formatTime(micros),
  })),
  timetz: fc
    .tuple(
      time,
      fc.oneof(
        offset,
        offset.map((s) => s - (s % 900)),
      ),
    )
    .map(([micros, seconds]) => {
      const text = `${formatTime(micros)}${offsetText(seconds)}`;
      const full = `${seconds < 0 ? "-" : "+"}${[3600, 60, 1].map((size) => pad(Math.floor(Math.abs(seconds) / size) % 60)).join(":")}`;
      return { sql: `cast('${formatTime(micros)}${full}' as timetz)`, text };
    }),
  timestamp: moment.map((micros) => ({
    sql: instantSql(micros, "timestamp"),
    text: formatTimestamp(micros, ""),
  })),
  timestamptz: moment.map((micros) => ({
    sql: instantSql(micros, "timestamptz"),
    text: formatTimestamp(micros, "+00"),
  })),
  interval: fc.tuple(part, part, int64).map(([months, days, micros]) => ({
    sql: `(to_months(${months}) + to_days(${days}) + to_microseconds(cast('${micros}' as bigint)))`,
    text: `${months} months ${days} days ${micros} microseconds`,
  })),
  "list(float64)": fc
    .array(fc.oneof(signed, nearOne).map(float64), { maxLength: 5 })
    .map((all) => ({
      sql: `cast([${all.map((one) => one.sql).join(", ")}] as double[])`,
      text: JSON.stringify(all.map((one) => one.text)),
    })),
};

describe("the text of a typed value", () => {
  it.each(Object.keys(samples))("of %s is what JavaScript writes for it", async (type) => {
    const many = fc.array(must(samples[type], type), { minLength: 300, maxLength: 300 });
    await fc.assert(
      fc.asyncProperty(many, async (given) => {
        const texts = await textsOf(
          given.map((one) => one.sql),
          type,
        );
        const wrong = given.filter((one, n) => one.text !== texts[n]);
        expect(wrong.map((one) => [one, texts[given.indexOf(one)]])).toEqual([]);
      }),
      { numRuns: 6, endOnFailure: true },
    );
  });

  it.each(Object.keys(edgeValues))(
    "of %s at its edges comes back from its own text",
    async (type) => {
      const canonical = must(parseType(type), type);
      const random = fc.sample(arbitraryValue(type), 200);
      const values = [...must(edgeValues[type], type), ...random];
      const list = values.map(
        (value, n) => `(${n}, ${value === null ? "null" : quoteText(value)})`,
      );
      const rows = await workbench.all(
        `select ${textSql("v", canonical)} as t from (select n, ${convertSql("s", canonical).value} as v from (values ${list.join(", ")}) as given(n, s)) order by n`,
      );
      expect(rows.map((row) => row.t)).toEqual(values);
    },
  );
});
