// Per-stream mappers as they stand in a file: mappers.md. Order matters; each sees the result of those before it.
import { z } from "zod";

export const hashMethods = [
  "MD2",
  "MD5",
  "SHA-1",
  "SHA-224",
  "SHA-256",
  "SHA-384",
  "SHA-512",
] as const;
export const aesModes = ["CBC", "CFB", "OFB", "CTR", "GCM", "ECB"] as const;

export const leafOperators = [
  "EQUAL",
  "NOT_EQUAL",
  "GREATER_THAN",
  "GREATER_OR_EQUAL",
  "LESS_THAN",
  "LESS_OR_EQUAL",
  "IN",
  "IS_NULL",
  "MATCHES",
] as const;

export type FilterNode =
  | { readonly type: "AND" | "OR" | "NOT"; readonly conditions: readonly FilterNode[] }
  | {
      readonly type: (typeof leafOperators)[number];
      readonly fieldName: string;
      readonly comparisonValue?: string | readonly string[] | undefined;
    };

const scalar = z.union([z.string(), z.number(), z.boolean()]).transform(String);

export const FilterNode: z.ZodType<FilterNode> = z.lazy(() =>
  z.union([
    z.strictObject({ type: z.enum(["AND", "OR", "NOT"]), conditions: z.array(FilterNode).min(1) }),
    z.strictObject({
      type: z.enum(leafOperators),
      fieldName: z.string().min(1),
      comparisonValue: z.union([scalar, z.array(scalar)]).optional(),
    }),
  ]),
) as z.ZodType<FilterNode>;

export const Mapper = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("hashing"),
    mapperConfiguration: z.strictObject({
      targetField: z.string().min(1),
      method: z.enum(hashMethods),
      fieldNameSuffix: z.string().optional(),
      /** A reference such as ${env.HASH_KEY}: HMAC instead of a plain hash. */
      hmacKey: z.string().optional(),
    }),
  }),
  z.strictObject({
    type: z.literal("field-renaming"),
    mapperConfiguration: z.strictObject({
      originalFieldName: z.string().min(1),
      newFieldName: z.string().min(1),
    }),
  }),
  z.strictObject({
    type: z.literal("field-filtering"),
    mapperConfiguration: z.strictObject({ targetField: z.string().min(1) }),
  }),
  z.strictObject({
    type: z.literal("row-filtering"),
    mapperConfiguration: z.strictObject({ conditions: FilterNode }),
  }),
  z.strictObject({
    type: z.literal("encryption"),
    mapperConfiguration: z.strictObject({
      algorithm: z.enum(["AES", "RSA"]),
      targetField: z.string().min(1),
      fieldNameSuffix: z.string().optional(),
      /** A reference such as ${env.AES_KEY}, never a literal. */
      key: z.string().min(1),
      mode: z.enum(aesModes).optional(),
      padding: z.enum(["NoPadding", "PKCS5Padding"]).optional(),
    }),
  }),
]);
export type Mapper = z.infer<typeof Mapper>;
