// What a connector is handed with every call: how to stop, where to log, where it may scratch.
import type { Log } from "../kernel/log.ts";
import type { Workbench } from "./workbench.ts";

export type ConnectorContext = {
  readonly signal: AbortSignal;
  readonly log: Log;
};

export type ReadContext = ConnectorContext & {
  /** DuckDB, for sources whose files it reads itself. */
  readonly workbench: Workbench;
};
