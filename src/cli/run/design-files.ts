// The list of files a design writes, before and after: path, kind and what becomes of each.
import type { OperationOutput } from "../../api/operations.ts";
import type { Context } from "../context.ts";

type Files = OperationOutput<"design.files">;

export function listFiles(ctx: Context, { files }: Files, out: string): void {
  if (files.length === 0) return ctx.out.text(ctx.say("design.noFiles"));
  ctx.out.text(ctx.say("design.files", { out, count: files.length }));
  const width = Math.max(...files.map((file) => file.path.length));
  for (const file of files) {
    const state = ctx.say(`design.state.${file.state}`);
    ctx.out.text(
      `  ${file.path.padEnd(width)}  ${state}${file.kept.length > 0 ? ` (${file.kept.join(", ")})` : ""}`,
    );
  }
}

export function tellWritten(ctx: Context, { files, written, next }: Files, out: string): void {
  if (files.length === 0) return;
  const changed = files.filter((file) => file.state !== "same").length;
  ctx.out.text(
    ctx.say(
      !written ? "design.notWritten" : changed === 0 ? "design.unchanged" : "design.written",
      {
        out,
        count: changed,
      },
    ),
  );
  if (written) for (const command of next) ctx.out.text(`  ${command}`);
}
