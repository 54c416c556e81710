// The streams of a run as a table: books per stream.
import type { Run } from "../../model/run.ts";
import type { Context } from "../context.ts";
import { statusKey } from "./live.ts";
import { duration, grouped } from "./number.ts";

export function renderRunStreams(ctx: Context, run: Run): string {
  /** A column of nothing but zeros goes where there is no room. */
  const zeros = (count: (one: Run["streams"][number]) => number, rank: number) =>
    run.streams.every((one) => count(one) === 0) ? { spare: rank } : {};
  return ctx.out.table(run.streams, [
    {
      title: ctx.say("col.stream"),
      value: (one) => (one.namespace ? `${one.namespace}.${one.stream}` : one.stream),
      cut: true,
    },
    { title: ctx.say("col.state"), value: (one) => ctx.say(statusKey(one.status)) },
    { title: ctx.say("col.read"), value: (one) => grouped(one.read), right: true },
    { title: ctx.say("col.written"), value: (one) => grouped(one.written), right: true },
    { title: ctx.say("col.quarantined"), value: (one) => grouped(one.quarantined), right: true },
    {
      title: ctx.say("col.filtered"),
      value: (one) => grouped(one.filtered),
      right: true,
      ...zeros((one) => one.filtered, 3),
    },
    {
      title: ctx.say("col.deduplicated"),
      value: (one) => grouped(one.deduplicated),
      right: true,
      ...zeros((one) => one.deduplicated, 2),
    },
    { title: ctx.say("col.took"), value: (one) => duration(one.durationMs), right: true },
    { title: ctx.say("col.table"), value: (one) => one.table, cut: true, spare: 1 },
  ]);
}
