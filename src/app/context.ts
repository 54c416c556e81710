// What every operation handler is handed: the project, the environment, and the store, which is opened on first use so
// that commands which need none never pay for it.
import type { CallOptions } from "../api/app.ts";
import type { OperationInput, OperationName, OperationOutput } from "../api/operations.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import type { Store } from "../store/store.ts";
import type { Env } from "./env-refs.ts";
import type { Project } from "./project.ts";

export type AppContext = {
  readonly project: Project;
  readonly profile: string;
  readonly env: Env;
  readonly clock: Clock;
  readonly log: Log;
  /** Opens (and migrates) the store at the first call; a project without one gets it then. */
  store(): Promise<Store>;
};

export type Handler<N extends OperationName> = (
  ctx: AppContext,
  input: OperationInput<N>,
  options: CallOptions,
) => Promise<OperationOutput<N>>;

export type HandlerTable = { readonly [N in OperationName]?: Handler<N> };
