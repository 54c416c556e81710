// The paths of diff and apply: files, folders, a saved plan, or `-` for a connection on stdin.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Context } from "../context.ts";
import { readText } from "../files.ts";

export type PlanInput = {
  readonly paths: readonly string[];
  /** A saved plan was named: its id. */
  readonly plan: string | null;
  readonly fromStdin: boolean;
  /** Removes what stood in for stdin. */
  close(): void;
};

export async function planInput(ctx: Context): Promise<PlanInput> {
  let folder: string | null = null;
  let plan: string | null = null;
  const paths: string[] = [];
  for (const given of ctx.args) {
    if (given === "-") {
      const text = await readText(ctx, "-");
      folder ??= mkdtempSync(join(tmpdir(), "revos-stdin-"));
      // The file must be named after the connection, as every connection file is.
      const name = /^\s{2,}name:\s*["']?([a-z0-9-]+)["']?\s*(?:#.*)?$/m.exec(text)?.[1] ?? "stdin";
      const path = join(folder, `${name}.yaml`);
      writeFileSync(path, text);
      paths.push(path);
    } else if (given.endsWith(".json") && planIdOf(resolve(ctx.host.cwd, given)) !== null)
      plan = planIdOf(resolve(ctx.host.cwd, given));
    else paths.push(resolve(ctx.host.cwd, given));
  }
  return {
    paths,
    plan,
    fromStdin: folder !== null,
    close: () => folder && rmSync(folder, { recursive: true, force: true }),
  };
}

function planIdOf(path: string): string | null {
  try {
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    const { kind, id } = value as { kind?: unknown; id?: unknown };
    return kind === "Plan" && typeof id === "string" ? id : null;
  } catch {
    return null;
  }
}
