// What a read looks at before it starts, inside its own transaction: the columns' types as they are now, whether `where` is a
// condition, and whether the snapshot can still see the table's rows. Failures name the stream and what changed.
import { RevosError } from "../../kernel/error.ts";
import type { CatalogStream } from "../../model/catalog.ts";
import { formatType, isSameType } from "../../model/types.ts";
import { sqlState, toSourceError } from "./errors.ts";
import { isRewritten, quoteIdentifier, relationOf, undoRead } from "./queries.ts";
import type { Session } from "./session.ts";
import { toCanonical, type PostgresType } from "./types.ts";
import { resolveTypes } from "./type-lookup.ts";

/** `public.orders`, as messages name it. */
export function streamLabel(stream: Pick<CatalogStream, "name" | "namespace">): string {
  return stream.namespace === undefined ? stream.name : `${stream.namespace}.${stream.name}`;
}

/** The columns' types as they are now; from here to the end of the transaction nobody can alter the table. */
export async function describeColumns(
  session: Session,
  stream: CatalogStream,
  names: readonly string[],
): Promise<Map<string, PostgresType>> {
  const select = (columns: readonly string[]): string =>
    `select ${columns.map(quoteIdentifier).join(", ")} from ${relationOf(stream)} where false`;
  let fields;
  try {
    ({ fields } = await session.query(select(names)));
  } catch (error) {
    if (sqlState(error) !== "42703") throw readError(error, stream);
    await session.run(undoRead);
    throw await missingColumn(session, stream, names, select);
  }
  const types = await resolveTypes(session, fields);
  const described = new Map<string, PostgresType>();
  names.forEach((name, i) => {
    const type = types[i];
    if (!type) return;
    described.set(name, type);
    const discovered = stream.columns.find((column) => column.name === name);
    const now = toCanonical(type);
    if (discovered && !isSameType(discovered.type, now)) {
      throw changed(
        stream,
        `column "${name}" is ${formatType(now)} now and was ${formatType(discovered.type)} when it was discovered`,
      );
    }
  });
  return described;
}

async function missingColumn(
  session: Session,
  stream: CatalogStream,
  names: readonly string[],
  select: (columns: readonly string[]) => string,
): Promise<RevosError> {
  for (const name of names) {
    try {
      await session.query(select([name]));
    } catch {
      return changed(stream, `column "${name}" no longer exists`);
    }
  }
  return changed(stream, "its columns are others now");
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

/** A failure of a read as a coded error that names the stream, and for a missing right the grant to give. */
export function readError(error: unknown, stream: CatalogStream): RevosError {
  const denied = sqlState(error) === "42501";
  const table = `${quoteIdentifier(stream.namespace ?? "public")}.${quoteIdentifier(stream.name)}`;
  return toSourceError(error, {
    tried: `Could not read stream ${streamLabel(stream)}`,
    where: whereOf(stream),
    ...(denied
      ? {
          advice: `As its owner: grant usage on schema ${quoteIdentifier(stream.namespace ?? "public")} to <role>; grant select on ${table} to <role>;`,
        }
      : {}),
  });
}

export async function checkWhere(
  session: Session,
  stream: CatalogStream,
  where: string,
): Promise<void> {
  try {
    // Twice: what closes a parenthesis of ours and opens another does not pass between `when` and `then`.
    const sql = `select case when\n${where}\nthen 1 end from ${relationOf(stream)} where false and (\n${where}\n)`;
    await session.query(sql);
  } catch (error) {
    const state = sqlState(error);
    if (state === null || !/^(42|22|0A)/.test(state) || state === "42501")
      throw readError(error, stream);
    throw new RevosError(
      "config.value_invalid",
      `Could not use where of stream ${streamLabel(stream)}: Postgres does not accept it as a condition.`,
      {
        cause: error,
        data: { sqlState: state, field: "where" },
        where: whereOf(stream),
        advice:
          "Write a condition as it would stand behind WHERE, with the table's own column names.",
      },
    );
  }
}

/** A table that was emptied or rewritten after the snapshot would read as empty without an error. */
export async function checkStorage(session: Session, stream: CatalogStream): Promise<void> {
  if (stream.kind !== "table" && stream.kind !== "partitioned_table") return;
  const name = `${quoteIdentifier(stream.namespace ?? "public")}.${quoteIdentifier(stream.name)}`;
  const answer = await session.query(isRewritten, [name]);
  if (answer.rows[0]?.[0] !== "t") return;
  throw changed(
    stream,
    "it was truncated or rewritten after this run's snapshot, which therefore cannot see its rows; run it again",
  );
}
