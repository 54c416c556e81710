// Values at the edges of every canonical type, as canonical texts (canonical-text.ts), and random ones by a seed.
import fc from "fast-check";

export type Value = string | null;

export const edgeValues: Readonly<Record<string, readonly Value[]>> = {
  boolean: ["true", "false", null],
  int16: ["-32768", "32767", "0", null],
  int32: ["-2147483648", "2147483647", "0", null],
  int64: ["-9223372036854775808", "9223372036854775807", "9007199254740993", "0", null],
  uint64: ["0", "18446744073709551615", null],
  float32: ["1.5", "-0.25", "NaN", "Infinity", "-Infinity", null],
  float64: ["1.5", "0.1", "-1.7976931348623157e+308", "NaN", "Infinity", "-Infinity", null],
  "decimal(12,2)": ["9999999999.99", "-9999999999.99", "0.00", "7.50", null],
  "decimal(38,10)": ["1234567890123456789012345678.0123456789", "-0.0000000001", null],
  number: ["1.50", "-0.001", "123456789012345678901234567890.5", "0", null],
  text: [
    "",
    "a",
    " padded ",
    "NULL",
    "\\N",
    'it\'s "quoted", really',
    "two\nlines\r\nthree",
    "\ttab",
    "\u65e5\u672c\u8a9e",
    "\u{1F600}",
    "e\u0301",
    "%_\\",
    null,
  ],
  binary: ["\\x", "\\x00ff10", null],
  uuid: ["00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff", null],
  json: ['{"a": 1.0, "b": [null, "x"]}', "[]", '{"n":9007199254740993}', "null", null],
  date: ["2024-02-29", "0001-01-01", "9999-12-31", "0044-03-15 BC", "infinity", "-infinity", null],
  time: ["00:00:00", "23:59:59.999999", null],
  timetz: ["12:00:00+02", "00:00:00+00", null],
  timestamp: [
    "2024-02-29 12:34:56.789012",
    "0001-01-01 00:00:00",
    "1969-12-31 23:59:59.999999",
    "infinity",
    null,
  ],
  timestamptz: [
    "2024-02-29 12:34:56.789012+00",
    "1969-12-31 23:59:59.999999+00",
    "-infinity",
    null,
  ],
  "list(text)": ['["a",null,"b,c"]', "[]", null],
  "list(int32)": ['["1","-2"]', null],
  "list(int64)": ['["9223372036854775807",null]', null],
  "list(boolean)": ['["true",null,"false"]', null],
  "list(float64)": ['["0.1","NaN",null,"-Infinity","1e+300"]', "[]", null],
  "list(decimal(12,2))": ['["9999999999.99",null,"-0.01"]', null],
  "list(date)": ['["2024-02-29",null,"0044-03-15 BC","infinity"]', "[]", null],
  "list(timestamp)": ['["2024-02-29 12:34:56.789012","-infinity",null]', null],
  "list(timestamptz)": ['["2024-02-29 12:34:56.789012+00","0044-03-15 00:00:00+00 BC"]', null],
  "list(time)": ['["24:00:00",null,"00:00:00.000001"]', null],
  "list(timetz)": ['["12:00:00+02","23:59:59.5-15:59"]', null],
  "list(interval)": ['["14 months -3 days 1500000 microseconds",null]', null],
  "list(uuid)": ['["ffffffff-ffff-ffff-ffff-ffffffffffff",null]', null],
  "list(binary)": ['["\\\\x00ff5c","\\\\x"]', null],
};

/** Random values of a type that every source which has the type can hold. */
export function arbitraryValue(type: string): fc.Arbitrary<Value> {
  const orNull = (values: fc.Arbitrary<string>): fc.Arbitrary<Value> =>
    fc.option(values, { nil: null, freq: 8 });
  switch (type) {
    case "boolean":
      return orNull(fc.boolean().map(String));
    case "int16":
      return orNull(fc.integer({ min: -32_768, max: 32_767 }).map(String));
    case "int32":
      return orNull(fc.integer().map(String));
    case "int64":
      return orNull(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String));
    case "uint64":
      return orNull(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String));
    case "decimal(12,2)":
    case "number":
      return orNull(
        fc.integer({ min: -999_999_999, max: 999_999_999 }).map((cents) => toFixed(cents, 2)),
      );
    case "decimal(38,10)":
      return orNull(
        fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }).map((value) => toFixed(value, 10)),
      );
    case "text":
      return orNull(
        fc
          .string({ unit: "grapheme", maxLength: 40 })
          .filter((text) => !text.includes("\0") && !/\p{Surrogate}/u.test(text)),
      );
    case "uuid":
      return orNull(fc.uuid());
    case "date":
      return orNull(
        fc
          .date({
            min: new Date("0001-01-01T00:00:00Z"),
            max: new Date("9999-12-31T00:00:00Z"),
            noInvalidDate: true,
          })
          .map((date) => date.toISOString().slice(0, 10)),
      );
    case "timestamp":
      return orNull(randomTime());
    case "timestamptz":
      return orNull(randomTime().map((text) => `${text}+00`));
    default:
      return fc.constantFrom(...(edgeValues[type] ?? [null]));
  }
}

const randomTime = (): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.date({
        min: new Date("1000-01-01T00:00:00Z"),
        max: new Date("9999-12-31T00:00:00Z"),
        noInvalidDate: true,
      }),
      fc.integer({ min: 0, max: 999_999 }),
    )
    .map(
      ([date, micros]) =>
        `${date.toISOString().slice(0, 19).replace("T", " ")}${micros === 0 ? "" : `.${String(micros).padStart(6, "0").replace(/0+$/, "")}`}`,
    );

function toFixed(value: number | bigint, scale: number): string {
  const digits = BigInt(value);
  const text = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, "0");
  return `${digits < 0n ? "-" : ""}${text.slice(0, -scale)}.${text.slice(-scale)}`;
}
