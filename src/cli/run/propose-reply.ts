// What a person types at the two confirmation points, read against the proposal: add, drop, all, a stream with a mode.
// A name nobody knows gets a suggestion and changes nothing; other words go to the operation as a free reply.
import type { OperationInput, ProposalDocument } from "../../api/operations.ts";
import type { Context } from "../context.ts";
import { badValue, splitList } from "../flags.ts";
import { syncModes } from "../../model/sync-mode.ts";
import { suggest } from "../suggest.ts";

type Input = Omit<OperationInput<"proposals.change">, "id">;
type SetEntry = NonNullable<Input["set"]>[number];

export type Change =
  | { readonly kind: "confirm" }
  | { readonly kind: "quit" }
  | { readonly kind: "say"; readonly text: string }
  | { readonly kind: "change"; readonly input: Input };

const yes = /^(|y|yes|ok|はい|ええ|よい|良い|それでよい)$/i;
const quit = /^(q|quit|exit|やめる|終了)$/i;

export function parseStreamsReply(reply: string, proposal: ProposalDocument, ctx: Context): Change {
  if (yes.test(reply)) return { kind: "confirm" };
  if (quit.test(reply)) return { kind: "quit" };
  if (/^(all|全部|すべて)$/i.test(reply)) return { kind: "change", input: { all: true } };
  const verb = /^(add|drop|remove)\s+(.+)$/i.exec(reply);
  if (!verb) return { kind: "change", input: { reply } };
  const isAdd = verb[1]?.toLowerCase() === "add";
  const names = splitList((verb[2] ?? "").replace(/\s+/g, ","));
  const known = [...proposal.selected, ...proposal.dropped].flatMap((one) => [
    one.stream,
    ...(one.namespace ? [`${one.namespace}.${one.stream}`] : []),
  ]);
  const unknown = names.find(
    (name) => !known.some((one) => one.toLowerCase() === name.toLowerCase()),
  );
  if (unknown !== undefined) {
    // Words such as "drop the audit tables" are for the operation to understand.
    if (
      names.length > 1 &&
      !names.every((name) => /^[\w".-]+$/.test(name) && (known.includes(name) || name === unknown))
    )
      return { kind: "change", input: { reply } };
    const near = suggest(unknown, known);
    return {
      kind: "say",
      text: ctx.say(near ? "propose.noStreamNear" : "propose.noStream", {
        name: unknown,
        near: near ?? "",
      }),
    };
  }
  return { kind: "change", input: isAdd ? { add: names } : { drop: names } };
}

/** 「customers は full_refresh_overwrite に変更して」, "orders should be append": words for the operation to read. */
function isSentence(reply: string, second: string): boolean {
  const isMode = syncModes.some((mode) => mode === second) || suggest(second, syncModes) !== null;
  return !isMode && (/[\u3040-\u9fff]/.test(reply) || reply.trim().split(/\s+/).length > 2);
}

export function parseModesReply(reply: string, proposal: ProposalDocument, ctx: Context): Change {
  if (yes.test(reply)) return { kind: "confirm" };
  if (quit.test(reply)) return { kind: "quit" };
  // Streams may still be added and dropped: that opens the first point again.
  if (/^(?:add|drop|remove)\s+\S/i.test(reply)) return parseStreamsReply(reply, proposal, ctx);
  const [name = "", mode = "", cursor, key] = reply.split(/\s+/);
  const row = proposal.modes.find((one) =>
    [one.stream, `${one.namespace ?? ""}.${one.stream}`].some(
      (known) => known.toLowerCase() === name.toLowerCase(),
    ),
  );
  if (!row) {
    const names = proposal.modes.map((one) => one.stream);
    if (proposal.dropped.some((one) => one.stream.toLowerCase() === name.toLowerCase()))
      return { kind: "say", text: ctx.say("propose.notSelected", { name }) };
    const near = suggest(name, names);
    // A sentence rather than a command: let the operation read it.
    if (!near && reply.split(/\s+/).length > 2) return { kind: "change", input: { reply } };
    return {
      kind: "say",
      text: ctx.say(near ? "propose.noStreamNear" : "propose.noStream", { name, near: near ?? "" }),
    };
  }
  if (mode === "")
    return { kind: "say", text: ctx.say("propose.modeUsage", { stream: row.stream }) };
  const allowed = [row.syncMode, ...(row.alternatives ?? [])];
  if (isSentence(reply, mode)) return { kind: "change", input: { reply } };
  if (row.alternatives && !allowed.includes(mode)) {
    return {
      kind: "say",
      text: ctx.say("propose.modeRefused", {
        stream: row.stream,
        mode,
        allowed: allowed.join(", "),
      }),
    };
  }
  const stream = row.namespace ? `${row.namespace}.${row.stream}` : row.stream;
  const set: SetEntry[] = [
    { stream, key: "syncMode", value: mode },
    ...(cursor ? [{ stream, key: "cursorField" as const, value: cursor }] : []),
    ...(key ? [{ stream, key: "primaryKey" as const, value: key }] : []),
  ];
  return { kind: "change", input: { set } };
}

const setKeys = ["syncMode", "cursorField", "primaryKey"] as const;

/** `--set orders.syncMode=full_refresh_overwrite`; the stream may be `ns.name`. */
export function parseSetFlags(texts: readonly string[]): SetEntry[] {
  return texts.map((text) => {
    const parsed = /^(.+)\.([A-Za-z]+)=(.*)$/.exec(text);
    const key = setKeys.find((one) => one === parsed?.[2]);
    if (parsed?.[1] && key) return { stream: parsed[1], key, value: parsed[3] ?? "" };
    const near = parsed?.[2] ? suggest(parsed[2], setKeys) : null;
    throw badValue(
      "set",
      text,
      `stream.key=value with key ${setKeys.join(", ")}`,
      near ? `--set ${parsed?.[1]}.${near}=${parsed?.[3]}` : undefined,
    );
  });
}
