// The preview shows what would land, what would be dropped and what would be held back.
import { generateKeyPairSync } from "node:crypto";
import { expect, it } from "vitest";
import type { Mapper } from "../../model/mapper.ts";
import { planMappers } from "./plan.ts";
import { previewMappers } from "./preview.ts";

const columns = (["id", "email", "card", "is_test"] as const).map((name) => ({
  name,
  type: { kind: name === "id" ? "int64" : name === "is_test" ? "boolean" : "text" } as const,
  sourceType: "",
  nullable: true,
}));

it("shows before and after, and counts dropped and quarantined rows", () => {
  const publicKey = generateKeyPairSync("rsa", { modulusLength: 1024 }).publicKey.export({
    type: "spki",
    format: "pem",
  }) as string;
  const mappers: Mapper[] = [
    {
      type: "row-filtering",
      mapperConfiguration: {
        conditions: {
          type: "NOT",
          conditions: [{ type: "EQUAL", fieldName: "is_test", comparisonValue: "true" }],
        },
      },
    },
    {
      type: "hashing",
      mapperConfiguration: { targetField: "email", method: "MD5", fieldNameSuffix: "_hashed" },
    },
    {
      type: "encryption",
      mapperConfiguration: { algorithm: "RSA", targetField: "card", key: "${env.R}" },
    },
    { type: "field-filtering", mapperConfiguration: { targetField: "is_test" } },
    {
      type: "field-renaming",
      mapperConfiguration: { originalFieldName: "id", newFieldName: "customer" },
    },
  ];
  const plan = planMappers({ mappers, columns, keys: { R: publicKey } });
  const preview = previewMappers(plan, {
    columns: ["id", "email", "card", "is_test"],
    values: [
      ["1", "abc", null, null],
      ["2", "abc", null, "true"],
      ["3", null, "4".repeat(200), "false"],
      ["4", "", "4", "false"],
    ],
  });
  expect(preview.before[0]).toEqual({ id: "1", email: "abc", card: null, is_test: null });
  expect(preview.after.map((row) => Object.keys(row))).toEqual([
    ["customer", "email_hashed", "card"],
    ["customer", "email_hashed", "card"],
  ]);
  expect(preview.after[0]).toEqual({
    customer: "1",
    email_hashed: "900150983cd24fb0d6963f7d28e17f72",
    card: null,
  });
  expect(preview.after[1]).toMatchObject({
    customer: "4",
    email_hashed: "d41d8cd98f00b204e9800998ecf8427e",
  });
  expect(preview.dropped).toBe(1);
  expect(preview.quarantined).toEqual([
    { column: "card", rule: "too long for the RSA key (at most 62 bytes)", rows: 1 },
  ]);
});

it("shows nothing of an empty sample", () => {
  const plan = planMappers({ mappers: [], columns, keys: {} });
  expect(previewMappers(plan, { columns: ["id"], values: [] })).toEqual({
    before: [],
    after: [],
    dropped: 0,
    quarantined: [],
  });
});
