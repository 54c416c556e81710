// Reading what the user named: a file or `-` for stdin, as text, JSON or YAML. Failures are coded.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { RevosError } from "../kernel/error.ts";
import type { Context } from "./context.ts";

/** The text of a file, or of stdin for `-`. A terminal as stdin is refused at once instead of waiting for ever. */
export async function readText(ctx: Context, path: string): Promise<string> {
  if (path === "-") return readStdin(ctx);
  try {
    return readFileSync(resolve(ctx.host.cwd, path), "utf8");
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    const why =
      code === "EISDIR" ? "is a folder" : code === "EACCES" ? "may not be read" : "does not exist";
    throw new RevosError("file.not_found", `The file ${path} ${why}.`, {
      data: { file: path },
      cause,
    });
  }
}

async function readStdin(ctx: Context): Promise<string> {
  if (ctx.host.stdin.isTTY) {
    throw new RevosError("usage.missing_argument", "- reads from stdin, but stdin is a terminal.", {
      data: { command: ctx.command.path.join(" "), argument: "-" },
      advice: `revos ${ctx.command.examples[0] ?? ""}`,
    });
  }
  const chunks: Buffer[] = [];
  for await (const chunk of ctx.host.stdin)
    chunks.push(typeof chunk === "string" ? Buffer.from(chunk) : chunk);
  return Buffer.concat(chunks).toString("utf8");
}

export async function readJson(ctx: Context, path: string): Promise<unknown> {
  const text = await readText(ctx, path);
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new RevosError("usage.bad_value", `${path === "-" ? "stdin" : path} is not JSON.`, {
      data: { flag: path, value: path, wanted: "JSON" },
      cause,
    });
  }
}

/** YAML (of which JSON is a part) as a plain object. */
export async function readYamlObject(ctx: Context, path: string): Promise<Record<string, unknown>> {
  const text = await readText(ctx, path);
  const { readYamlText } = await import("./yaml-late.ts");
  const read = readYamlText(text);
  const shown = path === "-" ? "stdin" : path;
  if ("problem" in read) {
    const { problem, line, column } = read;
    const what = problem.code.toLowerCase().replaceAll("_", " ");
    throw new RevosError("config.yaml_invalid", `${shown} is not YAML: ${what}.`, {
      where: { file: shown, ...(line === null ? {} : { line, column }) },
      data: { file: shown },
      cause: problem,
    });
  }
  const { value } = read;
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new RevosError(
      "config.value_invalid",
      `${shown} holds no keys; a mapping of key: value is needed.`,
      { data: { file: shown } },
    );
  }
  return value as Record<string, unknown>;
}
