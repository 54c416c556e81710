// mappers preview: before and after on sample rows; nothing is stored.
import type { Handler } from "../command.ts";
import { columnsOf } from "./columns.ts";
import { resolveNames, withSuggestion } from "./names.ts";

export const mappersPreview: Handler = async (ctx) => {
  const [name = ""] = await resolveNames(ctx, ctx.args);
  const stream = ctx.flags.text("stream");
  const rows = ctx.flags.number("rows");
  const preview = await withSuggestion(
    ctx,
    name,
    ctx.call("mappers.preview", {
      name,
      ...(stream ? { stream } : {}),
      ...(rows === undefined ? {} : { rows }),
    }),
  );
  if (ctx.out.machine) {
    ctx.out.json(preview);
    return 0;
  }
  for (const one of preview.streams) {
    ctx.out.text(
      `${ctx.paint.bold(one.namespace ? `${one.namespace}.${one.stream}` : one.stream)}  ${ctx.say("mappers.dropped", { rows: one.dropped })}`,
    );
    ctx.out.text(
      `${ctx.say("mappers.before")}\n${ctx.out.table(one.before, columnsOf(one.before))}`,
    );
    ctx.out.text(
      `${ctx.say("mappers.after")}\n${ctx.out.table(one.after, columnsOf(one.after))}\n`,
    );
  }
  if (preview.streams.length === 0) ctx.out.text(ctx.say("mappers.none"));
  return 0;
};
