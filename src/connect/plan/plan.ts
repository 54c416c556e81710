// The plan of an apply: files against what the server has. Pure and repeatable: the same content has the same id, so that
// apply can do exactly this plan or refuse. ux.md §2.4 (4), (5); promise 11: nothing destructive without a plan.
import type { Connection } from "../../model/connection.ts";
import { defaultPrefix, tableName, type StreamSpec } from "../../model/connection.ts";
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
import { compare, formatSchedule, sorted } from "./flatten.ts";
import {
  defaultMaxRereadRows,
  type AppliedConnection,
  type PlanFile,
  type PlanInput,
} from "./input.ts";
import { syncModes } from "../../model/sync-mode.ts";

type Draft = {
  readonly item: PlanItem;
  readonly rereadRows: number | null;
  readonly rereads: number;
};

export function planApply(input: PlanInput): PlanDocument {
  const findings: (Finding & { file: string })[] = input.files.flatMap(({ file, findings: list }) =>
    list.map((finding) => ({ ...finding, file })),
  );
  findings.push(...crossFindings(input));
  const drafts: Draft[] = [];
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
    if (draft) drafts.push(draft);
    else unchanged++;
  }
  if (input.isWhole)
    for (const server of input.applied)
      if (server.applied !== null && !matched.has(server.id))
        drafts.push({ item: planDelete(server), rereadRows: 0, rereads: 0 });
  const items = drafts
    .map((draft) => draft.item)
    .sort((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1));
  const rereads = drafts.reduce((total, draft) => total + draft.rereads, 0);
  const rows = drafts.reduce<number | null>(
    (total, draft) =>
      total === null || draft.rereadRows === null ? null : total + draft.rereadRows,
    0,
  );
  const consent = consentFor(items, drafts, input.maxRereadRows ?? defaultMaxRereadRows);
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
    items,
    unchanged,
    reread: { streams: rereads, rows },
    consent: consent.level,
    ...(consent.name === null ? {} : { confirm: consent.name }),
    findings,
    warnings: input.files.flatMap((file) =>
      file.warnings.map((warning) => ({
        ...warning,
        connection: file.connection?.metadata.name ?? baseName(file.file),
        where: { stream: warning.stream, field: warning.field },
      })),
    ),
  };
}

const rank = (item: PlanItem): number =>
  ["create", "adopt", "update", "drift", "delete"].indexOf(item.action);
const baseName = (file: string): string =>
  (file.split(/[\\/]/).at(-1) ?? file).replace(/\.ya?ml$/i, "");

function findServer(
  connection: Connection,
  applied: readonly AppliedConnection[],
): AppliedConnection | undefined {
  const { id, name } = connection.metadata;
  return (
    (id === undefined ? undefined : applied.find((entry) => entry.id === id)) ??
    applied.find((entry) => entry.name === name)
  );
}

function knownOf(connection: Connection, input: PlanInput): Known {
  return { streams: input.catalogs[connection.spec.source.id] ?? [] };
}

function planCreate(file: PlanFile, connection: Connection, input: PlanInput): PlanItem {
  const { spec, metadata } = connection;
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
      ? [{ code: "pauses", text: "it is created paused: no run starts by itself" }]
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
      ...clearData(file.warnings),
      ...earlyFilters(connection),
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
      text: `${server.name} was not made from a file; from now on this file decides`,
    };
    return {
      item: {
        ...base,
        action: "adopt",
        effects: [takes, ...effects, ...clearData(file.warnings), ...earlyFilters(connection)],
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
      text: `changed on the server${who === "" ? "" : ` (${who})`}, not in the file: apply undoes that. To keep it: revos pull ${server.name}`,
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
            text: `also changed on the server${who === "" ? "" : ` (${who})`}: ${byHand.map((change) => change.path).join(", ")}; the file decides`,
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
        ...(touchesData ? [...clearData(file.warnings), ...earlyFilters(connection)] : []),
      ],
    },
    ...rereadOf(reread, knownOf(connection, input)),
  };
}

function rereadOf(
  reread: readonly StreamSpec[],
  known: Known,
): { rereadRows: number | null; rereads: number } {
  return {
    rereadRows: reread.length === 0 ? 0 : amountOf(reread, known).rows,
    rereads: reread.length,
  };
}

function planDelete(server: AppliedConnection): PlanItem {
  const { current } = server;
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
        text: "its file is gone: the connection is deleted, with its schedule and its place in the source",
      },
      tablesLeft(current),
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
  const rows = drafts.reduce((total, draft) => total + (draft.rereadRows ?? 0), 0);
  const heaviest = [...drafts].sort((a, b) => (b.rereadRows ?? 0) - (a.rereadRows ?? 0))[0];
  return rows > maxRereadRows && heaviest
    ? { level: "typed", name: heaviest.item.name }
    : { level: "yes", name: null };
}

/** Two files of one connection, or two connections that would write one table. */
function crossFindings(input: PlanInput): (Finding & { file: string })[] {
  const found: (Finding & { file: string })[] = [];
  const ids = new Map<string, string>();
  const tables = new Map<
    string,
    { readonly connection: string; readonly id: string | undefined }
  >();
  const put = (file: string, finding: Omit<Finding, "severity">) =>
    found.push({ severity: "error", ...finding, file });
  const others = input.applied.filter(
    (entry) =>
      !input.files.some((file) => file.connection && findServer(file.connection, [entry])) &&
      (entry.applied === null || !input.isWhole),
  );
  const claim = (connection: Connection, file: string | null) => {
    const prefix = connection.spec.prefix ?? defaultPrefix(connection.metadata.name);
    connection.spec.streams.forEach((stream, at) => {
      const table = tableName(stream, prefix);
      const key = `${connection.spec.destination ?? input.defaultDestination}\u0000${table.toLowerCase()}`;
      const other = tables.get(key);
      if (other && other.connection !== connection.metadata.name && file !== null)
        put(file, {
          code: "name_clash",
          path: `spec.streams[${at}].${stream.as === undefined ? "name" : "as"}`,
          message: `${connection.metadata.name} and ${other.connection} would both write the table ${table}.`,
          advice: `Set as: on stream ${stream.name}, or another prefix.`,
          data: { table, connections: [other.connection, connection.metadata.name] },
        });
      if (!other)
        tables.set(key, { connection: connection.metadata.name, id: connection.metadata.id });
    });
  };
  for (const entry of others) claim(entry.current, null);
  for (const { file, connection } of input.files) {
    if (!connection) continue;
    const { id } = connection.metadata;
    const first = id === undefined ? undefined : ids.get(id);
    if (id !== undefined && first !== undefined)
      put(file, {
        code: "value_invalid",
        path: "metadata.id",
        message: `${file} and ${first} carry the same id ${id}.`,
        advice: "Remove metadata.id from the copy: apply writes a new one.",
        data: { id, files: [first, file] },
      });
    else if (id !== undefined) ids.set(id, file);
    claim(connection, file);
  }
  return found;
}

/** `p_` and six characters over actions, changes and effects; estimates are left out, so that counting rows changes no plan. */
export function planId(items: readonly PlanItem[], consent: string): string {
  const content = items.map(({ action, name, id, changes, effects }) => ({
    action,
    name,
    id: id ?? null,
    changes: sorted(changes),
    effects: effects.map(({ code, data }) => [code, sorted({ ...data, rows: null, bytes: null })]),
  }));
  return `p_${hashText(JSON.stringify([content, consent]))}`;
}

/** Two 32-bit mixes of the text (cyrb53), as six base-32 characters: enough to tell plans apart, not a secret. */
function hashText(text: string): string {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return (
    ((b >>> 0) % 0x40000000).toString(32).padStart(6, "0").slice(0, 3) +
    ((a >>> 0) % 0x40000000).toString(32).padStart(6, "0").slice(-3)
  );
}
