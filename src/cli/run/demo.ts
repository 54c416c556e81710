// demo: the whole way from a real Postgres to an answered question; the work itself is handed in by the executable.
import { rememberMore } from "../remembered.ts";
import { phrase } from "../text/phrases-ja.ts";
import { relative, resolve } from "node:path";
import type { Handler } from "../command.ts";
import { renderTable } from "../view/table.ts";
import { renderRun } from "../view/run-summary.ts";
import { renderRunStreams } from "../view/run-streams.ts";
import { printNext } from "./next.ts";
import { printRunErrors } from "./print-run.ts";
import { showProgress } from "./progress.ts";

export const demo: Handler = async (ctx) => {
  const dir = resolve(ctx.host.cwd, ctx.args[0] ?? "revos-demo");
  const warehouse = ctx.flags.text("warehouse") === "postgres" ? "postgres" : "duckdb";
  const shown = showProgress(ctx, "demo-shop", { next: 1 });
  let document = null;
  try {
    document = await ctx.host.runDemo({
      dir,
      log: ctx.log,
      env: ctx.host.env,
      signal: ctx.stop.signal,
      onProgress: shown.onProgress,
      warehouse,
    });
  } finally {
    shown.end(document?.run ?? null);
  }
  rememberMore(
    { projectDir: document.dir },
    {
      runs: [document.run.id],
      ...(document.run.connection === null ? {} : { connections: [document.run.connection] }),
    },
  );
  if (ctx.out.machine) {
    ctx.out.json({ ...document, exit: document.run.exit });
    printRunErrors(ctx, document.run);
    return document.run.exit;
  }
  const folder = relative(ctx.host.cwd, document.dir) || ".";
  ctx.out.text(
    `${ctx.say("init.created", { dir: folder })}\n${document.files.map((file) => `  ${file.path.padEnd(32)}  ${phrase(file.what, ctx.terminal.lang)}`.trimEnd()).join("\n")}\n`,
  );
  ctx.out.text(`${renderRunStreams(ctx, document.run)}\n`);
  ctx.out.text(renderRun(document.run, { say: ctx.say, terminal: ctx.terminal, paint: ctx.paint }));
  if (document.answer) {
    const { question, columns, rows } = document.answer;
    const table = renderTable(
      columns.map((title, i) => ({
        title,
        value: (row: readonly unknown[]) => String(row[i] ?? "-"),
        right: rows.every((row) => typeof row[i] === "number"),
      })),
      rows,
      ctx.out.tableStyle(),
    );
    ctx.out.text(`\n${phrase(question, ctx.terminal.lang)}\n${table}`);
  }
  printRunErrors(ctx, document.run);
  printNext(ctx, document.next, `\n${ctx.say("next.title")}`);
  return document.run.exit;
};
