// The plan of an apply: files against what the server has. Pure and repeatable: the same content has the same id, so that
// apply can do exactly this plan or refuse. ux.md §2.4 (4), (5); promise 11: nothing destructive without a plan.
import { crossFindings, findServer } from "./cross-check.ts";
import { unconfirmedWarning } from "./confirmed.ts";
import { planId } from "./plan-id.ts";
import type { Connection } from "../../model/connection.ts";
import { type StreamSpec } from "../../model/connection.ts";
import type { Finding } from "../../model/diagnostic.ts";
import type { PlanChange, PlanDocument, PlanEffect, PlanItem } from "../../model/plan.ts";
import {
  amountOf,
  clearData,
  earlyFilters,
  firstLoad,
  tablesLeft,
  updateEffects,
  type Known,
} from "./effects.ts";
import { compare, formatSchedule, unchangedValues } from "./flatten.ts";
import {
  defaultMaxRereadRows,
  type AppliedConnection,
  type PlanFile,
  type PlanInput,
} from "./input.ts";
import { say } from "../propose/input.ts";
import { syncModes } from "../../model/sync-mode.ts";

type Draft = {
  readonly item: PlanItem;
  readonly rereadRows: number | null;
  readonly rereads: number;
  /** Something is read again, and nobody knows how much. */
  readonly isUncounted?: boolean;
};

export function planApply(input: PlanInput): PlanDocument {
  const findings: (Finding & { file: string })[] = input.files.flatMap(({ file, findings: list }) =>
    list.map((finding) => ({ ...finding, file })),
  );
  findings.push(...crossFindings(input));
  const all: Draft[] = [];
  let unchanged = 0;
  const matched = new Set<string>();
  for (const file of input.files) {
    if (!file.connection) {
      const server = input.applied.find((entry) => entry.name === baseName(file.file));
      if (server) matched.add(server.id);
      continue;
    }
    const server = findServer(file.connection, input.applied);
    if (server) matched.add(server.id);
    const draft = server
      ? planExisting(file, file.connection, server, input)
      : { item: planCreate(file, file.connection, input), rereadRows: 0, rereads: 0 };
    if (draft) all.push(draft);
    else unchanged++;
  }
  if (input.isWhole)
    for (const server of input.applied)
      if (server.applied !== null && !matched.has(server.id))
        all.push({ item: planDelete(server, input), rereadRows: 0, rereads: 0 });
  const drafts =
    input.only === undefined ? all : all.filter(({ item }) => item.name === input.only);
  const items = drafts
    .map((draft) => draft.item)
    .sort((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1));
  const rereads = drafts.reduce((total, draft) => total + draft.rereads, 0);
  const rows = drafts.reduce<number | null>(
    (total, draft) =>
      total === null || draft.rereadRows === null ? null : total + draft.rereadRows,
    0,
  );
  const unconfirmed = (input.unconfirmed ?? []).filter(({ connection }) =>
    items.some((item) => item.name === connection && item.action !== "delete"),
  );
  const asked = consentFor(items, drafts, input.maxRereadRows ?? defaultMaxRereadRows);
  const [first] = unconfirmed;
  const consent =
    asked.level === "yes" && first ? { level: "typed" as const, name: first.connection } : asked;
  return {
    apiVersion: "revos/v1",
    kind: "Plan",
    id: planId(items, consent.level),
    ok: findings.every((finding) => finding.severity !== "error"),
    compared: {
      connections: new Set([
        ...input.files.map((file) => file.connection?.metadata.name ?? baseName(file.file)),
        ...(input.isWhole
          ? input.applied.filter((entry) => entry.applied !== null).map((entry) => entry.name)
          : []),
      ]).size,
      streams: input.files.reduce(
        (total, file) => total + (file.connection?.spec.streams.length ?? 0),
        0,
      ),
    },
    items: input.full === true ? items.map((item) => withSame(item, input)) : items,
    unchanged,
    ...(input.full === true ? { unchangedItems: unchangedItems(items, input) } : {}),
    reread: { streams: rereads, rows },
    consent: consent.level,
    ...(consent.name === null ? {} : { confirm: consent.name }),
    findings,
    warnings: [
      ...unconfirmed.map((entry) => unconfirmedWarning(entry, input.language ?? "en")),
      ...input.files.flatMap((file) =>
        file.warnings.map((warning) => ({
          ...warning,
          connection: file.connection?.metadata.name ?? baseName(file.file),
          where: { stream: warning.stream, field: warning.field },
        })),
      ),
    ],
  };
}

function withSame(item: PlanItem, input: PlanInput): PlanItem {
  const connection = input.files.find(
    (file) => file.connection?.metadata.name === item.name,
  )?.connection;
  if (!connection) return item;
  // A new connection's changes are a summary: in full it is told whole.
  const changes = item.action === "create" ? [] : item.changes;
  return { ...item, same: unchangedValues(connection, changes, input.defaultDestination) };
}

function unchangedItems(items: readonly PlanItem[], input: PlanInput) {
  const changed = new Set(items.map((item) => item.name));
  return input.files.flatMap(({ connection }) =>
    connection && !changed.has(connection.metadata.name)
      ? [{ name: connection.metadata.name, streams: connection.spec.streams.length }]
      : [],
  );
}

const rank = (item: PlanItem): number =>
  ["create", "adopt", "update", "drift", "delete"].indexOf(item.action);
const baseName = (file: string): string =>
  (file.split(/[\\/]/).at(-1) ?? file).replace(/\.ya?ml$/i, "");

function knownOf(connection: Connection, input: PlanInput): Known {
  return {
    streams: input.catalogs[connection.spec.source.id] ?? [],
    language: input.language ?? "en",
  };
}

function planCreate(file: PlanFile, connection: Connection, input: PlanInput): PlanItem {
  const { spec, metadata } = connection;
  const language = input.language ?? "en";
  const source = input.sources.find((entry) => entry.id === spec.source.id);
  const counts = syncModes.flatMap((mode) => {
    const count = spec.streams.filter((stream) => stream.syncMode === mode).length;
    return count > 0 ? [`${count} ${mode}`] : [];
  });
  const changes: PlanChange[] = [
    {
      path: "source",
      from: null,
      to: source ? `${spec.source.id} (${source.name})` : spec.source.id,
    },
    { path: "schedule", from: null, to: formatSchedule(spec.schedule) },
    { path: "streams", from: null, to: `${spec.streams.length}: ${counts.join(", ")}` },
    ...(spec.destination === undefined || spec.destination === input.defaultDestination
      ? []
      : [{ path: "destination", from: null, to: spec.destination }]),
    ...(spec.owner === undefined ? [] : [{ path: "owner", from: null, to: spec.owner }]),
  ];
  const paused: PlanEffect[] =
    spec.status === "inactive"
      ? [
          {
            code: "pauses",
            text: say(
              language,
              "it is created paused: no run starts by itself",
              "一時停止の状態で作成され、自動では実行されません",
            ),
          },
        ]
      : [];
  return {
    action: "create",
    kind: "Connection",
    name: metadata.name,
    label: spec.name,
    file: file.file,
    changes,
    effects: [
      firstLoad(connection, knownOf(connection, input)),
      ...clearData(file.warnings, language),
      ...earlyFilters(connection, language),
      ...paused,
    ],
  };
}

function planExisting(
  file: PlanFile,
  connection: Connection,
  server: AppliedConnection,
  input: PlanInput,
): Draft | null {
  const language = input.language ?? "en";
  const changes = compare(server.current, connection, input.defaultDestination);
  const base = {
    kind: "Connection" as const,
    name: connection.metadata.name,
    label: connection.spec.name,
    id: server.id,
    file: file.file,
    changes,
  };
  if (server.applied === null) {
    const { effects, reread } = updateEffects(
      server.current,
      connection,
      changes,
      server,
      knownOf(connection, input),
    );
    const takes: PlanEffect = {
      code: "adopts",
      text: say(
        language,
        `${server.name} was not made from a file; from now on this file decides`,
        `${server.name} はファイルから作成されていません。今後はこのファイルに従います`,
      ),
    };
    return {
      item: {
        ...base,
        action: "adopt",
        effects: [
          takes,
          ...effects,
          ...clearData(file.warnings, language),
          ...earlyFilters(connection, language),
        ],
      },
      ...rereadOf(reread, knownOf(connection, input)),
    };
  }
  if (changes.length === 0) return null;
  const { effects, reread } = updateEffects(
    server.current,
    connection,
    changes,
    server,
    knownOf(connection, input),
  );
  const byHand = compare(server.applied, server.current, input.defaultDestination);
  const isFileSame = compare(server.applied, connection, input.defaultDestination).length === 0;
  const who = [server.changedBy, server.changedAt]
    .filter((part) => part !== null && part !== undefined && part !== "")
    .join(", ");
  if (isFileSame) {
    const keep: PlanEffect = {
      code: "drift",
      text: say(
        language,
        `changed since the last apply${who === "" ? "" : ` (${who})`}, not in the file: apply undoes that. To keep it: revos pull ${server.name}`,
        `前回の適用後に${who === "" ? "" : ` ${who} により`}、ファイルの外で変更されました。適用すると元に戻ります。残すには: revos pull ${server.name}`,
      ),
      data: { changedBy: server.changedBy ?? null, changedAt: server.changedAt ?? null },
    };
    return {
      item: { ...base, action: "drift", effects: [keep, ...effects] },
      ...rereadOf(reread, knownOf(connection, input)),
    };
  }
  const overwritten: PlanEffect[] =
    byHand.length === 0
      ? []
      : [
          {
            code: "drift",
            text: say(
              language,
              `also changed since the last apply, outside the file${who === "" ? "" : ` (${who})`}: ${byHand.map((change) => change.path).join(", ")}; the file decides`,
              `前回の適用後に${who === "" ? "" : ` ${who} により`}、ファイルの外でも変更されました: ${byHand.map((change) => change.path).join("、")}。ファイルに従います`,
            ),
            data: { paths: byHand.map((change) => change.path) },
          },
        ];
  const touchesData = changes.some((change) =>
    /^streams\.|^source\.|^destination/.test(change.path),
  );
  return {
    item: {
      ...base,
      action: "update",
      effects: [
        ...effects,
        ...overwritten,
        ...(touchesData
          ? [...clearData(file.warnings, language), ...earlyFilters(connection, language)]
          : []),
      ],
    },
    ...rereadOf(reread, knownOf(connection, input)),
  };
}

function rereadOf(reread: readonly StreamSpec[], known: Known): Omit<Draft, "item"> {
  const rows = reread.length === 0 ? 0 : amountOf(reread, known).rows;
  // The streams are known and nobody could count them; without a look at them there is nothing to say.
  return {
    rereadRows: rows,
    rereads: reread.length,
    isUncounted: rows === null && known.streams.length > 0,
  };
}

function planDelete(server: AppliedConnection, input: PlanInput): PlanItem {
  const { current } = server;
  const language = input.language ?? "en";
  return {
    action: "delete",
    kind: "Connection",
    name: server.name,
    label: current.spec.name,
    id: server.id,
    file: null,
    changes: [],
    effects: [
      {
        code: "deletes",
        text: say(
          language,
          "its file is gone: the connection is deleted, with its schedule and its place in the source",
          "ファイルがないため、接続をスケジュールとソースでの位置ごと削除します",
        ),
      },
      tablesLeft(current, language),
    ],
  };
}

/** Level 3 for anything deleted or much read again (an unknown amount counts as much); level 2 for any other change. */
function consentFor(
  items: readonly PlanItem[],
  drafts: readonly Draft[],
  maxRereadRows: number,
): { level: PlanDocument["consent"]; name: string | null } {
  if (items.length === 0) return { level: "none", name: null };
  const deleted = items.find((item) => item.action === "delete");
  if (deleted) return { level: "typed", name: deleted.name };
  // Nobody knows how much it is, so it may be more than the limit.
  const unknown = drafts.find((draft) => draft.isUncounted === true);
  if (unknown) return { level: "typed", name: unknown.item.name };
  const rows = drafts.reduce((total, draft) => total + (draft.rereadRows ?? 0), 0);
  const heaviest = [...drafts].sort((a, b) => (b.rereadRows ?? 0) - (a.rereadRows ?? 0))[0];
  return rows > maxRereadRows && heaviest
    ? { level: "typed", name: heaviest.item.name }
    : { level: "yes", name: null };
}
