// Long text on a terminal goes through a pager, as `git log` does: only when all three streams are terminals and the text is
// higher than the screen. `PAGER` chooses another one; `PAGER=cat` or an empty one means none. ux.md §2.3.
import type { Host } from "./host.ts";
import type { Terminal } from "./terminal.ts";

const usual = "less -FIRX";

/** The pager's command line, or null where the text is simply written. */
export function pagerFor(host: Host, terminal: Terminal, text: string): string | null {
  const isScreen =
    terminal.interactive && terminal.stdoutTty && !terminal.accessible && !terminal.plain;
  const rows = host.stdout.rows ?? 0;
  if (!isScreen || rows === 0 || text.split("\n").length < rows) return null;
  const wanted = host.env.PAGER ?? usual;
  return wanted.trim() === "" || wanted.trim() === "cat" ? null : wanted;
}

/** Shows the text; false: there is no such pager, and nothing was shown. */
export async function page(host: Host, command: string, text: string): Promise<boolean> {
  const { spawnSync } = await import("node:child_process");
  const [name = "", ...args] = command.trim().split(/\s+/);
  // Ctrl-C is the pager's while it has the screen.
  const unlisten = host.onSignal(() => {});
  try {
    const done = spawnSync(name, args, { input: text, stdio: ["pipe", "inherit", "inherit"] });
    // A pager that was left early has closed its input: that is no failure.
    return done.error === undefined || (done.error as NodeJS.ErrnoException).code === "EPIPE";
  } finally {
    unlisten();
  }
}
