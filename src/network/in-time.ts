// A step on the way to a server, ended by its time limit or by a signal, and named where it was too late.
import { throwIfAborted } from "../kernel/abort.ts";
import { networkLimits, type NetworkStep } from "./limits.ts";

const words: Readonly<Record<NetworkStep, string>> = {
  connect: "to the connection",
  tunnel: "from the SSH server",
  channel: "from the far end of the tunnel",
  tls: "to the request for TLS",
  signIn: "to the sign-in",
  session: "to a session's first statements",
};

/** `no answer to the sign-in came within 15 s` */
export const sayLate = (step: NetworkStep): string =>
  `no answer ${words[step]} came within ${networkLimits[step] / 1000} s`;

/** Runs one step within its limit, and until the signal says stop; `giveUp` lets go of what it holds then. */
export async function inTime<T>(
  step: NetworkStep,
  signal: AbortSignal | undefined,
  giveUp: () => void,
  work: () => Promise<T>,
): Promise<T> {
  if (signal) throwIfAborted(signal);
  let end = (): void => {};
  const ended = new Promise<never>((_, reject) => {
    const fail = (error: unknown): void => {
      giveUp();
      reject(error as Error);
    };
    const timer = setTimeout(
      () => fail(Object.assign(new Error("no answer"), { code: "ETIMEDOUT", step })),
      networkLimits[step],
    );
    const stop = (): void => fail(signal?.reason);
    signal?.addEventListener("abort", stop, { once: true });
    end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
    };
  });
  try {
    return await Promise.race([work(), ended]);
  } finally {
    end();
  }
}

/** The step that a failure of `inTime` names. */
export function lateStep(error: unknown): NetworkStep | null {
  const step = error instanceof Error && "step" in error ? error.step : null;
  return typeof step === "string" && step in networkLimits ? (step as NetworkStep) : null;
}
