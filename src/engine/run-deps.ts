// What a run is given beside its plan, and how a connector's config in a plan is read.
import type { DestinationDefinition } from "../connector/destination.ts";
import type { SourceDefinition } from "../connector/source.ts";
import type { Clock } from "../kernel/clock.ts";
import { RevosError } from "../kernel/error.ts";
import type { Log } from "../kernel/log.ts";
import type { RunEvent } from "../model/run-event.ts";

export type RunDeps = {
  readonly source: SourceDefinition;
  readonly destination: DestinationDefinition;
  readonly log: Log;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly emit: (event: RunEvent) => void;
  /** The process that started this one and waits for it: its memory counts too. */
  readonly parentPid?: number;
  /** Whether a column looks like personal data. Absent: none does. */
  readonly isSensitive?: (column: string) => boolean;
};

/** The config as its connector wants it; `source.config_invalid` names the key that is wrong. */
export function parseConfig<Config>(
  definition: { readonly kind: string; readonly config: SourceDefinition<Config>["config"] },
  config: unknown,
): Config {
  const parsed = definition.config.safeParse(config);
  if (parsed.success) return parsed.data;
  const path = parsed.error.issues[0]?.path.map(String).join(".") ?? "";
  throw new RevosError(
    "source.config_invalid",
    `The config of ${definition.kind} is not valid at ${path === "" ? "its top" : path}.`,
    { data: { kind: definition.kind, path } },
  );
}
