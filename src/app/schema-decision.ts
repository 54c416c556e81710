// What accepting or ignoring a schema change would do, before anything is done: effects in words, rows that would be read
// again or filled, the consent that fits. The decision does exactly this plan or refuses. Promise 11 of design.md §1.
import type { SchemaChangeDecision, SchemaChangeSummary } from "../api/documents.ts";
import { formatBytes, formatRows } from "../connect/plan/effects.ts";
import { contentId } from "../connect/plan/plan-id.ts";
import { say, type Language } from "../connect/propose/input.ts";
import { findSensitive } from "../connect/propose/sensitive.ts";
import { RevosError } from "../kernel/error.ts";
import type { CatalogStream } from "../model/catalog.ts";
import type { StreamSpec } from "../model/connection.ts";
import { mentions } from "../model/rename-column.ts";
import { isIncremental, needsKey } from "../model/sync-mode.ts";
import type { SchemaChange } from "../store/schema-changes.ts";

export type Choice = "accept" | "ignore";

export type DecisionInput = {
  readonly change: SchemaChange;
  readonly choice: Choice;
  readonly spec: StreamSpec | null;
  /** The accepted shape; null for a stream that is new. */
  readonly shape: CatalogStream | null;
  readonly streams: number;
  /** The stream was loaded at least once. */
  readonly isLoaded: boolean;
  readonly fill: boolean;
  readonly remember: boolean;
  readonly maxRereadRows: number;
  readonly language: Language;
};

type Effect = SchemaChangeDecision["effects"][number];
type Amount = NonNullable<SchemaChangeDecision["reread"]>;

export function toSummary(change: SchemaChange): SchemaChangeSummary {
  const { found } = change;
  const holds = found.outcome === "paused" || found.outcome === "failed";
  return {
    id: change.id,
    connection: change.connection,
    namespace: change.namespace === "" ? null : change.namespace,
    stream: change.stream,
    kind: found.kind,
    column: found.column,
    before: found.before,
    after: found.after,
    evidence: [...found.evidence],
    certain: found.certain,
    state: change.state,
    policy: found.policy,
    outcome: found.outcome,
    holds: change.state === "open" && holds,
    oldRows: found.oldRows,
    fill: change.fill,
    since: { run: change.runId, at: change.seenAt },
    lastSeen: { run: change.lastRunId, at: change.lastSeenAt },
    decidedBy: change.decidedBy,
    decidedAt: change.decidedAt,
  };
}

/** Throws `schema.change_needs_edit` for what no decision alone can bring about. */
export function planDecision(input: DecisionInput): SchemaChangeDecision {
  const { change, choice } = input;
  if (choice === "accept") refuseAccept(input);
  else refuseIgnore(input);
  const reread = choice === "accept" && needsReread(input) ? amountOf(input.shape) : null;
  const fill =
    choice === "accept" && input.fill && reread === null && canFill(input)
      ? amountOf(input.shape)
      : null;
  const whole =
    choice === "accept" && input.fill && reread === null && !fill && isFillable(input)
      ? amountOf(input.shape)
      : null;
  const effects = [
    choice === "accept" ? takes(input) : ignores(input),
    ...(reread ? [rereadEffect(input, reread, "change")] : []),
    ...(whole ? [rereadEffect(input, whole, "fill")] : []),
    ...(fill ? [fillEffect(input, fill)] : []),
    ...(choice === "accept" ? oldRows(input, fill !== null || whole !== null) : []),
    ...(choice === "accept" ? clearData(input) : []),
    ...(input.remember ? [remembers(input)] : []),
  ];
  const again = reread ?? whole;
  const isTyped = again !== null && (again.rows ?? Infinity) > input.maxRereadRows;
  const content = {
    choice,
    id: change.id,
    after: change.after,
    codes: effects.map(({ code, data }) => [code, { ...data, rows: null, bytes: null }]),
  };
  return {
    apiVersion: "revos/v1",
    kind: "SchemaChangeDecision",
    plan: contentId(content),
    choice,
    change: toSummary(change),
    effects,
    reread: again,
    fill,
    consent: isTyped ? "typed" : "yes",
    ...(isTyped ? { confirm: change.connection } : {}),
    done: false,
    next: [],
    exit: 0,
  };
}

const label = ({ change }: DecisionInput): string =>
  [change.namespace, change.stream].filter(Boolean).join(".");

function amountOf(shape: CatalogStream | null): Amount {
  return { rows: shape?.estimatedRows ?? null, bytes: shape?.estimatedBytes ?? null };
}

/** A key that does not contain the old one, and a cursor of another order, make what is loaded mean something else. */
function needsReread({ change, spec, isLoaded }: DecisionInput): boolean {
  if (!isLoaded || !spec || !isIncremental(spec.syncMode)) return false;
  if (change.found.kind === "cursor") return true;
  if (change.found.kind !== "key" || !needsKey(spec.syncMode)) return false;
  const now = new Set((change.found.key ?? []).map((path) => JSON.stringify(path)));
  return now.size > 0 && !(spec.primaryKey ?? []).every((path) => now.has(JSON.stringify(path)));
}

const isFillable = ({ change, spec, isLoaded }: DecisionInput): boolean =>
  isLoaded &&
  spec !== null &&
  isIncremental(spec.syncMode) &&
  ["add", "widen", "narrow"].includes(change.found.kind);

const canFill = (input: DecisionInput): boolean =>
  isFillable(input) && input.spec !== null && needsKey(input.spec.syncMode);

function refuseAccept(input: DecisionInput): void {
  const { change, spec } = input;
  const { found } = change;
  const edit = (message: string, advice: string): never => {
    throw new RevosError("schema.change_needs_edit", `${message} Nothing was changed.`, {
      advice,
      data: { id: change.id, kind: found.kind, stream: label(input) },
    });
  };
  if (found.kind === "rename" && mentions(spec?.where, found.column ?? ""))
    edit(
      `The condition where of ${label(input)} names the column ${found.column}, which is called ${found.after} now.`,
      `Write ${found.after} in where: in connections/${change.connection}.yaml, then revos apply.`,
    );
  if (found.kind === "cursor" && found.after === null)
    edit(
      `The cursor column ${found.column} of ${label(input)} is gone: another one must be chosen.`,
      `Change cursorField (or syncMode) of ${label(input)} in connections/${change.connection}.yaml, then revos apply; the plan says what is read again.`,
    );
  if (found.kind === "key" && found.column !== null && (found.key ?? []).length === 0)
    edit(
      `The key column ${found.column} of ${label(input)} is gone, and the source names no other key.`,
      `Change primaryKey (or syncMode) of ${label(input)} in connections/${change.connection}.yaml, then revos apply.`,
    );
  if (found.kind === "streamGone" && input.streams <= 1)
    edit(
      `${label(input)} is the only stream of ${change.connection}.`,
      `revos connections delete ${change.connection}`,
    );
}

function refuseIgnore(input: DecisionInput): void {
  const { change, spec } = input;
  const { found } = change;
  const isNeeded =
    found.kind === "cursor" ||
    (found.kind === "key" && found.column !== null) ||
    (found.kind === "rename" &&
      [spec?.cursorField ?? [], ...(spec?.primaryKey ?? [])].some(
        (path) => path[0] === found.column,
      ));
  if (!isNeeded) return;
  throw new RevosError(
    "schema.change_needs_edit",
    `${label(input)} cannot go on without its ${found.kind === "cursor" ? "cursor" : "key or cursor"} column ${found.column}. Nothing was changed.`,
    {
      advice:
        found.kind === "rename" || found.after !== null
          ? `revos schema-changes accept ${change.id}, or edit connections/${change.connection}.yaml and revos apply.`
          : `Edit connections/${change.connection}.yaml, then revos apply.`,
      data: { id: change.id, kind: found.kind, stream: label(input) },
    },
  );
}

function takes(input: DecisionInput): Effect {
  const { change, language, spec } = input;
  const { kind, column, before, after } = change.found;
  const name = label(input);
  const text = (en: string, ja: string): Effect => ({
    code: `takes_${kind === "newStream" ? "new_stream" : kind === "streamGone" ? "stream_gone" : kind}`,
    text: say(language, en, ja),
    data: { stream: name, column, before, after },
  });
  switch (kind) {
    case "add":
      return text(
        `the next run of ${name} reads the column ${column} (${after}) too`,
        `次の実行から ${name} の列 ${column} (${after}) も読み込みます`,
      );
    case "drop":
      return text(
        spec && isIncremental(spec.syncMode)
          ? `${name} goes on without the column ${column}; its table keeps the values it has`
          : `${name} goes on without the column ${column}; the next run replaces its table with one that does not have it`,
        spec && isIncremental(spec.syncMode)
          ? `${name} は列 ${column} なしで続きます。テーブルに入っている値は残ります`
          : `${name} は列 ${column} なしで続きます。次の実行でテーブルはこの列のないものに置き換わります`,
      );
    case "widen":
      return text(
        `the column ${column} of ${name}'s table becomes wide enough for ${after} (was ${before})`,
        `${name} のテーブルの列 ${column} を ${after} が入る型に広げます (以前は ${before})`,
      );
    case "narrow":
      return text(
        `${name} reads the column ${column} as ${after} (was ${before}); its table keeps a type that holds old and new values, text where no other does`,
        `${name} の列 ${column} を ${after} として読みます (以前は ${before})。テーブルの列は新旧の値が入る型のまま、なければテキストになります`,
      );
    case "rename":
      return text(
        `the column ${before} of ${name}'s table is renamed to ${after}, and so is every mention in the connection`,
        `${name} のテーブルの列 ${before} を ${after} に改名し、接続の設定も合わせます`,
      );
    case "key":
      return text(
        `${name} goes by the key ${after ?? before} (was ${before})`,
        `${name} の主キーを ${after ?? before} にします (以前は ${before})`,
      );
    case "cursor":
      return text(
        `${name} reads its cursor ${column} as ${after} (was ${before})`,
        `${name} のカーソル項目 ${column} を ${after} として読みます (以前は ${before})`,
      );
    case "newStream":
      return text(
        `${name} becomes a stream of ${change.connection}; the next run loads it for the first time`,
        `${name} を ${change.connection} のストリームに加え、次の実行で初めて読み込みます`,
      );
    case "streamGone":
      return text(
        `${name} leaves ${change.connection}; its table stays and is no longer updated`,
        `${name} を ${change.connection} から外します。テーブルは残り、今後は更新されません`,
      );
  }
}

function ignores(input: DecisionInput): Effect {
  const { change, language } = input;
  const { kind, column, after, before } = change.found;
  const name = label(input);
  const [en, ja] = ((): [string, string] => {
    if (kind === "add")
      return [
        `${name} goes on without the column ${column}`,
        `${name} は列 ${column} を読まずに続きます`,
      ];
    if (kind === "widen" || kind === "narrow")
      return [
        `${name} goes on with ${column} as ${before}; rows whose value does not convert from ${after} go to quarantine`,
        `${name} は ${column} を ${before} のまま続けます。${after} から変換できない値の行は隔離されます`,
      ];
    if (kind === "newStream")
      return [
        `${name} is not loaded, and not asked about again`,
        `${name} は読み込まず、今後は確認しません`,
      ];
    if (kind === "streamGone")
      return [
        `runs go on without ${name}; its table stays as it is`,
        `${name} なしで実行を続けます。テーブルはそのまま残ります`,
      ];
    if (kind === "key")
      return [
        `${name} goes on by the key of its connection`,
        `${name} は接続に書かれた主キーのまま続きます`,
      ];
    return [
      `${name} goes on by the accepted shape; ${column} gets no more values`,
      `${name} は受け入れ済みの形のまま続き、${column} には新しい値が入りません`,
    ];
  })();
  return { code: "ignores", text: say(language, en, ja), data: { stream: name, column } };
}

const shownAmount = ({ rows, bytes }: Amount, language: Language): string =>
  rows === null
    ? say(language, "everything; its size is not known", "すべて (サイズは不明)")
    : say(
        language,
        `about ${formatRows(rows)}${bytes === null ? "" : `, ${formatBytes(bytes)} at the source`}`,
        `約 ${formatRows(rows, "ja")}${bytes === null ? "" : `、ソースで ${formatBytes(bytes)}`}`,
      );

function rereadEffect(input: DecisionInput, amount: Amount, why: "change" | "fill"): Effect {
  const name = label(input);
  const { language } = input;
  return {
    code: "stream_reread",
    text: say(
      language,
      `${name} is read again from the start with the next run${why === "fill" ? " (it has no key to fill single columns by)" : ""}: ${shownAmount(amount, language)}; readers keep the old rows until the new set is complete`,
      `${name} は次の実行で最初から読み直します${why === "fill" ? " (列だけを埋めるための主キーがありません)" : ""}: ${shownAmount(amount, language)}。新しい行がそろうまでは以前の行が見えます`,
    ),
    data: { stream: name, why, ...amount },
  };
}

function fillEffect(input: DecisionInput, amount: Amount): Effect {
  const name = label(input);
  const column = String(input.change.found.shape?.name ?? input.change.found.column);
  const { language } = input;
  return {
    code: "column_filled",
    text: say(
      language,
      `the next run reads the key and ${column} of every row of ${name} once more (${shownAmount(amount, language)}) and writes only ${column}`,
      `次の実行で ${name} の全行の主キーと ${column} だけをもう一度読み (${shownAmount(amount, language)})、${column} だけを書き込みます`,
    ),
    data: { stream: name, column, ...amount },
  };
}

/** Said whenever rows that are loaded do not get the new values. */
function oldRows(input: DecisionInput, isFilled: boolean): Effect[] {
  const { change, language } = input;
  if (isFilled || !input.isLoaded || change.found.oldRows === "none" || change.fill === "done")
    return [];
  const { column } = change.found;
  return [
    change.found.oldRows === "null"
      ? {
          code: "old_rows_null",
          text: say(
            language,
            `rows that are loaded already have NULL in ${column} until they change at the source; --fill reads the column for them`,
            `読み込み済みの行の ${column} は、ソースで更新されるまで NULL です。--fill を付けると埋めます`,
          ),
        }
      : {
          code: "old_rows_stale",
          text: say(
            language,
            `rows that are loaded already keep their values of ${column}; if the source rewrote them (alter ... using), --fill reads the column again`,
            `読み込み済みの行の ${column} はそのままです。ソースで値が書き換えられた場合 (alter ... using) は --fill で読み直せます`,
          ),
        },
  ];
}

/** The consent of this decision is the recorded yes to personal data in clear. */
function clearData(input: DecisionInput): Effect[] {
  const { change, language, spec } = input;
  const { kind, column } = change.found;
  if (kind !== "add" || column === null || findSensitive([[column]]).length === 0) return [];
  if (JSON.stringify(spec?.mappers ?? []).includes(JSON.stringify(column))) return [];
  return [
    {
      code: "mapper.pii_in_clear",
      text: say(
        language,
        `leaves in clear: ${change.stream}.${column}; a mapper in the file can hash or drop it first`,
        `平文のまま読み込む列: ${change.stream}.${column}。先にファイルのマッパーでハッシュ化や除外もできます`,
      ),
      data: { fields: [`${change.stream}.${column}`] },
    },
  ];
}

function remembers(input: DecisionInput): Effect {
  const word = input.choice === "accept" ? "apply" : "ignore";
  const { kind } = input.change.found;
  return {
    code: "policy_remembered",
    text: say(
      input.language,
      `onSchemaChange of ${kind === "newStream" ? input.change.connection : label(input)} says ${kind}: ${word} from now on`,
      `今後 ${kind === "newStream" ? input.change.connection : label(input)} の onSchemaChange は ${kind}: ${word} になります`,
    ),
    data: { kind, policy: word },
  };
}
