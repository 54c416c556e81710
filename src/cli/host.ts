// What the command line is handed by the executable: streams, variables, ways to open an App. Tests hand it others.
import type { App, Progress } from "../api/app.ts";
import type { Log } from "../kernel/log.ts";
import type { Run } from "../model/run.ts";

export type Env = Readonly<Record<string, string | undefined>>;

export type OutStream = NodeJS.WritableStream & {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
};
export type InStream = NodeJS.ReadableStream & { readonly isTTY?: boolean };

export type OpenAppOptions = {
  readonly projectDir: string;
  /** Null: the default profile of the project. */
  readonly profile: string | null;
  readonly log: Log;
  readonly env: Env;
};

/** What `revos demo` gives back. */
export type DemoDocument = {
  readonly apiVersion: "revos/v1";
  readonly kind: "Demo";
  readonly dir: string;
  readonly files: readonly { readonly path: string; readonly what: string }[];
  readonly run: Run;
  /** A business question answered from the warehouse. */
  readonly answer: {
    readonly question: string;
    readonly columns: readonly string[];
    readonly rows: readonly (readonly (string | number | boolean | null)[])[];
  } | null;
  readonly next: readonly { readonly command: string; readonly why: string }[];
};

export type DemoOptions = {
  readonly dir: string;
  readonly log: Log;
  readonly env: Env;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
  /** Where the shop lands; absent: in the project's DuckDB file. */
  readonly warehouse?: "duckdb" | "postgres";
};

export type SignalName = "SIGINT" | "SIGTERM";

export type Host = {
  readonly version: string;
  /** Without the executable and the script. */
  readonly argv: readonly string[];
  readonly env: Env;
  readonly cwd: string;
  readonly stdin: InStream;
  readonly stdout: OutStream;
  readonly stderr: OutStream;
  openApp(options: OpenAppOptions): Promise<App>;
  runDemo(options: DemoOptions): Promise<DemoDocument>;
  /** Calls `listener` for each signal; returns how to stop listening. */
  onSignal(listener: (name: SignalName) => void): () => void;
  /** Ends the process at once. Only for a second Ctrl-C. */
  exitNow(code: number): void;
};
