// query: rows of the warehouse as a table, JSON objects, CSV or tab-separated text.
import type { Handler } from "../command.ts";
import { readText } from "../files.ts";
import { toCsv } from "../view/csv.ts";

type Cell = string | number | boolean | null;

export const query: Handler = async (ctx) => {
  const given = ctx.args[0] ?? "";
  const sql = given === "-" ? await readText(ctx, "-") : given;
  const destination = ctx.flags.text("destination");
  const limit = ctx.flags.number("limit");
  const { columns, rows } = await ctx.call("query", {
    sql,
    ...(destination ? { destination } : {}),
    ...(limit === undefined ? {} : { limit }),
  });
  const names = columns.map((column) => column.name);
  if (ctx.flags.has("csv")) ctx.out.raw(toCsv(names, rows));
  else if (ctx.out.machine)
    ctx.out.json(
      rows.map((row) => Object.fromEntries(unique(names).map((name, i) => [name, row[i] ?? null]))),
    );
  else {
    const isNumber = columns.map((column) =>
      /int|decimal|double|float|real|numeric/i.test(column.type),
    );
    ctx.out.list(
      rows,
      names.map((title, i) => ({
        title,
        value: (row: readonly Cell[]) =>
          row[i] === null || row[i] === undefined ? "NULL" : String(row[i]),
        right: isNumber[i] ?? false,
        cut: !isNumber[i],
      })),
      ctx.say("query.none"),
    );
    if (!ctx.terminal.plain) ctx.notes.line(ctx.say("query.rows", { rows: rows.length }));
  }
  return 0;
};

/** Two columns of one name would overwrite each other in an object: the second becomes `name_2`. */
function unique(names: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return names.map((name) => {
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return times === 1 ? name : `${name}_${times}`;
  });
}
