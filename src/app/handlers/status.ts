// What is loaded, how fresh it is, what waits for a decision: from the store alone, the warehouse is not opened.
import type { ConnectionStatus } from "../../api/documents.ts";
import { toIso } from "../../kernel/clock.ts";
import { RevosError } from "../../kernel/error.ts";
import { nextDue, type Schedule } from "../../schedule/due.ts";
import type { Connection } from "../../store/connections.ts";
import type { SchemaChange } from "../../store/schema-changes.ts";
import type { StoredRun } from "../../store/run-rows.ts";
import type { AppContext, HandlerTable } from "../context.ts";

export const handlers: HandlerTable = {
  status: async (ctx, { name }) => {
    const store = await ctx.store();
    await store.runs.sweepLost();
    const found =
      name === undefined
        ? await store.connections.list()
        : [await store.connections.find(name)].filter((entry) => entry !== null);
    if (name !== undefined && found.length === 0)
      throw new RevosError("connection.not_found", `No connection is named ${name}.`, {
        data: { connection: name },
      });
    const ended = byConnection(await store.runs.latest());
    const open = byConnection(await store.runs.latest({ unfinished: true }));
    const held = await store.quarantine.heldByConnection();
    const changes = await store.schemaChanges.openByConnection();
    const connections = await Promise.all(
      found.map((connection) =>
        statusOf(
          ctx,
          connection,
          ended.get(connection.slug),
          open.get(connection.slug),
          held.get(connection.slug) ?? 0,
          changes.get(connection.slug)?.length ?? 0,
        ),
      ),
    );
    return {
      apiVersion: "revos/v1",
      kind: "Status",
      profile: ctx.profile,
      at: toIso(ctx.clock.now()),
      connections,
      needs: connections.flatMap((connection) => [
        ...needsOf(connection, changes.get(connection.name) ?? []),
        ...changesOf(connection.name, changes.get(connection.name) ?? []),
      ]),
    };
  },
};

const byConnection = (runs: readonly StoredRun[]): Map<string, StoredRun> =>
  new Map(runs.map((run) => [run.document.connection ?? "", run]));

async function statusOf(
  ctx: AppContext,
  connection: Connection,
  last: StoredRun | undefined,
  running: StoredRun | undefined,
  quarantine: number,
  schemaChanges: number,
): Promise<ConnectionStatus> {
  const store = await ctx.store();
  const good =
    last?.document.status === "ok" || last?.document.status === "partial"
      ? last
      : (
          await store.runs.list({
            connection: connection.slug,
            status: ["ok", "partial"],
            lane: "live",
            limit: 1,
          })
        )[0];
  const now = ctx.clock.now();
  const due =
    connection.status === "inactive"
      ? null
      : nextDue(
          (connection.spec.schedule ?? "manual") as Schedule,
          last ? Date.parse(last.document.startedAt) : null,
          now,
        );
  return {
    name: connection.slug,
    label: connection.label,
    state: connection.status === "active" ? "active" : "paused",
    last: last
      ? {
          run: last.id,
          status: last.document.status,
          endedAt: last.endedAt ?? last.document.startedAt,
          durationMs: last.document.durationMs,
          exit: last.document.exit,
        }
      : null,
    now: running
      ? running.document.status === "queued"
        ? "queued"
        : "running"
      : last?.document.status === "held"
        ? "held"
        : "idle",
    freshSeconds: good
      ? Math.max(0, Math.round((now - Date.parse(good.document.startedAt)) / 1000))
      : null,
    quarantine,
    schemaChanges,
    nextRunAt: due === null ? null : toIso(due),
  };
}

/** Changes of the source's schema that nobody has decided: those that hold a stream are the more urgent news. */
function changesOf(
  connection: string,
  changes: readonly SchemaChange[],
): { connection: string; why: string; command: string }[] {
  if (changes.length === 0) return [];
  const holding = changes.filter(
    ({ found }) => found.outcome === "paused" || found.outcome === "failed",
  );
  const count = holding.length > 0 ? holding.length : changes.length;
  const noun = count === 1 ? "schema change" : "schema changes";
  return [
    {
      connection,
      why:
        holding.length > 0
          ? `${count} ${noun} ${count === 1 ? "holds" : "hold"} a stream until somebody decides`
          : `${count} ${noun} ${count === 1 ? "waits" : "wait"} for a decision`,
      command: `revos schema-changes list ${connection}`,
    },
  ];
}

/** What waits for a person. Rows in quarantine alone do not: the books balance with them. */
function needsOf(
  { name, last }: ConnectionStatus,
  changes: readonly SchemaChange[],
): { connection: string; why: string; command: string }[] {
  if (
    last === null ||
    last.status === "ok" ||
    last.status === "running" ||
    last.status === "stopped"
  )
    return [];
  // Said by the change itself, with the command that decides it.
  if (last.status === "held" && changes.some(({ found }) => found.outcome === "paused")) return [];
  if (last.status === "held")
    return [
      {
        connection: name,
        why: "held by a gate: readers still see the state before",
        command: `revos quarantine list ${name}`,
      },
    ];
  return [
    {
      connection: name,
      why: last.status === "partial" ? "some streams did not make it" : "the last run failed",
      command: `revos runs show ${last.run}`,
    },
  ];
}
