// What the engine asks an open source or destination when nothing moves: whether bytes come, and, on a connection of its own,
// what the other side says about the statement that is waited for.
import type { RevosError } from "../kernel/error.ts";
import type { Blocker, StallCause } from "../model/run-event.ts";

/** What the other side says. No row values, and of others' statements the first word alone. */
export type Diagnosis = {
  readonly cause: StallCause;
  readonly table?: string;
  readonly blockers?: readonly Blocker[];
  /** What the server itself calls it: `Lock: relation`, `Waiting for table metadata lock`. */
  readonly says?: string;
};

/** The worst first: what is told where several sessions are waited for. */
const worst = ["lock", "gone", "idle", "sending", "hidden", "query"] as const;

/** Of what a server says about each of our sessions, the one that is told. */
export function worstOf(found: readonly Diagnosis[]): Diagnosis {
  for (const cause of worst) {
    const first = found.find((one) => one.cause === cause);
    if (first) return first;
  }
  return { cause: "hidden" };
}

export type StallProbe = {
  /** Another number each time that bytes have come or gone. */
  traffic(): number;
  /** Null: no statement is with the server now. Throws what connecting throws. */
  diagnose(signal: AbortSignal): Promise<Diagnosis | null>;
  /**
   * Drops the connection: what is waited for fails with `reason`. Null: the connection is lost, what can be done again on
   * a new one is. A source is ended by its signal instead.
   */
  abandon?(reason: RevosError | null): void;
};

/** The first word of a statement, where it is a word of SQL: nothing else of it may be shown. */
export function verbOf(statement: string | null): string | null {
  const word = /^\s*([a-z]+)/i.exec(statement ?? "")?.[1]?.toUpperCase();
  return word !== undefined && verbs.has(word) ? word : null;
}

const verbs = new Set(
  (
    "SELECT INSERT UPDATE DELETE MERGE COPY LOCK ALTER CREATE DROP TRUNCATE VACUUM ANALYZE CLUSTER REINDEX REFRESH COMMENT " +
    "GRANT REVOKE BEGIN START COMMIT ROLLBACK PREPARE EXECUTE FETCH DECLARE CALL DO SET SHOW WITH VALUES EXPLAIN REPLACE LOAD " +
    "RENAME OPTIMIZE REPAIR CHECK FLUSH HANDLER UNLOCK XA"
  ).split(" "),
);
