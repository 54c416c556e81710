// A step of a connection check: what `sources test` and `destinations test` show, in order.
import type { ErrorCode } from "../kernel/errors/codes.ts";

/** One step of a check: shown live, in order; the first failed one ends the check. */
export type CheckStep = {
  readonly name:
    | "dns"
    | "tcp"
    | "tunnel"
    | "tls"
    | "sign_in"
    | "database"
    | "rights"
    | "read_row"
    | "path"
    | "format"
    | "snapshot";
  readonly ok: boolean;
  readonly ms: number;
  /** A fact for people: the address found, the server's version. Never a value of a row. */
  readonly detail?: string;
  readonly code?: ErrorCode;
  readonly message?: string;
  readonly advice?: string;
  /** The config key to correct. */
  readonly field?: string;
  /** True: worth knowing, the check goes on (a right that would help). */
  readonly warning?: boolean;
};
