// A pseudo-terminal for the walk: `script` of util-linux runs the executable on one, answers are typed when a text has
// appeared. What was printed is kept with and without its escape sequences.
import { spawn, spawnSync } from "node:child_process";
import { binary } from "../support/cli.ts";

/** `script -qec` is Linux's; elsewhere the interactive parts are skipped. */
export const hasTerminal =
  spawnSync("script", ["-qec", "true", "/dev/null"], { stdio: "ignore" }).status === 0;

export type Step = readonly [waitFor: string | RegExp, type: string];
export type Shown = { readonly code: number | null; readonly raw: string; readonly text: string };

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
// oxlint-disable-next-line no-control-regex
const escapes = /\u001b\[[0-9;?]*[a-zA-Z]/g;

/** Runs `revos` with `args` on a terminal of this width; a step that never comes fails by time-out. */
export async function runInTerminal(
  dir: string,
  args: readonly string[],
  options: {
    readonly columns?: number;
    readonly env?: Readonly<Record<string, string>>;
    readonly steps?: readonly Step[];
    readonly timeoutMs?: number;
  } = {},
): Promise<Shown> {
  const kept = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(PG|REVOS_|CLAUDE|AI_AGENT|AGENT$|FORCE_COLOR|NO_COLOR|CI$|VITEST)/.test(name),
    ),
  );
  const line = ["stty", "rows", "40", "cols", String(options.columns ?? 100), "&&", "exec"];
  const command = [process.execPath, binary, ...args].map(quote).join(" ");
  const child = spawn("script", ["-qec", `${line.join(" ")} ${command}`, "/dev/null"], {
    cwd: dir,
    env: { ...kept, TERM: "xterm", LANG: "C.UTF-8", REVOS_KEY: "a".repeat(64), ...options.env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const steps = [...(options.steps ?? [])];
  let raw = "";
  let seen = 0;
  const answer = (): void => {
    const [next] = steps;
    if (!next) return;
    const fresh = raw.slice(seen);
    const [waitFor, type] = next;
    const found = typeof waitFor === "string" ? fresh.includes(waitFor) : waitFor.test(fresh);
    if (!found) return;
    seen = raw.length;
    steps.shift();
    // A person does not answer in the same instant; readline wants its prompt drawn first.
    setTimeout(() => child.stdin.write(type), 150);
  };
  child.stdout.on("data", (chunk: Buffer) => {
    raw += chunk.toString();
    answer();
  });
  child.stdin.on("error", () => {});
  const late = setTimeout(() => child.kill("SIGKILL"), options.timeoutMs ?? 110_000);
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  clearTimeout(late);
  if (steps.length > 0 && options.steps)
    throw new Error(`The terminal never showed ${String(steps[0]?.[0])}:\n${raw.slice(-3000)}`);
  const text = raw.replaceAll(escapes, "").replaceAll("\r\n", "\n").replaceAll("\r", "\n");
  return { code, raw, text };
}
