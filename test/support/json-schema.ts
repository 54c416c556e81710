// JSON Schema 2019-09, as far as the published schemas of data contracts use it: enough to validate what we write against them
// without a dependency. An unknown keyword is an error, so that a newer schema is not passed by by not being understood.

type Schema = boolean | { readonly [keyword: string]: unknown };
type Result = { readonly errors: string[]; readonly seen: Set<string> };

const ignored = new Set([
  "$schema",
  "$id",
  "$defs",
  "title",
  "description",
  "examples",
  "default",
  "deprecated",
  "format",
  "$comment",
  "then",
  "else",
]);

const typeOf = (value: unknown): string =>
  value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
const isObject = (value: unknown): value is Record<string, unknown> => typeOf(value) === "object";

/** What is wrong with the value, each with its path; empty when it is valid. */
export function validate(schema: Schema, value: unknown): string[] {
  return check(schema, value, "", schema).errors;
}

function check(schema: Schema, value: unknown, at: string, root: Schema): Result {
  const errors: string[] = [];
  const seen = new Set<string>();
  if (schema === true) return { errors, seen };
  if (schema === false) return { errors: [`${at}: nothing is allowed here`], seen };
  const fail = (text: string) => errors.push(`${at || "/"}: ${text}`);
  const sub = (one: unknown, inner = value, path = at): Result =>
    check(one as Schema, inner, path, root);
  const take = (result: Result) => {
    errors.push(...result.errors);
    for (const name of result.seen) seen.add(name);
  };
  for (const [keyword, rule] of Object.entries(schema)) {
    if (ignored.has(keyword) || ["additionalProperties", "unevaluatedProperties"].includes(keyword))
      continue;
    const list = rule as Schema[];
    switch (keyword) {
      case "$ref":
        take(sub(resolve(root, String(rule))));
        break;
      case "type": {
        const types = ([] as unknown[]).concat(rule);
        const own = typeOf(value);
        if (!types.includes(own) && !(types.includes("integer") && Number.isInteger(value)))
          fail(`is ${own}, not ${types.join(" or ")}`);
        break;
      }
      case "const":
        if (JSON.stringify(value) !== JSON.stringify(rule)) fail(`is not ${JSON.stringify(rule)}`);
        break;
      case "enum":
        if (!list.some((one) => JSON.stringify(one) === JSON.stringify(value)))
          fail(`${JSON.stringify(value)} is none of ${JSON.stringify(rule)}`);
        break;
      case "required":
        if (isObject(value))
          for (const name of rule as string[]) if (!(name in value)) fail(`${name} is missing`);
        break;
      case "properties":
        if (isObject(value))
          for (const [name, one] of Object.entries(rule as object))
            if (name in value) {
              seen.add(name);
              errors.push(...sub(one, value[name], `${at}/${name}`).errors);
            }
        break;
      case "items":
        if (Array.isArray(value))
          value.forEach((one, i) => errors.push(...sub(rule, one, `${at}/${i}`).errors));
        break;
      case "allOf":
        for (const one of list) take(sub(one));
        break;
      case "anyOf":
      case "oneOf": {
        const results = list.map((one) => sub(one));
        const good = results.filter((result) => result.errors.length === 0);
        if (good.length === 0)
          fail(`fits none of ${keyword}: ${results.map((result) => result.errors[0]).join(" | ")}`);
        if (keyword === "oneOf" && good.length > 1) fail(`fits ${good.length} of oneOf`);
        for (const result of good) take(result);
        break;
      }
      case "if": {
        const result = sub(rule);
        const branch = result.errors.length === 0 ? schema.then : schema.else;
        if (result.errors.length === 0) for (const name of result.seen) seen.add(name);
        if (branch !== undefined) take(sub(branch));
        break;
      }
      case "not":
        if (sub(rule).errors.length === 0) fail("fits what it must not");
        break;
      case "pattern":
        if (typeof value === "string" && !new RegExp(String(rule), "u").test(value))
          fail(`${value} does not match ${String(rule)}`);
        break;
      case "minimum":
        if (typeof value === "number" && value < Number(rule)) fail(`is below ${String(rule)}`);
        break;
      case "maximum":
        if (typeof value === "number" && value > Number(rule)) fail(`is above ${String(rule)}`);
        break;
      case "minLength":
        if (typeof value === "string" && value.length < Number(rule)) fail("is too short");
        break;
      case "minItems":
        if (Array.isArray(value) && value.length < Number(rule)) fail("has too few items");
        break;
      case "maxItems":
        if (Array.isArray(value) && value.length > Number(rule)) fail("has too many items");
        break;
      case "minProperties":
        if (isObject(value) && Object.keys(value).length < Number(rule)) fail("has too few keys");
        break;
      case "uniqueItems":
        if (
          rule === true &&
          Array.isArray(value) &&
          new Set(value.map((one) => JSON.stringify(one))).size < value.length
        )
          fail("has an item twice");
        break;
      default:
        fail(`the schema's keyword ${keyword} is not understood`);
    }
  }
  if (isObject(value))
    for (const keyword of ["additionalProperties", "unevaluatedProperties"]) {
      const rule = schema[keyword];
      if (rule === undefined) continue;
      const own = new Set(
        keyword === "additionalProperties"
          ? Object.keys((schema.properties as object | undefined) ?? {})
          : seen,
      );
      for (const name of Object.keys(value))
        if (!own.has(name)) {
          if (rule === false) fail(`${name} is not a key here`);
          else errors.push(...sub(rule, value[name], `${at}/${name}`).errors);
          seen.add(name);
        }
    }
  return { errors, seen };
}

function resolve(root: Schema, ref: string): Schema {
  let found: unknown = root;
  for (const part of ref.replace(/^#\/?/, "").split("/").filter(Boolean))
    found = (found as Record<string, unknown>)[part];
  if (found === undefined) throw new Error(`The schema has no ${ref}.`);
  return found as Schema;
}
