// quarantine export: the rows of a group as JSON lines or CSV, to stdout or a file that must not exist.
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { RevosError } from "../../kernel/error.ts";
import type { Handler } from "../command.ts";
import { toCsv } from "../view/csv.ts";

export const quarantineExport: Handler = async (ctx) => {
  const group = ctx.args[0] ?? "";
  const rows = await ctx.call("quarantine.rows", {
    group,
    ...(ctx.flags.has("reveal") ? { reveal: true } : {}),
  });
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const text = ctx.flags.has("csv")
    ? toCsv(
        keys,
        rows.map((row) => keys.map((key) => row[key])),
      )
    : rows.map((row) => `${JSON.stringify(row)}\n`).join("");
  const out = ctx.flags.text("out");
  if (out === undefined) {
    if (ctx.out.machine) ctx.out.json(rows);
    else ctx.out.raw(text);
    return 0;
  }
  try {
    writeFileSync(resolve(ctx.host.cwd, out), text, { flag: "wx", mode: 0o600 });
  } catch (cause) {
    const exists = (cause as NodeJS.ErrnoException).code === "EEXIST";
    throw new RevosError(
      exists ? "file.exists" : "file.unwritable",
      `The file ${out} ${exists ? "exists already" : "could not be written"}.`,
      { data: { file: out }, cause },
    );
  }
  if (ctx.out.machine) ctx.out.json({ group, rows: rows.length, file: out, exit: 0 });
  else ctx.out.text(ctx.say("quarantine.exported", { rows: rows.length, file: out }));
  return 0;
};
