// Plans that change the past, kept under the hash of what they would do: what was shown is what is done, once the consent that fits
// was given, and only while the connection is still the one that it was made for.
import { createHash } from "node:crypto";
import { z } from "zod";
import { RevosError } from "../../kernel/error.ts";
import { RewritePlan, type RewriteAction } from "../../model/rewrite-plan.ts";
import type { Connection } from "../../store/connections.ts";
import type { AppContext } from "../context.ts";
import { findConnection } from "../sync-connection.ts";

const Stored = z.object({ plan: RewritePlan, revision: z.number(), where: z.string().nullable() });
export type StoredRewrite = z.infer<typeof Stored>;

/** `b_` and six characters: over what is done, not over counts, so that counting anew changes no plan. */
export function rewriteId(plan: Omit<RewritePlan, "id">, revision: number): string {
  const content = [
    plan.action,
    plan.connection,
    plan.run,
    revision,
    plan.streams.map((stream) => [
      stream.namespace,
      stream.stream,
      stream.how,
      stream.by,
      stream.where,
      stream.parts.map(({ part, from, to }) => [part, from, to]),
    ]),
    plan.keeps,
    plan.consent,
  ];
  const hash = createHash("sha256").update(JSON.stringify(content)).digest();
  return `b_${BigInt(`0x${hash.subarray(0, 8).toString("hex")}`)
    .toString(36)
    .slice(0, 6)
    .padStart(6, "0")}`;
}

export async function savePlan(
  ctx: AppContext,
  connection: Connection,
  plan: Omit<RewritePlan, "id">,
  where: string | null = null,
): Promise<RewritePlan> {
  const named: RewritePlan = { ...plan, id: rewriteId(plan, connection.revision) };
  await (
    await ctx.store()
  ).plans.save(named.id, {
    plan: named,
    revision: connection.revision,
    where,
  });
  return named;
}

/** The plan and its connection; refused when one of them is not what it was. */
export async function findPlan(
  ctx: AppContext,
  id: string,
  action: RewriteAction,
): Promise<StoredRewrite & { readonly connection: Connection }> {
  const found = await (await ctx.store()).plans.find(id);
  const stored = found ? Stored.safeParse(found.document) : null;
  if (!stored?.success || stored.data.plan.action !== action)
    throw new RevosError(
      "plan.not_found",
      `No ${action} plan has the id ${id}. Nothing was done.`,
      {
        data: { plan: id },
        advice:
          action === "rollback" ? "revos backfill rollback <run>" : `revos ${action} <connection>`,
      },
    );
  const connection = await findConnection(ctx, stored.data.plan.connection);
  if (connection.revision !== stored.data.revision)
    throw new RevosError(
      "plan.stale",
      `The plan ${id} no longer fits: ${connection.slug} was applied anew since. Nothing was done.`,
      { data: { plan: id }, advice: `revos ${action} ${connection.slug}` },
    );
  return { ...stored.data, connection };
}

/** `--yes` is level 2; what cannot be taken back, or is large, needs the connection's name (level 3). */
export function requireConsent(
  plan: RewritePlan,
  given: { readonly yes?: boolean | undefined; readonly confirm?: string | undefined },
): void {
  if (plan.consent === "none") return;
  const command = commandOf(plan);
  const what = `${plan.action} ${plan.id} of ${plan.connection} would rewrite ${plan.streams.map((stream) => stream.table).join(", ")}`;
  if (plan.consent === "typed") {
    if (given.confirm !== undefined && [plan.confirm, plan.id].includes(given.confirm)) return;
    throw new RevosError("consent.needed", `${what}, which needs a name typed. Nothing was done.`, {
      advice: `${command} --confirm ${plan.confirm ?? plan.id}`,
      data: { plan: plan.id, flag: "--confirm" },
    });
  }
  if (given.yes === true) return;
  throw new RevosError("consent.needed", `${what}. Nothing was done.`, {
    advice: `${command} --yes`,
    data: { plan: plan.id, flag: "--yes" },
  });
}

export const commandOf = (plan: RewritePlan): string =>
  plan.action === "rollback"
    ? `revos backfill rollback ${plan.run ?? ""} --plan ${plan.id}`
    : `revos ${plan.action} ${plan.connection} --plan ${plan.id}`;
