// Privacy first: what acts before a disk, which filters move to the load, nested fields, keys, digests.
import { describe, expect, it } from "vitest";
import { RevosError } from "../../kernel/error.ts";
import type { CatalogColumn } from "../../model/catalog.ts";
import { Mapper } from "../../model/mapper.ts";
import { parseType } from "../../model/types.ts";
import { planMappers, type MapperPlan } from "./plan.ts";

const sha256Abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
const md5Abc = "900150983cd24fb0d6963f7d28e17f72";
const people: CatalogColumn[] = Object.entries({
  id: "int64",
  email: "text",
  name: "text",
  is_test: "boolean",
  meta: "json",
}).map(([name, type]) => ({
  name,
  type: parseType(type)!,
  sourceType: type,
  nullable: true,
}));

const plan = (mappers: readonly unknown[], keys: Record<string, string> = {}): MapperPlan =>
  planMappers({ mappers: mappers.map((mapper) => Mapper.parse(mapper)), columns: people, keys });
const hash = (targetField: string, extra: object = {}) => ({
  type: "hashing",
  mapperConfiguration: { targetField, method: "SHA-256", ...extra },
});
const rename = (originalFieldName: string, newFieldName: string) => ({
  type: "field-renaming",
  mapperConfiguration: { originalFieldName, newFieldName },
});
const drop = (targetField: string) => ({
  type: "field-filtering",
  mapperConfiguration: { targetField },
});
const keep = (conditions: unknown) => ({
  type: "row-filtering",
  mapperConfiguration: { conditions },
});
const encrypt = (targetField: string, extra: object = {}) => ({
  type: "encryption",
  mapperConfiguration: { algorithm: "AES", targetField, key: "${env.AES_KEY}", ...extra },
});
const equal = (fieldName: string, comparisonValue: string) => ({
  type: "EQUAL",
  fieldName,
  comparisonValue,
});
const cell = (made: MapperPlan, name: string, text: string) =>
  made.read.find((one) => one.name === name)!.privacy!(text);

function refusal(call: () => unknown): RevosError {
  try {
    call();
  } catch (error) {
    if (error instanceof RevosError) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

describe("row filters", () => {
  it("move to the load when they read nothing a privacy mapper touched, so that raw keeps the row", () => {
    const made = plan([keep(equal("is_test", "false")), hash("email")]);
    expect(made.early).toBeNull();
    expect(made.filter).toBe(`coalesce("is_test" = false, false)`);
    expect(made.droppedBeforeRaw).toEqual([]);
  });

  it("run early when they need the plain value, and the plan names them", () => {
    const made = plan([keep(equal("email", "a@x.test")), hash("email")]);
    expect(made.filter).toBeNull();
    expect(made.early?.fields).toEqual(["email"]);
    expect([["a@x.test"], ["b@x.test"], [null]].map((row) => made.early!.keep(row))).toEqual([
      true,
      false,
      false,
    ]);
    expect(made.droppedBeforeRaw).toEqual(["row filter 1 (email)"]);
  });

  it("read a column that never lands", () => {
    const made = plan([keep(equal("email", "a@x.test")), drop("email")]);
    expect(made.early?.fields).toEqual(["email"]);
    expect(made.read.map((column) => column.source)).not.toContain("email");
    expect(made.droppedColumns).toEqual(["email"]);
  });

  it("see the hash when they stand behind the hashing, and stay in the load", () => {
    const made = plan([
      hash("email", { fieldNameSuffix: "_h" }),
      keep(equal("email_h", sha256Abc)),
      drop("name"),
    ]);
    expect(made.filter).toBe(`coalesce("email_h"::varchar = '${sha256Abc}', false)`);
    expect(
      refusal(() => plan([hash("email", { fieldNameSuffix: "_h" }), keep(equal("email", "x"))]))
        .code,
    ).toBe("config.mapper_invalid");
  });

  it("use the segment's name for a column that is renamed later, and the early name for one renamed before", () => {
    expect(plan([rename("name", "n"), keep(equal("n", "x"))]).filter).toBe(
      `coalesce("name"::varchar = 'x', false)`,
    );
    expect(plan([rename("name", "n"), keep(equal("n", "x")), drop("email")]).filter).toBe(
      `coalesce("n"::varchar = 'x', false)`,
    );
  });

  it("may be several, some early and some late", () => {
    const made = plan([
      keep(equal("email", "a")),
      keep(equal("is_test", "false")),
      hash("email"),
      keep(equal("name", "b")),
    ]);
    expect(made.droppedBeforeRaw).toEqual(["row filter 1 (email)"]);
    expect(made.filter).toBe(
      `coalesce("is_test" = false, false) and coalesce("name"::varchar = 'b', false)`,
    );
  });

  it("look into a nested field beside a hashed one without being early", () => {
    const made = plan([keep(equal("meta.plan", "pro")), hash("meta.email")]);
    expect(made.early).toBeNull();
    expect(made.filter).toContain(`json_type("meta", '/plan')`);
    expect(plan([keep(equal("meta.email", "x")), hash("meta.email")]).droppedBeforeRaw).toEqual([
      "row filter 1 (meta.email)",
    ]);
    expect(
      plan([keep({ type: "IS_NULL", fieldName: "meta.owner.name" }), drop("meta.owner")]).early
        ?.fields,
    ).toEqual(["meta"]);
    expect(
      plan([keep(equal("meta.a", "1")), rename("meta.a", "b"), drop("name")]).filter,
    ).toContain("'/b'");
  });

  it("keep a row whose cell is not of its type: quarantine must name it", () => {
    const made = plan([
      keep({ type: "AND", conditions: [equal("is_test", "true"), equal("email", "a")] }),
      drop("is_test"),
      hash("email"),
    ]);
    expect(made.early!.keep(["maybe", "a"])).toBe(true);
    expect(made.early!.keep(["false", "a"])).toBe(false);
  });
});

describe("nested fields", () => {
  it("hash, encrypt and drop inside a json column that stays json, byte for byte beside them", () => {
    const made = plan([
      hash("meta.email", { fieldNameSuffix: "_h" }),
      drop("meta.email"),
      drop("meta.geo.lat"),
      rename("meta.p", "q"),
    ]);
    expect(made.project).toContainEqual({ name: "meta", from: "meta", type: { kind: "json" } });
    expect(
      cell(made, "meta", '{"n":1.50, "email":"abc","geo":{"lat":35.0,"lon":139.70},"p":1}'),
    ).toEqual({
      text: `{"n":1.50, "email_h":"${sha256Abc}","geo":{"lon":139.70},"q":1}`,
    });
    expect(cell(made, "meta", "oops abc")).toEqual({ failed: "not JSON that can be read" });
  });

  it("hash one nested value under two suffixes", () => {
    const made = plan([
      hash("meta.e", { fieldNameSuffix: "_a" }),
      {
        type: "hashing",
        mapperConfiguration: { targetField: "meta.e", method: "MD5", fieldNameSuffix: "_b" },
      },
    ]);
    expect(cell(made, "meta", '{"e":"abc"}')).toEqual({
      text: `{"e_a":"${sha256Abc}","e_b":"${md5Abc}"}`,
    });
  });

  it("need a json column", () => {
    expect(refusal(() => plan([hash("name.first")])).message).toContain("no fields below it");
    expect(refusal(() => plan([hash("meta"), hash("meta.email")])).message).toContain("text");
    expect(refusal(() => plan([rename("meta.a", "name.b")])).message).toContain("another place");
  });
});

describe("keys", () => {
  const key = "00112233445566778899aabbccddeeff";
  it("missing is found before the run, naming the reference and not a value", () => {
    const error = refusal(() => plan([encrypt("name")]));
    expect([error.code, error.row.exit]).toEqual(["mapper.key_missing", 1]);
    expect(error.message).toContain("${env.AES_KEY}");
    expect(refusal(() => plan([encrypt("name")], { AES_KEY: "" })).code).toBe("mapper.key_missing");
    expect(refusal(() => plan([hash("name", { hmacKey: "${env.PEPPER}" })])).code).toBe(
      "mapper.key_missing",
    );
  });

  it("come by reference or by name, and a literal one is refused without being shown", () => {
    for (const keys of [{ "${env.AES_KEY}": key }, { AES_KEY: key }])
      expect("text" in cell(plan([encrypt("name")], keys), "name", "x")).toBe(true);
    const error = refusal(() => plan([encrypt("name", { key })]));
    expect([error.code, (error.message + error.advice).includes(key)]).toEqual([
      "config.mapper_invalid",
      false,
    ]);
    expect(
      refusal(() =>
        plan([encrypt("name", { mode: "CBC", padding: "NoPadding" })], { AES_KEY: key }),
      ).code,
    ).toBe("config.mapper_invalid");
    expect(
      plan([encrypt("name", { mode: "ECB" })], { AES_KEY: key }).warnings.map((one) => one.code),
    ).toEqual(["mapper.ecb"]);
  });

  it("make a keyed hash another hash", () => {
    expect(
      cell(plan([hash("name", { hmacKey: "${env.PEPPER}" })], { PEPPER: "p" }), "name", "abc"),
    ).not.toEqual({ text: sha256Abc });
  });
});

describe("primary key and cursor", () => {
  it("follow a renaming and a hashing with or without suffix", () => {
    expect(plan([rename("id", "customer_id")]).resolve(["id"])).toEqual(["customer_id"]);
    expect(plan([hash("id")]).resolve(["id"])).toEqual(["id"]);
    expect(
      plan([hash("id", { fieldNameSuffix: "_h" }), rename("id_h", "key")]).resolve(["id"]),
    ).toEqual(["key"]);
    expect(plan([rename("id", "cursor")]).resolve(["id"], "cursor")).toEqual(["cursor"]);
    expect(
      plan([hash("meta.id", { fieldNameSuffix: "_h" }), drop("meta.id")]).resolve(["meta", "id"]),
    ).toEqual(["meta", "id_h"]);
    expect(plan([hash("meta.email")]).resolve(["meta", "id"])).toEqual(["meta", "id"]);
  });

  it("are refused where they would not be found again", () => {
    const keys = { AES_KEY: "00112233445566778899aabbccddeeff" };
    const broken = (mappers: readonly unknown[], field: string[], use: "key" | "cursor" = "key") =>
      refusal(() => plan(mappers, keys).resolve(field, use)).code;
    expect(broken([drop("id")], ["id"])).toBe("config.mapper_breaks_key");
    expect(broken([encrypt("id")], ["id"])).toBe("config.mapper_breaks_key");
    expect(broken([hash("id")], ["id"], "cursor")).toBe("config.mapper_breaks_key");
    expect(broken([drop("meta.id")], ["meta", "id"])).toBe("config.mapper_breaks_key");
    expect(broken([encrypt("meta.id")], ["meta", "id"])).toBe("config.mapper_breaks_key");
    expect(broken([hash("meta")], ["meta", "id"])).toBe("config.mapper_breaks_key");
    expect(plan([encrypt("id", { mode: "ECB" })], keys).resolve(["id"])).toEqual(["id"]);
  });
});

describe("digest", () => {
  const half = (made: MapperPlan, n: 0 | 1) => made.digest.split(".")[n];
  it("tells privacy part and load part apart", () => {
    const base = plan([hash("email"), rename("name", "n")]);
    expect(half(plan([hash("email"), rename("name", "m")]), 0)).toBe(half(base, 0));
    expect(half(plan([hash("email"), rename("name", "m")]), 1)).not.toBe(half(base, 1));
    expect(
      half(plan([hash("email", { hmacKey: "${env.P}" }), rename("name", "n")], { P: "1" }), 0),
    ).not.toBe(half(base, 0));
    expect(plan([hash("email"), rename("name", "n")]).digest).toBe(base.digest);
  });

  it("does not depend on the value of a key", () => {
    const made = (value: string) =>
      plan([hash("email", { hmacKey: "${env.P}" })], { P: value }).digest;
    expect(made("1")).toBe(made("2"));
  });
});
