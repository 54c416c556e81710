// One step of a connection test: timed, and a failure is a result that names the config key to correct instead of an error.
import { errorCodes } from "../kernel/errors/codes.ts";
import type { RevosError } from "../kernel/error.ts";
import type { CheckStep } from "../model/check.ts";

export type Passed = Pick<CheckStep, "detail" | "warning" | "message" | "advice">;
export type DoneStep = { readonly result: CheckStep; readonly passed: boolean };

export type StepRunner = (
  name: CheckStep["name"],
  /** What was tried, for the message of a failure. */
  tried: string,
  /** The config key that a failure points at where it names none itself. */
  field: string | null,
  work: () => Promise<Passed>,
) => Promise<DoneStep>;

/** Steps of a connector, whose driver's errors become coded ones by `toError`. */
export function makeStepRunner(
  toError: (error: unknown, failing: { readonly tried: string }) => RevosError,
): StepRunner {
  return async (name, tried, field, work) => {
    const start = performance.now();
    const ms = (): number => Math.round(performance.now() - start);
    try {
      const passed = await work();
      return { result: { name, ok: true, ms: ms(), ...passed }, passed: true };
    } catch (error) {
      const failure = toError(error, { tried });
      const named =
        typeof failure.data.field === "string" ? failure.data.field : (fieldOf(failure) ?? field);
      return {
        result: {
          name,
          ok: false,
          ms: ms(),
          code: failure.code,
          message: failure.message,
          advice: failure.advice === "" ? errorCodes[failure.code].advice : failure.advice,
          ...(named ? { field: named } : {}),
        },
        passed: false,
      };
    }
  };
}

function fieldOf(failure: RevosError): string | null {
  if (failure.code === "source.auth_failed") return "password";
  if (failure.code === "source.database_not_found") return "database";
  if (failure.code === "source.tls_failed") return "ssl";
  return null;
}
