// Driver failures to codes. The words of a driver may hold values, so they stay in `cause` and never reach a message.
import { Aborted, RevosError } from "../kernel/error.ts";
import type { ErrorCode } from "../kernel/errors/codes.ts";

type Rule = { readonly code: ErrorCode; readonly says: string; readonly advice?: string };

const unreadable = (says: string, advice?: string): Rule => ({
  code: "store.unreadable",
  says,
  ...(advice ? { advice } : {}),
});

/** By SQLite's result name, without its extension (`SQLITE_BUSY_SNAPSHOT` is `SQLITE_BUSY`). */
const sqliteRules: Readonly<Record<string, Rule>> = {
  SQLITE_BUSY: { code: "store.busy", says: "another process is writing to it" },
  SQLITE_LOCKED: { code: "store.busy", says: "another process is writing to it" },
  SQLITE_NOTADB: unreadable("it is not a store"),
  SQLITE_CORRUPT: unreadable("it is damaged"),
  SQLITE_CANTOPEN: unreadable(
    "it cannot be opened",
    "Check the rights of the file and of its folder.",
  ),
  SQLITE_READONLY: unreadable(
    "it may only be read",
    "Give the user of this process the right to write the file and its folder.",
  ),
  SQLITE_PERM: unreadable("rights are missing", "Check the rights of the file and of its folder."),
  SQLITE_AUTH: unreadable("rights are missing", "Check the rights of the file and of its folder."),
  SQLITE_FULL: {
    code: "store.failed",
    says: "no space is left on the disk",
    advice: "Free disk space and run it again.",
  },
  SQLITE_IOERR: {
    code: "store.failed",
    says: "the disk gave an error",
    advice: "Check the disk and its free space, then run it again.",
  },
  EACCES: unreadable("rights are missing", "Check the rights of the file and of its folder."),
  EPERM: unreadable("rights are missing", "Check the rights of the file and of its folder."),
  EROFS: unreadable("its folder may only be read", "Choose a project folder that can be written."),
  ENOTDIR: unreadable("its folder is not a folder"),
  EEXIST: unreadable("its folder is not a folder"),
  ENOSPC: {
    code: "store.failed",
    says: "no space is left on the disk",
    advice: "Free disk space and run it again.",
  },
};

const postgresRules: readonly (readonly [RegExp, Rule])[] = [
  [/^28/, { code: "store.auth_failed", says: "it refused the sign-in" }],
  [
    /^3D000$/,
    unreadable("there is no such database", "Create the database, or correct REVOS_DATABASE_URL."),
  ],
  [
    /^42501$/,
    unreadable(
      "a right is missing",
      "The user needs create on the database once, and its own schema revos after that.",
    ),
  ],
  [/^(40001|40P01|55P03|53300|57014)$/, { code: "store.busy", says: "it is busy" }],
  [/^(08|57P)/, { code: "store.unreachable", says: "the connection was lost" }],
  [
    /^53100$/,
    {
      code: "store.failed",
      says: "no space is left on its disk",
      advice: "Free disk space and run it again.",
    },
  ],
];

const networkCodes =
  /^(ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EHOST|ENET|EPIPE|ENOENT$|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO|CERT_|ERR_TLS|ERR_SSL)/;

/** Any failure of a driver as one of ours; others as they are. `place` names the store: a file, or host and database. */
export function toStoreError(thrown: unknown, kind: "sqlite" | "postgres", place: string): Error {
  if (thrown instanceof RevosError || thrown instanceof Aborted) return thrown;
  const rule = kind === "sqlite" ? sqliteRule(thrown) : postgresRule(thrown);
  // Not a driver's failure: a fault in the work that was done, and not for us to rename.
  if (!rule && thrown instanceof Error && driverCode(thrown) === "") return thrown;
  const { code, says, advice } = rule ?? {
    code: "store.failed",
    says: "an unexpected error came back",
  };
  return new RevosError(code, `Could not use the store ${place}: ${says}.`, {
    cause: thrown,
    data: { store: place, driver: driverCode(thrown) },
    ...(advice ? { advice } : {}),
  });
}

export function isBusy(thrown: unknown): boolean {
  return /^SQLITE_(BUSY|LOCKED)/.test(driverCode(thrown));
}

/** A row is there already, under a unique name. */
export function isDuplicate(thrown: unknown): boolean {
  return /^(SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY)|23505)$/.test(driverCode(thrown));
}

/** A row is still named by another. */
export function isReferenced(thrown: unknown): boolean {
  return /^(SQLITE_CONSTRAINT_(FOREIGNKEY|TRIGGER)|23503)$/.test(driverCode(thrown));
}

function driverCode(thrown: unknown): string {
  const code = thrown instanceof Error ? (thrown as { code?: unknown }).code : undefined;
  return typeof code === "string" ? code : "";
}

function sqliteRule(thrown: unknown): Rule | undefined {
  const code = driverCode(thrown);
  // libsql reports a file that cannot be opened without a code, only in words.
  if (code === "" && thrown instanceof Error && thrown.message.startsWith("ConnectionFailed"))
    return sqliteRules.SQLITE_CANTOPEN;
  return sqliteRules[code] ?? sqliteRules[/^SQLITE_[A-Z]+/.exec(code)?.[0] ?? ""];
}

function postgresRule(thrown: unknown): Rule | undefined {
  const code = driverCode(thrown);
  const found = postgresRules.find(([pattern]) => pattern.test(code))?.[1];
  if (found) return found;
  const message = thrown instanceof Error ? thrown.message : "";
  if (
    networkCodes.test(code) ||
    /timeout|terminated|Connection ended|not queryable|does not support SSL/i.test(message)
  ) {
    return { code: "store.unreachable", says: "no answer came" };
  }
  return undefined;
}
