// The connection test: named steps, cheapest first, each timed; the first that fails says which config key to correct and
// ends the test. Steps do not throw.
import { lookup } from "node:dns/promises";
import { Socket } from "node:net";
import { RevosError } from "../../kernel/error.ts";
import { makeStepRunner, type Passed } from "../../connector/check-step.ts";
import type { CheckStep } from "../../model/check.ts";
import { describePlace, placeOf, sslModeOf, type PostgresConfig } from "./config.ts";
import { toSourceError } from "./errors.ts";
import { beginSnapshot, exportSnapshot, quoteIdentifier, streamsQuery } from "./queries.ts";
import { Session } from "./session.ts";
import { openTunnel, type Tunnel } from "../../network/tunnel.ts";
import { connectSocket } from "../../network/socket.ts";
import { isSocketPath } from "../../network/place.ts";
import { openWire, type Wire } from "./wire.ts";

const step = makeStepRunner(toSourceError);
/** A test does not wait for somebody's lock. */
const lockWaitMs = 5000;

export async function* checkConnection(
  config: PostgresConfig,
  signal: AbortSignal,
): AsyncGenerator<CheckStep> {
  const place = describePlace(config);
  const reach = `Could not reach ${place}`;
  let tunnel: Tunnel | null = null;
  let wire: Wire | null = null;
  let session: Session | null = null;
  try {
    const outside = config.tunnel?.host ?? config.host;
    if (!isSocketPath(outside)) {
      const dns = await step(
        "dns",
        `Could not look up ${outside}`,
        config.tunnel ? "tunnel.host" : "host",
        async () => ({ detail: (await lookup(outside)).address }),
      );
      yield dns.result;
      if (!dns.passed) return;
    }
    const at = config.tunnel
      ? { ...config, host: config.tunnel.host, port: config.tunnel.port }
      : config;
    const tcp = await step("tcp", reach, config.tunnel ? "tunnel.host" : "host", async () => {
      (await connectSocket(new Socket(), placeOf(at), signal)).destroy();
      return { detail: isSocketPath(at.host) ? "Unix socket" : `port ${at.port}` };
    });
    yield tcp.result;
    if (!tcp.passed) return;
    const tunnelConfig = config.tunnel;
    if (tunnelConfig) {
      const through = await step(
        "tunnel",
        `Could not open the tunnel through ${tunnelConfig.host}`,
        "tunnel.host",
        async () => {
          tunnel = await openTunnel(config, tunnelConfig, signal);
          (await tunnel.connect(signal)).destroy();
          return { detail: `${config.host}:${config.port} as seen from ${tunnelConfig.host}` };
        },
      );
      yield through.result;
      if (!through.passed) return;
    }
    const mode = sslModeOf(config);
    const connect = await step("tls", reach, "ssl", async () => {
      wire = await openWire({ config, tunnel, signal });
      return { detail: mode === "disable" ? "off (not encrypted)" : mode };
    });
    if (mode !== "disable" || !connect.passed) yield connect.result;
    if (!connect.passed) return;
    const signIn = await step("sign_in", `Could not sign in to ${place}`, "user", async () => {
      session = await Session.signIn(config, tunnel, wire as unknown as Wire, signal);
      return { detail: `as ${config.user}` };
    });
    // The server names a missing database only after the sign-in was accepted: that is a step of its own.
    if (signIn.result.code === "source.database_not_found") {
      const { code: _, message: __, advice: ___, field: ____, ...accepted } = signIn.result;
      yield { ...accepted, ok: true, detail: `as ${config.user}` };
      yield { ...signIn.result, name: "database" };
      return;
    }
    yield signIn.result;
    if (!signIn.passed) return;
    for (const next of stepsInside(session as unknown as Session, config)) {
      const done = await next();
      yield done.result;
      if (!done.passed) return;
    }
  } finally {
    await (session as Session | null)?.[Symbol.asyncDispose]();
    (wire as Wire | null)?.stream.destroy();
    await (tunnel as Tunnel | null)?.[Symbol.asyncDispose]();
  }
}

/** The steps that need a session. They run in the transaction a read would run in. */
function* stepsInside(
  session: Session,
  config: PostgresConfig,
): Generator<() => ReturnType<typeof step>> {
  let readable: { schema: string; table: string; isPlain: boolean } | null = null;
  yield () =>
    step("database", `Could not use database ${config.database}`, "database", async () => {
      const { rows } = await session.query(
        "select pg_catalog.current_setting('server_version'), pg_catalog.current_setting('server_encoding'), pg_catalog.current_setting('server_version_num')::int >= 120000",
      );
      const [version, encoding, isNew] = rows[0] ?? [];
      if (isNew !== "t") {
        throw new RevosError(
          "source.unknown",
          `Could not use ${describePlace(config)}: Postgres ${version ?? "?"} is older than 12.`,
          { advice: "Read from Postgres 12 or newer." },
        );
      }
      return { detail: `Postgres ${version ?? "?"}, ${encoding ?? "?"}` };
    });
  yield () =>
    step("rights", "Could not look at the tables", "user", async () => {
      await session.run(beginSnapshot);
      const { rows } = await session.query(streamsQuery, [
        config.schemas ?? null,
        null,
        null,
        null,
      ]);
      const open = rows.filter((row) => row[6] === "t" && row[7] === "t");
      const table = open.find((row) => row[3] === "r" || row[3] === "p");
      if (table)
        readable = { schema: table[1] ?? "", table: table[2] ?? "", isPlain: table[3] === "r" };
      if (rows.length > 0 && open.length === 0)
        return warn(
          `${config.user} may read none of ${rows.length} streams`,
          `As their owner: grant usage on schema <name> to ${quoteIdentifier(config.user)}; grant select on all tables in schema <name> to ${quoteIdentifier(config.user)};`,
        );
      if (rows.length === 0)
        return warn(
          "there are no tables to read",
          config.schemas ? "Check schemas in the source's config." : "Check the database name.",
        );
      return { detail: `may read ${open.length} of ${rows.length} streams` };
    });
  yield () =>
    step("read_row", "Could not read a row", "user", async () => {
      if (!readable) return { detail: "no table to try it on" };
      const relation = `${quoteIdentifier(readable.schema)}.${quoteIdentifier(readable.table)}`;
      await session.run(`set local lock_timeout = '${lockWaitMs}ms'`);
      await session.query(`select from ${readable.isPlain ? "only " : ""}${relation} limit 1`);
      return { detail: `from ${readable.schema}.${readable.table}` };
    });
  yield () =>
    step("snapshot", "Could not export a snapshot", null, async () => {
      await session.query(exportSnapshot);
      const detail = "reads of one run see one moment";
      const { rows } = await session.query(
        "select pg_catalog.pg_has_role('pg_read_all_stats', 'usage')",
      );
      if (rows[0]?.[0] === "t") return { detail };
      return {
        detail,
        warning: true,
        message:
          "Reads by a time cursor cannot see how long others' transactions are open, so rows that are committed late may need a lookback.",
        advice: `Set lookback on such streams, or: grant pg_read_all_stats to ${quoteIdentifier(config.user)};`,
      };
    });
}

const warn = (detail: string, advice: string): Passed => ({
  detail,
  warning: true,
  message: `The role can connect, but ${detail}.`,
  advice,
});
