// Where a failure is given its code: at the border where it came in. What is ours already, or a stop, passes unchanged.
import type { DestinationDefinition } from "../connector/destination.ts";
import type { SourceDefinition } from "../connector/source.ts";
import { isAbort } from "../kernel/abort.ts";
import { Aborted, isTimeout, RevosError } from "../kernel/error.ts";
import { errorCodes, type ErrorCode } from "../kernel/errors/codes.ts";
import type { Side, Watch } from "./stall/watch.ts";

export type Border = {
  /** Calls into the source: opening, discovering, reading. */
  source<T>(doing: string, work: () => Promise<T>): Promise<T>;
  /** Calls into the destination and its workbench. */
  destination<T>(doing: string, work: () => Promise<T>): Promise<T>;
  /** A statement of the destination's workbench that reads what the source handed over (files). */
  between<T>(doing: string, work: () => Promise<T>): Promise<T>;
};

export function makeBorder(
  source: SourceDefinition,
  destination: DestinationDefinition,
  signal: AbortSignal,
  watch: Watch,
): Border {
  const guard =
    (side: Side, codeOf: (error: unknown) => ErrorCode) =>
    async <T>(doing: string, work: () => Promise<T>): Promise<T> => {
      try {
        return await watch.over(side, doing, work);
      } catch (cause) {
        // A statement that was interrupted fails with words of its own: the stop is the reason.
        if (signal.aborted && !(cause instanceof RevosError)) throw new Aborted();
        if (cause instanceof RevosError) throw cause;
        // A time limit of a connector's own is a failure like any other: nobody asked this run to stop.
        if (isAbort(cause) && !isTimeout(cause)) throw cause;
        const code = codeOf(cause);
        throw new RevosError(code, `Could not ${doing}${why(code)}.`, { cause });
      }
    };
  return {
    source: guard(
      "source",
      (error) => source.classify(error) ?? (isTimeout(error) ? "source.timeout" : "source.unknown"),
    ),
    destination: guard(
      "destination",
      (error) => destination.classify(error) ?? "destination.unknown",
    ),
    between: guard(
      "between",
      (error) => source.classify(error) ?? destination.classify(error) ?? "source.unknown",
    ),
  };
}

/** `: no space left`. A code that says nothing of the reason adds none. */
function why(code: ErrorCode): string {
  const { title } = errorCodes[code];
  return code.endsWith(".unknown") ? "" : `: ${title.charAt(0).toLowerCase()}${title.slice(1)}`;
}
