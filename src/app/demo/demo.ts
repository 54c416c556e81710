// `revos demo`: the main job on a made-up shop, from an empty folder to an answer, over the same operations that every
// command uses. Both lists of the proposal are accepted as flags would accept them, and said while that happens.
import { existsSync } from "node:fs";
import { mkdir, readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { App, Progress } from "../../api/app.ts";
import type { ProposalDocument } from "../../api/operations.ts";
import type { DemoDocument, DemoOptions } from "../../cli/host.ts";
import { systemClock } from "../../kernel/clock.ts";
import { RevosError } from "../../kernel/error.ts";
import { openApp } from "../open.ts";
import { ensureState, openProject, projectFile } from "../project.ts";
import { landIn, makePostgresWarehouse, warehouseName } from "./postgres-warehouse.ts";
import { openDemoPostgres } from "./postgres.ts";
import { toDemoDocument, toShownPath } from "./document.ts";
import { findServer } from "./server-files.ts";
import { openShop, type Shop } from "./shop/open-shop.ts";
import { shopGoal } from "./shop/streams.ts";

const sourceName = "demo-shop";
const connectionName = "demo-shop";
const label = "Demo shop, revenue per customer";
const actor = "demo";

export type Step = {
  readonly app: App;
  readonly dir: string;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
  readonly note: (text: string) => void;
};

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/**
 * Runs the demo in `options.dir` (made where it is missing; run again in the same folder, it syncs again). The Postgres
 * it starts is stopped at its end, however it ends. Throws `demo.postgres_missing`, `demo.failed`, `file.exists` for a
 * folder that holds another project, and what the operations throw.
 */
export async function runDemo(options: DemoOptions): Promise<DemoDocument> {
  const { signal, onProgress } = options;
  const dir = resolve(options.dir);
  // Found out before anything is written.
  findServer();
  const note = (text: string) => onProgress({ kind: "note", text });
  const open = () =>
    openApp({ projectDir: dir, profile: "embedded", log: options.log, env: options.env });
  await mkdir(dir, { recursive: true });
  const isFirst = !existsSync(join(dir, projectFile));
  if (isFirst) {
    await using app = await open();
    await app.call("init", { dir }, { signal });
    await ensureState(openProject(dir));
  }
  await using app = await open();
  const step: Step = { app, dir, signal, onProgress, note };
  const known = (await app.call("sources.list", {}, { signal })).find(
    (source) => source.name === sourceName,
  );
  if (!isFirst) await refuseOther(step);

  const startedAt = systemClock.monotonic();
  await using server = await openDemoPostgres(dir, signal);
  note(
    `Started a real Postgres (from npm) for this demo in ${seconds(systemClock.monotonic() - startedAt)}; it ends with it.`,
  );
  const shop = await openShop(server, signal);
  note(
    shop.isNew
      ? `Made a shop in it: 47 streams, 1.1 million rows, in ${seconds(shop.durationMs)}.`
      : "The shop is there from an earlier run.",
  );

  if (options.warehouse === "postgres") await makePostgresWarehouse(step, server);
  const sourceId = await connectSource(step, shop, known?.id ?? null);
  const isApplied = (await app.call("connections.list", {}, { signal })).some(
    (connection) => connection.name === connectionName,
  );
  if (!isApplied) {
    await propose(step, sourceId);
    await landIn(step, options.warehouse === "postgres" ? warehouseName : null);
    await applyConnection(step);
  }
  const run = await app.call("sync", { name: connectionName }, { signal, onProgress });
  const warehouse = options.warehouse === "postgres" ? warehouseName : null;
  return await toDemoDocument({
    app,
    signal,
    dir,
    env: options.env,
    run,
    connectionName,
    warehouse,
  });
}

/** The demo applies what it wrote; in a project with other connections it might apply those. */
async function refuseOther({ app, dir, signal }: Step): Promise<void> {
  const applied = (await app.call("connections.list", {}, { signal })).map((one) => one.name);
  const files = (await readdir(openProject(dir).connections).catch(() => []))
    .filter((name) => /\.ya?ml$/.test(name))
    .map((name) => name.replace(/\.ya?ml$/, ""));
  const other = [...applied, ...files].find((name) => name !== connectionName);
  if (other === undefined) return;
  throw new RevosError(
    "file.exists",
    `Could not run the demo in ${dir}: it holds another project, with the connection ${other}. Nothing was changed.`,
    {
      advice: "Give the demo a folder of its own: revos demo <dir>",
      where: { file: join(dir, projectFile) },
    },
  );
}

async function connectSource(
  { app, signal, onProgress, note }: Step,
  shop: Shop,
  known: string | null,
): Promise<string> {
  if (known) {
    const { spec } = await app.call("sources.show", { id: known }, { signal });
    if (spec.config.host !== shop.config.host) {
      throw new RevosError(
        "demo.failed",
        "Could not go on with the demo in this folder: its Postgres stood elsewhere before.",
        { advice: "Delete the folder and run revos demo <dir> again." },
      );
    }
    return known;
  }
  const created = await app.call(
    "sources.create",
    { connector: "postgres", name: sourceName, config: { ...shop.config } },
    { signal, onProgress },
  );
  const { streams } = await app.call(
    "sources.listStreams",
    { id: created.id },
    { signal, onProgress },
  );
  const namespaces = new Set(streams.map((stream) => stream.streamnamespace)).size;
  note(
    `Source ${created.id} (${sourceName}): ${streams.length} streams in ${namespaces} namespaces.`,
  );
  return created.id;
}

/** Seed 003, phases 3 to 6: goal, streams, modes, personal data, YAML. */
async function propose({ app, dir, signal, note }: Step, sourceId: string): Promise<void> {
  let proposal: ProposalDocument = await app.call(
    "proposals.start",
    { sourceId, goal: shopGoal },
    { signal },
  );
  const id = proposal.id;
  if (!id)
    throw new RevosError(
      "demo.failed",
      `Could not propose streams for the demo: the answer was ${proposal.action}.`,
    );
  const confirm = async (point: "streams" | "modes") => {
    if (proposal.text) note(`\n${proposal.text}`);
    proposal = await app.call("proposals.change", { id, confirm: point, actor }, { signal });
    note(
      `Accepted for this demo: ${point === "streams" ? "the streams" : "the sync modes"} above. revos connections propose asks you.`,
    );
  };
  note(`\nGoal: "${shopGoal}"`);
  await confirm("streams");
  await confirm("modes");
  const fields = proposal.sensitive.map(({ stream, field }) => `${stream}.${field.join(".")}`);
  if (fields.length > 0) {
    proposal = await app.call("proposals.change", { id, pii: "hash", actor }, { signal });
    note(`\nPersonal data: ${fields.join(", ")} are hashed before they touch a disk.`);
  }
  const written = await app.call(
    "proposals.write",
    { id, name: connectionName, label, schedule: "manual", overwrite: true },
    { signal },
  );
  const errors = written.findings.filter((finding) => finding.severity === "error");
  if (!written.written || errors.length > 0) {
    throw new RevosError(
      "demo.failed",
      `Could not write the demo's connection: ${errors.map((finding) => finding.code).join(", ") || "the file was refused"}.`,
    );
  }
  note(`Wrote ${toShownPath(resolve(dir, written.path))} (${written.streams} streams).`);
}

async function applyConnection({ app, signal, note }: Step): Promise<void> {
  const plan = await app.call("diff", {}, { signal });
  if (plan.items.length === 0) return;
  const { create, update } = {
    create: plan.items.filter((item) => item.action === "create").length,
    update: plan.items.filter((item) => item.action === "update").length,
  };
  note(`Plan ${plan.id}: ${create} to create, ${update} to update.`);
  const applied = await app.call("apply", { plan: plan.id, yes: true, actor }, { signal });
  if (!applied.ok)
    throw new RevosError("demo.failed", "Could not apply the demo's connection.", {
      data: { items: applied.items.map(({ name, status }) => ({ name, status })) },
    });
  note(`Applied ${plan.id}.\n`);
}
