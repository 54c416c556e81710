// Connections as they were applied: listed, shown, paused, resumed, deleted.
import { userInfo } from "node:os";
import type { ConnectionSummary } from "../../api/documents.ts";
import { RevosError } from "../../kernel/error.ts";
import type { Connection } from "../../store/connections.ts";
import type { AppContext, HandlerTable } from "../context.ts";
import { findConnection, resolveStored } from "../sync-connection.ts";

const states = ["active", "paused"] as const;

export const handlers: HandlerTable = {
  "connections.list": async (ctx, { source, state }) => {
    if (state !== undefined && !(states as readonly string[]).includes(state))
      throw new RevosError("usage.bad_value", `${state} is not a state of a connection.`, {
        advice: `One of ${states.join(", ")}.`,
      });
    const found = await (
      await ctx.store()
    ).connections.list({
      ...(source ? { sourceId: source } : {}),
      ...(state
        ? { status: state === "active" ? ("active" as const) : ("inactive" as const) }
        : {}),
    });
    return found.map((connection) => toSummary(ctx, connection));
  },

  "connections.show": async (ctx, { name }) => {
    const connection = await findConnection(ctx, name);
    return {
      apiVersion: "revos/v1",
      kind: "Connection",
      metadata: { name: connection.slug, id: connection.id },
      spec: { ...connection.spec, prefix: connection.prefix },
      status: {
        state: connection.status === "active" ? "active" : "paused",
        destination: connection.destination ?? ctx.project.settings.destination,
        createdAt: connection.createdAt,
        updatedAt: connection.updatedAt,
        updatedBy: connection.updatedBy,
      },
    };
  },

  "connections.pause": (ctx, { name }) => setStatus(ctx, name, "inactive"),
  "connections.resume": (ctx, { name }) => setStatus(ctx, name, "active"),

  "connections.delete": async (ctx, { name, confirm }) => {
    const connection = await findConnection(ctx, name);
    if (confirm !== connection.slug) {
      throw new RevosError(
        "consent.needed",
        `Deleting ${connection.slug} cannot be undone; its tables in the warehouse stay. Nothing was deleted.`,
        {
          advice: `Add --confirm ${connection.slug}.`,
          data: { connection: connection.slug, flag: "--confirm" },
        },
      );
    }
    const store = await ctx.store();
    await store.transaction(async (inside) => {
      await inside.connections.delete(connection.id);
      await inside.audit.append({
        actor: userInfo().username,
        action: "connections.delete",
        object: { kind: "connection", id: connection.slug },
        evidence: { confirm: "typed" },
      });
    });
    return { ok: true, changed: true };
  },
};

async function setStatus(
  ctx: AppContext,
  name: string,
  status: "active" | "inactive",
): Promise<{ ok: true; changed: boolean }> {
  const connection = await findConnection(ctx, name);
  const actor = userInfo().username;
  const store = await ctx.store();
  const changed = await store.connections.setStatus(connection.slug, status, actor);
  if (changed)
    await store.audit.append({
      actor,
      action: status === "active" ? "connections.resume" : "connections.pause",
      object: { kind: "connection", id: connection.slug },
    });
  return { ok: true, changed };
}

function toSummary(ctx: AppContext, connection: Connection): ConnectionSummary {
  return {
    id: connection.id,
    name: connection.slug,
    label: connection.label,
    sourceId: connection.sourceId,
    streams: resolveStored(connection).streams.map((stream) => stream.name),
    state: connection.status === "active" ? "active" : "paused",
    destination: connection.destination ?? ctx.project.settings.destination,
    owner: connection.owner,
  };
}
