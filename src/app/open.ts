// Opens the App in this process: the embedded mode, and what a server would expose. Handlers are imported by noun, late.
import { issueWords } from "../connect/text/issue-words.ts";
import type { App } from "../api/app.ts";
import { operations, type OperationName } from "../api/operations.ts";
import { systemClock } from "../kernel/clock.ts";
import { RevosError } from "../kernel/error.ts";
import type { Log } from "../kernel/log.ts";
import type { Store } from "../store/store.ts";
import type { AppContext, Handler, HandlerTable } from "./context.ts";
import type { Env } from "./env-refs.ts";
import { keySource } from "./keys.ts";
import { requireEmbedded } from "./profile.ts";
import { openProject } from "./project.ts";

export type OpenAppOptions = {
  readonly projectDir: string;
  readonly profile: string;
  readonly log: Log;
  readonly env: Env;
};

/** One module per noun; the first word of an operation's name chooses it. */
const nouns: Readonly<Record<string, () => Promise<{ readonly handlers: HandlerTable }>>> = {
  auth: () => import("./handlers/auth.ts"),
  connectors: () => import("./handlers/connectors.ts"),
  sources: () => import("./handlers/sources.ts"),
  destinations: () => import("./handlers/destinations.ts"),
  connections: () => import("./handlers/connections.ts"),
  proposals: () => import("./handlers/proposals.ts"),
  diff: () => import("./handlers/diff.ts"),
  apply: () => import("./handlers/apply.ts"),
  pull: () => import("./handlers/pull.ts"),
  status: () => import("./handlers/status.ts"),
  sync: () => import("./handlers/sync.ts"),
  verify: () => import("./handlers/verify.ts"),
  runs: () => import("./handlers/runs.ts"),
  backfill: () => import("./handlers/backfill.ts"),
  replay: () => import("./handlers/replay.ts"),
  checkpoints: () => import("./handlers/runs.ts"),
  quarantine: () => import("./handlers/quarantine.ts"),
  schemaChanges: () => import("./handlers/schema-changes.ts"),
  mappers: () => import("./handlers/mappers.ts"),
  query: () => import("./handlers/query.ts"),
  doctor: () => import("./handlers/doctor.ts"),
  schema: () => import("./handlers/schema.ts"),
  config: () => import("./handlers/config.ts"),
  init: () => import("./handlers/init.ts"),
  design: () => import("./handlers/design.ts"),
};

export async function openApp(options: OpenAppOptions): Promise<App> {
  const project = openProject(options.projectDir);
  await requireEmbedded(options.profile, project, options.env);
  let opening: Promise<Store> | undefined;
  const ctx: AppContext = {
    project,
    profile: options.profile,
    env: options.env,
    clock: systemClock,
    log: options.log,
    store: () => (opening ??= openProjectStore(ctx)),
  };
  return {
    async call(name, input, callOptions = {}) {
      const handler = await findHandler(name);
      return await handler(ctx, parseInput(name, input), callOptions);
    },
    async [Symbol.asyncDispose]() {
      if (!opening) return;
      const store = await opening.catch(() => null);
      await store?.[Symbol.asyncDispose]();
    },
  };
}

async function findHandler<N extends OperationName>(name: N): Promise<Handler<N>> {
  const noun = name.split(".")[0] ?? name;
  const handler = (await nouns[noun]?.())?.handlers[name];
  if (!handler) throw new RevosError("bug.assertion", `The operation ${name} has no handler.`);
  return handler as Handler<N>;
}

/** Inputs are checked here once, whoever calls: a command, a server, an assistant. */
function parseInput<N extends OperationName>(name: N, input: unknown): never {
  const parsed = operations[name].input.safeParse(input);
  if (parsed.success) return parsed.data as never;
  throw new RevosError(
    "usage.bad_value",
    `The input of ${name} is not valid: ${parsed.error.issues.map((issue) => issueWords(issue, operations[name].input)).join("; ")}.`,
  );
}

async function openProjectStore(ctx: AppContext): Promise<Store> {
  const { openStore } = await import("../store/store.ts");
  const url = ctx.env.REVOS_DATABASE_URL;
  const deps = { key: keySource(ctx.env, ctx.project.dir), clock: ctx.clock, log: ctx.log };
  if (url) return await openStore({ kind: "postgres", url }, deps);
  return await openStore({ kind: "sqlite", path: ctx.project.storeFile }, deps);
}
