// The connection test of a warehouse: the source's steps up to the sign-in, then whether this server takes writes and which
// rights are missing, with the grants to give. Steps do not throw.
import type { CheckStep } from "../../../model/check.ts";
import { RevosError } from "../../../kernel/error.ts";
import { errorCodes } from "../../../kernel/errors/codes.ts";
import { checkConnection } from "../check.ts";
import type { PostgresConfig } from "../config.ts";
import { toDestinationError, twinOf } from "./errors.ts";
import type { Link } from "./link.ts";
import { ident, ownSchema, stageSchema } from "./names.ts";
import { keptSchema } from "../../../connector/rewrites/kept.ts";
import { refuseReadOnly } from "./tables.ts";

export async function* checkWarehouse(
  config: PostgresConfig,
  link: Link,
  schema: string,
): AsyncGenerator<CheckStep> {
  for await (const step of checkConnection(config, link.signal)) {
    const code = step.code === undefined ? undefined : twinOf(step.code);
    const advice =
      code !== undefined && step.code !== undefined && step.advice === errorCodes[step.code].advice
        ? errorCodes[code].advice
        : step.advice;
    yield {
      ...step,
      ...(code === undefined ? {} : { code }),
      ...(advice === undefined ? {} : { advice }),
    };
    if (!step.ok) return;
    if (step.name === "database") break;
  }
  const started = performance.now();
  try {
    const detail = await checkRights(link, config, schema);
    yield { name: "rights", ok: true, ms: Math.round(performance.now() - started), detail };
  } catch (error) {
    const failure = toDestinationError(error, "Could not look at the rights of the role");
    yield {
      name: "rights",
      ok: false,
      ms: Math.round(performance.now() - started),
      code: failure.code,
      message: failure.message,
      advice: failure.advice === "" ? errorCodes[failure.code].advice : failure.advice,
      field: "user",
    };
  }
}

/** Making schemas needs CREATE on the database; where they stand, USAGE and CREATE on them suffice. */
async function checkRights(link: Link, config: PostgresConfig, schema: string): Promise<string> {
  const session = await link.session();
  await refuseReadOnly(session);
  const { rows } = await session.query(
    `select s, n.oid is not null, coalesce(pg_catalog.has_schema_privilege(n.oid, 'usage') and pg_catalog.has_schema_privilege(n.oid, 'create'), false),
       pg_catalog.has_database_privilege(pg_catalog.current_database(), 'create')
     from pg_catalog.unnest($1::pg_catalog.text[]) as s left join pg_catalog.pg_namespace n on n.nspname = s`,
    [[schema, ownSchema, stageSchema, keptSchema]],
  );
  const role = ident(config.user);
  const missing = rows.filter((row) => row[1] !== "t").map((row) => row[0] ?? "");
  const closed = rows.filter((row) => row[1] === "t" && row[2] !== "t").map((row) => row[0] ?? "");
  const mayMake = rows[0]?.[3] === "t";
  const grants = [
    ...closed.map((name) => `grant usage, create on schema ${ident(name)} to ${role};`),
    ...(missing.length === 0 || mayMake
      ? []
      : missing.map((name) => `create schema ${ident(name)} authorization ${role};`)),
  ];
  if (grants.length > 0)
    throw new RevosError(
      "destination.permission_denied",
      `${config.user} may not make tables in ${[...closed, ...(mayMake ? [] : missing)].join(", ")}.`,
      { advice: `As their owner: ${grants.join(" ")}`, data: { field: "user" } },
    );
  return missing.length === 0
    ? `may make tables in ${schema}`
    : `may make the ${missing.length === 1 ? "schema" : "schemas"} ${missing.join(", ")}`;
}
