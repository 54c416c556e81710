// A plan for people: changed lines only, but always the effects. ux.md §2.4 (4).
import type { PlanDocument } from "../../api/operations.ts";
import type { Say } from "../text/say.ts";
import type { Terminal } from "../terminal.ts";
import type { Paint } from "./paint.ts";
import { glyphs } from "./glyphs.ts";
import { padEnd, wrap } from "./width.ts";

type Item = PlanDocument["items"][number];

const signs: Readonly<Record<Item["action"], string>> = {
  create: "+",
  update: "~",
  delete: "-",
  drift: "!",
  adopt: "~",
};

export type PlanStyle = {
  readonly say: Say;
  readonly paint: Paint;
  readonly terminal: Terminal;
  readonly full: boolean;
};

export function renderPlan(plan: PlanDocument, style: PlanStyle): string {
  const blocks = plan.items.map((item) => renderItem(item, style).join("\n"));
  if (plan.unchanged > 0) {
    const names = style.full
      ? (plan.unchangedItems ?? []).map(
          ({ name, streams }) => `\n      ${name}  ${style.say("plan.streams", { streams })}`,
        )
      : [];
    blocks.push(`  = ${style.say("plan.unchanged")}   ${plan.unchanged}${names.join("")}`);
  }
  return blocks.join("\n\n");
}

function renderItem(item: Item, style: PlanStyle): string[] {
  const { say, paint, terminal } = style;
  const sign = signs[item.action];
  const color =
    item.action === "delete" ? paint.bad : item.action === "create" ? paint.good : paint.warn;
  const label = item.label !== "" && item.label !== item.name ? `   "${item.label}"` : "";
  const arrow = glyphs(true).arrow;
  const lines = [
    `  ${color(sign)} ${item.action === "drift" ? say("plan.drift") : say("plan.connection")}  ${paint.bold(item.name)}${label}`,
  ];
  for (const change of item.changes) {
    const values =
      change.from === undefined || change.from === null
        ? show(change.to)
        : `${show(change.from)} ${arrow} ${show(change.to)}`;
    lines.push(...indent(`${column(change.path.replace(/^spec\./, ""))}${values}`, terminal));
  }
  for (const { path, value } of style.full ? (item.same ?? []) : [])
    lines.push(...indent(`= ${path}  ${show(value)}`, terminal).map((line) => paint.dim(line)));
  for (const effect of item.effects)
    lines.push(
      ...indent(`${column(say("plan.effect"))}${effect.text}   [${effect.code}]`, terminal),
    );
  return lines;
}

/** Short names stand in one column; the path of a field of a stream is as long as it is. */
const column = (name: string): string => `${padEnd(name, 9, { ambiguousIsNarrow: true })}  `;

/** As the file writes it: `[updated_at]`, `[[id]]`. */
const show = (value: unknown): string =>
  typeof value === "string"
    ? value
    : Array.isArray(value) && value.every((one) => typeof one === "string" || Array.isArray(one))
      ? `[${value.map(show).join(", ")}]`
      : JSON.stringify(value ?? null);

function indent(text: string, terminal: Terminal): string[] {
  const room = terminal.stdoutTty ? Math.max(40, terminal.width - 6) : Number.MAX_SAFE_INTEGER;
  return wrap(text, room, "           ", { ambiguousIsNarrow: terminal.lang !== "ja" }).map(
    (line) => `      ${line}`,
  );
}

export function countActions(plan: PlanDocument): {
  create: number;
  update: number;
  remove: number;
  drift: number;
} {
  const of = (...actions: Item["action"][]) =>
    plan.items.filter((item) => actions.includes(item.action)).length;
  return {
    create: of("create", "adopt"),
    update: of("update"),
    remove: of("delete"),
    drift: of("drift"),
  };
}

/** `Plan p_3f9c1a: 1 to create, ...`: the line that `diff` ends with and `apply` begins with. */
export function planLine(plan: PlanDocument, say: Say): string {
  const reread = plan.reread?.streams ?? 0;
  const rows = plan.items
    .flatMap((item) => item.effects)
    .reduce(
      (sum, effect) => sum + (/drop/.test(effect.code) ? Number(effect.data?.rows ?? 0) : 0),
      0,
    );
  return say("plan.line", { plan: plan.id, ...countActions(plan), reread, rows });
}
