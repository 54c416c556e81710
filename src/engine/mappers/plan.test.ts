// The plan of a list of mappers: order, names, what acts before a disk, what is refused. Values go through the real transforms.
import { describe, expect, it } from "vitest";
import type { CatalogColumn } from "../../model/catalog.ts";
import { Mapper } from "../../model/mapper.ts";
import { parseType } from "../../model/types.ts";
import { RevosError } from "../../kernel/error.ts";
import { planMappers, type MapperPlan } from "./plan.ts";

const sha256Abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
const md5Abc = "900150983cd24fb0d6963f7d28e17f72";

function columns(spec: Readonly<Record<string, string>>): CatalogColumn[] {
  return Object.entries(spec).map(([name, type]) => ({
    name,
    type: parseType(type)!,
    sourceType: type,
    nullable: true,
  }));
}

const people = columns({
  id: "int64",
  email: "text",
  name: "text",
  is_test: "boolean",
  meta: "json",
  updated_at: "timestamptz",
});

function plan(
  mappers: readonly unknown[],
  keys: Record<string, string> = {},
  from = people,
): MapperPlan {
  return planMappers({
    mappers: mappers.map((mapper) => Mapper.parse(mapper)),
    columns: from,
    keys,
  });
}

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
const names = (made: MapperPlan) => made.project.map((column) => column.name);
const apply = (made: MapperPlan, segmentName: string, text: string) => {
  const column = made.read.find((one) => one.name === segmentName)!;
  return column.privacy ? column.privacy(text) : { text };
};

function refusal(
  mappers: readonly unknown[],
  keys: Record<string, string> = {},
  from = people,
): RevosError {
  try {
    plan(mappers, keys, from);
  } catch (error) {
    if (error instanceof RevosError) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

describe("names and order", () => {
  it("leaves a stream without mappers as it is", () => {
    const made = plan([]);
    expect(names(made)).toEqual(["id", "email", "name", "is_test", "meta", "updated_at"]);
    expect(made.read.every((column) => column.privacy === undefined)).toBe(true);
    expect([made.early, made.filter, made.digest]).toEqual([null, null, "none"]);
  });

  it("lands a hash with suffix beside nothing: the plain column is not read under its own name", () => {
    const made = plan([hash("email", { fieldNameSuffix: "_hashed" }), drop("email")]);
    expect(names(made)).toEqual(["id", "email_hashed", "name", "is_test", "meta", "updated_at"]);
    expect(apply(made, "email_hashed", "abc")).toEqual({ text: sha256Abc });
    expect(made.project[1]).toEqual({
      name: "email_hashed",
      from: "email_hashed",
      type: { kind: "text" },
    });
    expect(made.privacyColumns).toEqual(["email_hashed"]);
    expect(made.droppedColumns).toEqual([]);
  });

  it("hashes in place without a suffix, and twice when asked twice", () => {
    const made = plan([
      hash("email"),
      { type: "hashing", mapperConfiguration: { targetField: "email", method: "MD5" } },
    ]);
    expect(names(made)).toContain("email");
    expect(apply(made, "email", "abc")).toEqual(
      apply(
        plan([{ type: "hashing", mapperConfiguration: { targetField: "email", method: "MD5" } }]),
        "email",
        sha256Abc,
      ),
    );
  });

  it("hashes one column under two suffixes", () => {
    const made = plan([
      hash("email", { fieldNameSuffix: "_a" }),
      {
        type: "hashing",
        mapperConfiguration: { targetField: "email", method: "MD5", fieldNameSuffix: "_b" },
      },
    ]);
    expect(names(made).filter((name) => name.startsWith("email"))).toEqual(["email_a", "email_b"]);
    expect(apply(made, "email_a", "abc")).toEqual({ text: sha256Abc });
    expect(apply(made, "email_b", "abc")).toEqual({ text: md5Abc });
  });

  it("renames before a privacy mapper in the segment, after it in the load", () => {
    const made = plan([rename("email", "mail"), hash("mail"), rename("name", "full_name")]);
    expect(made.read.map((column) => [column.source, column.name])).toContainEqual([
      "email",
      "mail",
    ]);
    expect(made.project).toContainEqual({
      name: "full_name",
      from: "name",
      type: { kind: "text" },
    });
    expect(apply(made, "mail", "abc")).toEqual({ text: sha256Abc });
  });

  it("swaps two names through a third", () => {
    const made = plan([rename("email", "x"), rename("name", "email"), rename("x", "name")]);
    expect(
      made.project
        .filter((column) => /name|email/.test(column.name))
        .map(({ name, from }) => [name, from]),
    ).toEqual([
      ["name", "email"],
      ["email", "name"],
    ]);
  });

  it("refuses a clash of names, in whatever case", () => {
    expect(refusal([rename("email", "NAME")]).code).toBe("config.mapper_invalid");
    expect(
      refusal(
        [hash("email", { fieldNameSuffix: "_h" })],
        {},
        columns({ email: "text", email_h: "text" }),
      ).message,
    ).toContain("email_h");
    expect(names(plan([drop("name"), rename("email", "name")]))).toContain("name");
    expect(names(plan([rename("email", "Email")]))).toContain("Email");
  });

  it("says what is wrong with a field that is not there", () => {
    expect(refusal([hash("emial")]).message).toContain("no such field");
    expect(refusal([hash("Email")]).advice).toContain("email");
    expect(refusal([rename("email", "mail"), hash("email")]).message).toContain("called mail");
    expect(refusal([drop("email"), hash("email")]).message).toContain("dropped");
    expect(refusal([drop("a.b")], {}, columns({ "a.b": "text", c: "text" })).advice).toContain(
      '"a.b"',
    );
    expect(names(plan([drop('"a.b"')], {}, columns({ "a.b": "text", c: "text" })))).toEqual(["c"]);
  });
});
