// What a schema found wrong, in words of ours and of both languages: no sentence of the schema library reaches people.
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { issueWords } from "./issue-words.ts";

const schema = z.strictObject({
  host: z.string().default("localhost"),
  port: z.coerce.number().int().min(1).max(65535).optional(),
  ssl: z.enum(["disable", "verify-full"]).optional(),
  schemas: z.array(z.string().min(1)).min(1).optional(),
  quote: z.union([z.string().length(1), z.literal("")]).optional(),
  keep: z
    .string()
    .refine((text) => text.endsWith("h"), "a duration such as 2h")
    .optional(),
  mark: z
    .string()
    .refine((text) => text.length === 1, "Must be one ASCII character")
    .optional(),
  tunnel: z.strictObject({ host: z.string(), user: z.string() }).optional(),
  database: z.string(),
});

const words = (value: Record<string, unknown>): string => {
  const parsed = schema.safeParse({ database: "d", ...value });
  return (parsed.error?.issues ?? []).map((issue) => issueWords(issue, schema)).join("; ");
};

describe("an issue", () => {
  test.each([
    [{ database: undefined }, "database is missing"],
    [{ host: 1 }, "host must be a text"],
    [{ port: "abc" }, "port must be a number"],
    [{ port: 1.5 }, "port must be a whole number"],
    [{ port: 0 }, "port must be at least 1"],
    [{ port: 70000 }, "port must be at most 65535"],
    [{ ssl: "yes" }, "ssl must be one of disable, verify-full"],
    [{ schemas: "public" }, "schemas must be a list"],
    [{ schemas: [] }, "schemas is empty"],
    [{ schemas: ["a", ""] }, "schemas[1] is empty"],
    [{ quote: 3 }, "quote has none of the forms it may have"],
    [{ keep: "2" }, "keep must be a duration such as 2h"],
    [{ mark: "ab" }, "mark must be one ASCII character"],
    [{ hots: "x" }, "hots is not a key (perhaps host)"],
    [{ zzz: 1 }, "zzz is not a key"],
    [
      { tunnel: { hsot: "x", user: "u" } },
      "tunnel.host is missing; tunnel.hsot is not a key (perhaps host)",
    ],
  ])("%j: %s", (value, said) => {
    expect(words(value)).toBe(said);
  });

  test("never holds the value", () => {
    expect(words({ host: 424242, ssl: "sekret", keep: "sekret" })).not.toMatch(/424242|sekret/);
  });
});
