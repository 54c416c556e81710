// What could be wrong with this machine and this project, looked at one by one: versions, store, key, disk, clock.
import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import type { OperationOutput } from "../../api/operations.ts";
import { toRevosError } from "../../kernel/error.ts";
import { divideBudget } from "../../kernel/memory-budget.ts";
import type { AppContext, HandlerTable } from "../context.ts";

type Check = OperationOutput<"doctor">["checks"][number];
const mb = 1_000_000;
const gigabyte = 1000 * mb;
const leastNode = [20, 19] as const;

export const handlers: HandlerTable = {
  doctor: async (ctx) => {
    const checks: Check[] = [];
    for (const check of [node, project, store, disk, memory, engine, schemaChanges])
      checks.push(await attempt(check, ctx));
    return { ok: checks.every((check) => check.ok), checks };
  },
};

async function attempt(
  check: (ctx: AppContext) => Promise<Check>,
  ctx: AppContext,
): Promise<Check> {
  try {
    return await check(ctx);
  } catch (thrown) {
    const error = toRevosError(thrown);
    return { name: check.name, ok: false, detail: error.message, advice: error.advice };
  }
}

async function node(): Promise<Check> {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const ok = major > leastNode[0] || (major === leastNode[0] && minor >= leastNode[1]);
  return {
    name: "node",
    ok,
    detail: `Node ${process.versions.node}, ${process.platform} ${process.arch}`,
    ...(ok ? {} : { advice: "Install Node 20.19 or newer." }),
  };
}

async function project(ctx: AppContext): Promise<Check> {
  return {
    name: "project",
    ok: true,
    detail: `${ctx.project.dir}${ctx.project.exists ? "" : " (no revos.yaml; revos init makes one)"}`,
  };
}

async function store(ctx: AppContext): Promise<Check> {
  const open = await ctx.store();
  const damage = await open.findDamage();
  return {
    name: "store",
    ok: damage === null,
    detail: damage ?? `${open.kind} at ${open.place}`,
    ...(damage === null
      ? {}
      : {
          advice:
            "Restore the file from a backup, or remove it and apply the connection files again.",
        }),
  };
}

/** Open changes are nothing broken, but a stream that they hold brings no rows. */
async function schemaChanges(ctx: AppContext): Promise<Check> {
  const open = await (await ctx.store()).schemaChanges.list({ state: "open" });
  const holding = open.filter(
    ({ found }) => found.outcome === "paused" || found.outcome === "failed",
  );
  const streams = new Set(
    holding.map(({ connection, namespace, stream }) =>
      JSON.stringify([connection, namespace, stream]),
    ),
  );
  return {
    name: "schema changes",
    ok: true,
    detail:
      open.length === 0
        ? "none open"
        : `${open.length} open, ${streams.size} ${streams.size === 1 ? "stream" : "streams"} held: revos schema-changes list`,
  };
}

async function disk(ctx: AppContext): Promise<Check> {
  const { bavail, bsize } = await statfs(ctx.project.dir);
  const free = (bavail * bsize) / gigabyte;
  return {
    name: "disk",
    ok: free > 1,
    detail: `${free.toFixed(1)} GB free at ${ctx.project.dir}`,
    ...(free > 1 ? {} : { advice: "Free some space: landing and warehouse need room." }),
  };
}

async function memory(ctx: AppContext): Promise<Check> {
  const shares = divideBudget(ctx.project.settings.memory * mb);
  const part = (bytes: number): string => `${Math.round(bytes / mb)} MB`;
  const detail = `budget of a run ${part(shares.budgetBytes)}: columnar engine ${part(shares.engineBytes)}, heap ${part(shares.heapBytes)}, segments ${part(shares.segmentBytes)}, the programs themselves ${part(shares.programBytes)}`;
  return shares.beyondBytes === 0
    ? { name: "memory", ok: true, detail }
    : {
        name: "memory",
        ok: false,
        detail: `${detail}; that is ${part(shares.beyondBytes)} more than the budget`,
        advice: `Set memory to ${Math.ceil((shares.budgetBytes + shares.beyondBytes) / mb / 10) * 10} or more in revos.yaml: a run needs at least that.`,
      };
}

async function engine(ctx: AppContext): Promise<Check> {
  const { version } = await import("../../connector/duck/driver.ts");
  return {
    name: "engine",
    ok: true,
    detail: `DuckDB ${version()}, warehouse ${existsSync(ctx.project.warehouse) ? ctx.project.warehouse : "not made yet"}`,
  };
}
