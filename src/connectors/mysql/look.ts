// What a read looks at before it starts, inside its own transaction: the columns' types as they are now, and whether `where`
// is a condition. Failures name the stream and what changed.
import { RevosError } from "../../kernel/error.ts";
import type { CatalogStream } from "../../model/catalog.ts";
import { formatType, isSameType } from "../../model/types.ts";
import { isServerError } from "../../protocols/mysql/answers.ts";
import { columnTypes } from "./column-types.ts";
import { errorNumber, toSourceError } from "./errors.ts";
import { quoteIdentifier, relationOf, touchTable } from "./queries.ts";
import type { Session } from "./session.ts";
import { toCanonical, type MysqlType } from "./types.ts";

/** `shop.orders`, as messages name it. */
export function streamLabel(stream: Pick<CatalogStream, "name" | "namespace">): string {
  return stream.namespace === undefined ? stream.name : `${stream.namespace}.${stream.name}`;
}

/** The columns' types as they are now; from here to the end of the read nobody can alter the table. */
export async function describeColumns(
  session: Session,
  stream: CatalogStream,
  names: readonly string[],
): Promise<Map<string, MysqlType>> {
  await session.query(touchTable(stream));
  const all = await columnTypes(session, {
    databases: [stream.namespace ?? ""],
    tables: [stream.name],
  });
  const found = all.get(stream.namespace ?? "")?.get(stream.name) ?? [];
  const described = new Map<string, MysqlType>();
  for (const name of names) {
    const column = found.find((one) => one.name === name);
    if (!column) throw changed(stream, `column "${name}" no longer exists`);
    described.set(name, column.type);
    const discovered = stream.columns.find((one) => one.name === name);
    const now = toCanonical(column.type);
    if (discovered && !isSameType(discovered.type, now))
      throw changed(
        stream,
        `column "${name}" is ${formatType(now)} now and was ${formatType(discovered.type)} when it was discovered`,
      );
  }
  return described;
}

function changed(stream: CatalogStream, what: string): RevosError {
  return new RevosError(
    "source.schema_changed",
    `Could not read stream ${streamLabel(stream)}: ${what}.`,
    { where: whereOf(stream) },
  );
}

const whereOf = (stream: CatalogStream): Record<string, unknown> => ({
  stream: stream.name,
  namespace: stream.namespace ?? null,
});

const denials = new Set([1044, 1142, 1143, 1227, 1370]);

/** A failure of a read as a coded error that names the stream, and for a missing right the grant to give. */
export function readError(error: unknown, stream: CatalogStream): RevosError {
  const isDenied = denials.has(errorNumber(error) ?? 0);
  return toSourceError(error, {
    tried: `Could not read stream ${streamLabel(stream)}`,
    where: whereOf(stream),
    ...(isDenied
      ? {
          advice: `As an administrator: grant select${stream.kind === "view" ? ", show view" : ""} on ${relationOf(stream)} to <user>;`,
        }
      : {}),
  });
}

/** Errors by which a server refuses a condition: syntax, names, arguments, collations that do not mix. */
const conditionErrors = new Set([1210, 1267, 1270, 1271, 1411, 1525, 1690]);

export async function checkWhere(
  session: Session,
  stream: CatalogStream,
  where: string,
): Promise<void> {
  try {
    // Twice: what closes a parenthesis of ours and opens another does not pass between `when` and `then`.
    await session.query(
      `select case when\n${where}\nthen 1 end from ${relationOf(stream)} where false and (\n${where}\n)`,
    );
  } catch (error) {
    const number = errorNumber(error) ?? 0;
    const isRefused =
      isServerError(error) &&
      !denials.has(number) &&
      number !== 1146 &&
      (conditionErrors.has(number) || /^(21|22|42)/.test(error.sqlState));
    if (!isRefused) throw readError(error, stream);
    throw new RevosError(
      "config.value_invalid",
      `Could not use where of stream ${streamLabel(stream)}: the server does not accept it as a condition.`,
      {
        cause: error,
        data: { errno: number, field: "where" },
        where: whereOf(stream),
        advice: `Write a condition as it would stand behind WHERE, with the table's own column names (${quoteIdentifier("odd name")} in backticks).`,
      },
    );
  }
}
