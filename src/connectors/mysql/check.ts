// The connection test: named steps, cheapest first, each timed; the first that fails says which config key to correct and
// ends the test. Steps do not throw.
import { lookup } from "node:dns/promises";
import { Socket } from "node:net";
import { RevosError } from "../../kernel/error.ts";
import { makeStepRunner, type Passed, type DoneStep } from "../../connector/check-step.ts";
import type { CheckStep } from "../../model/check.ts";
import { isSocketPath } from "../../network/place.ts";
import { connectSocket } from "../../network/socket.ts";
import { openTunnel, type Tunnel } from "../../network/tunnel.ts";
import { databasesOf, describePlace, placeOf, sslModeOf, type MysqlConfig } from "./config.ts";
import { discoverStreams } from "./discover.ts";
import { classify, toSourceError } from "./errors.ts";
import { beginSnapshot, openSince, quoteIdentifier, relationOf } from "./queries.ts";
import { Session } from "./session.ts";
import { openWire, type Greeted } from "./wire.ts";
import type { CatalogStream } from "../../model/catalog.ts";

const step = makeStepRunner(toSourceError);
/** A test does not wait for somebody's lock. */
const lockWaitSeconds = 5;

/** What the steps have opened so far; closed at the end whatever happened. */
type Opened = { tunnel: Tunnel | null; greeted: Greeted | null; session: Session | null };

export async function* checkConnection(
  config: MysqlConfig,
  signal: AbortSignal,
): AsyncGenerator<CheckStep> {
  const opened: Opened = { tunnel: null, greeted: null, session: null };
  try {
    for (const next of [...stepsOutside(config, signal, opened), ...stepsInside(config, opened)]) {
      const done = await next();
      yield done.result;
      if (!done.passed) return;
    }
  } finally {
    await opened.session?.[Symbol.asyncDispose]();
    opened.greeted?.wire.destroy();
    await opened.tunnel?.[Symbol.asyncDispose]();
  }
}

/** The steps to a session, each only where the config has it. */
function stepsOutside(
  config: MysqlConfig,
  signal: AbortSignal,
  opened: Opened,
): (() => Promise<DoneStep>)[] {
  const place = describePlace(config);
  const { tunnel } = config;
  const at = tunnel ? { ...config, host: tunnel.host, port: tunnel.port } : config;
  const hostField = tunnel ? "tunnel.host" : "host";
  const mode = sslModeOf(config);
  const steps: (() => Promise<DoneStep>)[] = [];
  if (!isSocketPath(at.host))
    steps.push(() =>
      step("dns", `Could not look up ${at.host}`, hostField, async () => ({
        detail: (await lookup(at.host)).address,
      })),
    );
  steps.push(() =>
    step("tcp", `Could not reach ${place}`, hostField, async () => {
      (await connectSocket(new Socket(), placeOf(at), signal)).destroy();
      return { detail: isSocketPath(at.host) ? "Unix socket" : `port ${at.port}` };
    }),
  );
  if (tunnel)
    steps.push(() =>
      step(
        "tunnel",
        `Could not open the tunnel through ${tunnel.host}`,
        "tunnel.host",
        async () => {
          opened.tunnel = await openTunnel(config, tunnel, signal);
          (await opened.tunnel.connect()).destroy();
          return { detail: `${config.host}:${config.port} as seen from ${tunnel.host}` };
        },
      ),
    );
  steps.push(() =>
    step("tls", `Could not reach ${place}`, mode === "disable" ? hostField : "ssl", async () => {
      opened.greeted = await openWire({ config, tunnel: opened.tunnel, signal });
      return { detail: mode === "disable" ? "off (not encrypted)" : mode };
    }),
  );
  steps.push(() =>
    step("sign_in", `Could not sign in to ${place}`, "user", async () => {
      const { greeted } = opened;
      if (greeted === null) throw new RevosError("bug.assertion", "No connection to sign in on.");
      opened.session = await Session.signIn(config, opened.tunnel, greeted, signal);
      return { detail: `as ${config.user} by ${greeted.greeting.plugin}` };
    }),
  );
  return steps;
}

/** The steps that need a session. Rows are read in the transaction a run would read in. */
function stepsInside(config: MysqlConfig, opened: Opened): (() => Promise<DoneStep>)[] {
  const session = (): Session => {
    if (opened.session) return opened.session;
    throw new RevosError("bug.assertion", "No session to look at.");
  };
  let readable: CatalogStream | null = null;
  return [
    () =>
      step("database", `Could not use ${describePlace(config)}`, "database", async () => {
        await session().useDatabase();
        await session().prepare();
        const [major = 0, minor = 0] = session().version.split(".").map(Number.parseFloat);
        const isOld = session().isMariaDb
          ? major < 10 || (major === 10 && minor < 2)
          : major < 5 || (major === 5 && minor < 7);
        if (isOld)
          throw new RevosError(
            "source.unknown",
            `Could not use ${describePlace(config)}: version ${session().version} is too old.`,
            { advice: "Read from MySQL 5.7, MariaDB 10.2 or newer." },
          );
        return {
          detail: session().isMariaDb
            ? `MariaDB ${session().version}`
            : `MySQL ${session().version}`,
        };
      }),
    () =>
      step("rights", "Could not look at the tables", "user", async () => {
        const { streams } = await discoverStreams(session(), { databases: databasesOf(config) });
        const account = (await session().query("select current_user()"))[0]?.[0] ?? "";
        const open = streams.filter((stream) => stream.syncModes.length > 0);
        readable = open.find((stream) => stream.kind !== "view") ?? null;
        if (open.length === 0) return nothingToRead(config, streams.length, quoteAccount(account));
        return { detail: `may read ${open.length} of ${streams.length} streams it can see` };
      }),
    () =>
      step("read_row", "Could not read a row", "user", async () => {
        await session().run(beginSnapshot);
        if (!readable) return { detail: "no table to try it on" };
        const [column] = readable.columns;
        await session().run(`set session lock_wait_timeout = ${lockWaitSeconds}`);
        await session().query(
          `select ${quoteIdentifier(column?.name ?? "")} is null from ${relationOf(readable)} limit 1`,
        );
        return { detail: `from ${readable.namespace ?? ""}.${readable.name}` };
      }),
    () =>
      step("snapshot", "Could not use a snapshot", null, async () => {
        const detail = "reads of one run see one moment";
        try {
          await session().query(openSince);
          return { detail };
        } catch (error) {
          if (classify(error) !== "source.permission_denied") throw error;
        }
        const account = (await session().query("select current_user()"))[0]?.[0] ?? "";
        return {
          detail,
          warning: true,
          message:
            "Reads by a time cursor cannot see how long others' transactions are open, so rows that are committed late may need a lookback.",
          advice: `Set lookback on such streams, or: grant process on *.* to ${quoteAccount(account)};`,
        };
      }),
  ];
}

/** `reader@%` as the grant writes it. */
const quoteAccount = (account: string): string => {
  const at = account.lastIndexOf("@");
  const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;
  return `${quote(account.slice(0, at))}@${quote(account.slice(at + 1))}`;
};

function nothingToRead(config: MysqlConfig, seen: number, account: string): Passed {
  const [database] = databasesOf(config) ?? [];
  const where = database === undefined ? "<database>.*" : `${quoteIdentifier(database)}.*`;
  return {
    detail: "nothing to read",
    warning: true,
    message:
      seen > 0
        ? `The user can connect, but may read none of the ${seen} streams it sees.`
        : "The user can connect, but sees no table: there are none, or it has no right on them.",
    advice: `As an administrator: grant select on ${where} to ${account};${config.schemas || config.database ? " Or check database and schemas in the source's config." : ""}`,
  };
}
