// Keeping and putting back rows, in the words of Postgres.
import { pruneKept } from "../../../connector/rewrites/kept.ts";
import { rollBack } from "../../../connector/rewrites/rollback.ts";
import type { Inside, RewriteSide } from "../../../connector/rewrites/side.ts";
import type {
  RollbackOutcome,
  RollbackRequest,
  TableColumn,
} from "../../../connector/destination.ts";
import type { Log } from "../../../kernel/log.ts";
import { sqlState } from "../errors.ts";
import { quoteLiteral } from "../queries.ts";
import type { Session } from "../session.ts";
import type { Link } from "./link.ts";
import { keyConditions } from "./match.ts";
import { historyName, ident, qualified, stageSchema, workName } from "./names.ts";
import { columnsOf } from "./tables.ts";

const insideOf = (session: Session): Inside => ({
  run: async (sql, values) => void (await session.query(sql, values)),
  async all(sql, values) {
    const { rows, fields } = await session.query(sql, values);
    return rows.map((row) =>
      Object.fromEntries(fields.map(({ name }, index) => [name, row[index] ?? null])),
    );
  },
  change: async (sql, values) => (await session.query(sql, values)).changed,
});

export function postgresSide(session: Session): RewriteSide {
  const touched = qualified({
    schema: stageSchema,
    table: workName("keys", `touched ${process.pid}`),
  });
  const sqlTypes = async (table: Parameters<typeof columnsOf>[1]): Promise<TableColumn[] | null> =>
    (await columnsOf(session, table))?.map((column) => ({ ...column, type: column.sqlType })) ??
    null;
  return {
    ...insideOf(session),
    qualified,
    column: ident,
    columnsOf: sqlTypes,
    historyName,
    sameKey: (a, b, keys) =>
      keyConditions(
        a,
        b,
        keys.map(({ name, type }) => ({ name, duck: type })),
        true,
      ),
    atLeast: ({ name, type }, text) => bounded(ident(name), type, ">=", text),
    touched,
    makeTouched: (select) => session.run(`create unlogged table ${touched} as ${select}`),
  };
}

/** A comparison with a canonical text; texts by their bytes. */
export const bounded = (
  column: string,
  sqlType: string,
  operator: ">=" | "<",
  text: string,
): string =>
  /^(text|character)/.test(sqlType)
    ? `${column} collate "C" ${operator} ${quoteLiteral(text)}`
    : `${column} ${operator} ${quoteLiteral(text)}::${sqlType}`;

/**
 * Forgets what was kept long enough. Another run may be at it, or putting back what would go, or the tables may be another
 * role's: none of that is a reason to fail, the next run tries again.
 */
export async function prune(session: Session, log: Log): Promise<void> {
  await session.run("begin");
  try {
    const { rows } = await session.query(
      "select pg_catalog.pg_try_advisory_xact_lock(7236838211125)",
    );
    if (rows[0]?.[0] === "t") await pruneKept(postgresSide(session));
    await session.run("commit");
  } catch (error) {
    if (session.isBroken) throw error;
    await session.run("rollback");
    log.debug("what was kept stays for now", { sqlState: sqlState(error) });
  }
}

export async function rollback(
  link: Link,
  request: RollbackRequest,
): Promise<readonly RollbackOutcome[]> {
  const tried = `Could not roll back ${request.runId} in ${link.place}`;
  let outcomes: readonly RollbackOutcome[] = [];
  if (request.dryRun)
    return await link.repeat(tried, async (session) => {
      await session.run("begin");
      try {
        return await rollBack(postgresSide(session), request);
      } finally {
        if (!session.isBroken) await session.run("rollback").catch(() => {});
      }
    });
  await link.transaction(
    tried,
    async (session) => {
      outcomes = await rollBack(postgresSide(session), request);
    },
    async (session) => {
      const { rows } = await session.query(
        "select exists (select from _revos.rewrites where run_id = $1 and rolled_back_by = $2)",
        [request.runId, request.byRunId],
      );
      return rows[0]?.[0] === "t";
    },
  );
  return outcomes;
}
