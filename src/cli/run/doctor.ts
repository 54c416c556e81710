// doctor: each check with its result; the terminal's own facts are added here, since only this room knows them.
import { adviceJa } from "../text/advice-ja.ts";
import { phrase } from "../text/phrases-ja.ts";
import type { Handler } from "../command.ts";
import { glyphs } from "../view/glyphs.ts";

export const doctor: Handler = async (ctx) => {
  const found = await ctx.call("doctor", {});
  const { terminal } = ctx;
  const facts = `stdout ${terminal.stdoutTty ? "terminal" : "piped"}, stderr ${terminal.stderrTty ? "terminal" : "piped"}, width ${terminal.width}, lang ${terminal.lang}, ${terminal.ascii ? "ascii" : "unicode"}, ${terminal.zone}${terminal.agent ? `, agent ${terminal.agent}` : ""}`;
  const checks = [...found.checks, { name: "terminal", ok: true, detail: facts }];
  const exit = found.ok ? 0 : 1;
  if (ctx.out.machine) ctx.out.json({ ...found, checks, exit });
  else if (terminal.plain)
    ctx.out.text(
      checks
        .map((check) => `${check.name}\t${check.ok ? "ok" : "failed"}\t${check.detail}`)
        .join("\n"),
    );
  else {
    const mark = glyphs(terminal.ascii);
    const width = Math.max(...checks.map((check) => check.name.length));
    ctx.out.text(
      checks
        .flatMap((check) => [
          `  ${check.ok ? ctx.paint.good(mark.ok) : ctx.paint.bad(mark.bad)} ${check.name.padEnd(width)}  ${phrase(check.detail, terminal.lang)}`,
          ...("advice" in check && check.advice && !check.ok
            ? [
                `      ${ctx.say("error.fix")}: ${terminal.lang === "ja" ? adviceJa(check.advice) : check.advice}`,
              ]
            : []),
        ])
        .join("\n"),
    );
  }
  return exit;
};
