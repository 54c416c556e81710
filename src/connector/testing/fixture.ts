// What a connector writes to be tried by the suites: a world that can be started, changed by abstract operations and
// stopped. The operations are the same for every system; the fixture says them in the system's own words.
import type { Skip } from "./skip.ts";
import type { TextRow } from "./bench.ts";
import type { ErrorCode } from "../../kernel/errors/codes.ts";

/** Names map to canonical types as text: `decimal(12,2)`. */
export type OpColumns = Readonly<Record<string, string>>;

export type Op =
  | {
      readonly kind: "create";
      readonly stream: string;
      readonly columns: OpColumns;
      readonly key?: readonly string[];
    }
  | { readonly kind: "insert"; readonly stream: string; readonly rows: readonly TextRow[] }
  | {
      readonly kind: "update";
      readonly stream: string;
      readonly key: TextRow;
      readonly set: TextRow;
    }
  | { readonly kind: "delete"; readonly stream: string; readonly key: TextRow }
  | {
      readonly kind: "add_column";
      readonly stream: string;
      readonly column: string;
      readonly type: string;
    }
  | { readonly kind: "drop"; readonly stream: string };

export type SourceWorld = {
  /** The config as a user would write it. Asked again after every `run`, for sources whose rows stand in the config. */
  readonly config: Readonly<Record<string, unknown>>;
  /** Where streams are made; absent without namespaces. */
  readonly namespace?: string;
  /** Canonical texts; a value that the system cannot hold is never given (see `types`). */
  run(ops: readonly Op[]): Promise<void>;
  /** Configs that must fail, and the code each must give. */
  readonly failures: readonly {
    readonly name: string;
    readonly config: Readonly<Record<string, unknown>>;
    readonly code: ErrorCode;
  }[];
  /** The config of a network source that reaches its system through a fault proxy, and where the proxy must lead. */
  readonly network?: {
    readonly target: { readonly host: string; readonly port: number } | { readonly path: string };
    through(proxy: {
      readonly host: string;
      readonly port: number;
    }): Readonly<Record<string, unknown>>;
  };
  stop(): Promise<void>;
};

export type SourceFixture = {
  start(): Promise<SourceWorld>;
  /** Canonical types a column of this source can have. Their edges are tried; see values.ts. */
  readonly types: readonly string[];
  /** False: types are judged from values, so a column may get another type than it was created with; values stay. */
  readonly keepsTypes: boolean;
  /** False: `key` of a stream is not known to the source. */
  readonly keepsKeys: boolean;
  /** Edge values that this source cannot hold, by type: `timestamp: ["infinity"]`. */
  readonly lacks?: Readonly<Record<string, readonly (string | null)[]>>;
  /** False for a value that this source cannot hold, where a list would not do (random times outside its range). */
  readonly holds?: (type: string, value: string) => boolean;
  readonly skips?: readonly Skip[];
};
