// Steps on the way to a server that get no answer: each ends by its own limit, says which it was, and can be left before.
import { expect, it, vi } from "vitest";
import { openFaultProxy } from "../../connector/testing/fault-proxy.ts";
import { Aborted, RevosError } from "../../kernel/error.ts";
import { silentLog } from "../../kernel/log.ts";
import { source as mysql } from "../mysql/source.ts";
import { destination } from "./destination.ts";
import { source } from "./source.ts";

// Short enough to be waited for; the limits in force stand in docs/guides/waiting.md.
vi.mock("../../network/limits.ts", () => ({
  networkLimits: { connect: 700, tunnel: 700, channel: 700, tls: 700, signIn: 700, session: 700 },
}));

const ssh = { user: "u", password: "p", hostKey: "SHA256:AAAA" };
const steps = [
  ["the sign-in", "to the sign-in", { ssl: "disable" }],
  ["the request for TLS", "to the request for TLS", { ssl: "require" }],
  ["the SSH server", "from the SSH server", { tunnel: ssh }],
] as const;

/** A server that takes connections and never says a word. */
const openSilent = async () => {
  const proxy = await openFaultProxy({ port: 1 });
  await proxy.setMode("half_open");
  return proxy;
};

type Ctx = { signal: AbortSignal; log: typeof silentLog };
const kinds = {
  "a Postgres source": async (config: object, ctx: Ctx) => {
    await using open = await source.open(source.config.parse(config), ctx);
    await open.discover();
  },
  "a MySQL source": async (config: object, ctx: Ctx) => {
    await using open = await mysql.open(mysql.config.parse(config), ctx);
    await open.discover();
  },
  "a Postgres warehouse": async (config: object, ctx: Ctx) => {
    await using open = await destination.open(destination.config.parse(config), {
      ...ctx,
      memoryBytes: 1e8,
      threads: 1,
    });
    await open.claim?.([{ schema: "public", table: "t" }]);
  },
};

for (const [kind, use] of Object.entries(kinds))
  for (const [step, words, own] of steps) {
    const configOf = (host: string, port: number) => {
      const end = { host, port, database: "d", user: "u" };
      return "tunnel" in own
        ? { ...end, ssl: "disable", tunnel: { host, port, ...own.tunnel } }
        : { ...end, ...own };
    };
    // MySQL speaks first: what is missing is its greeting, whatever comes after it.
    const said = kind === "a MySQL source" && "ssl" in own ? "to the sign-in" : words;

    it(`${kind}: no answer of ${step} is an error that says so`, { timeout: 30_000 }, async () => {
      await using proxy = await openSilent();
      const error: unknown = await use(configOf(proxy.host, proxy.port), {
        signal: new AbortController().signal,
        log: silentLog,
      }).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(RevosError);
      const { code, message, row } = error as RevosError;
      expect(code).toBe(
        kind.includes("warehouse") ? "destination.unreachable" : "source.unreachable",
      );
      expect(row.retry).toBe("auto");
      expect(message).toContain(`no answer ${said} came within 0.7 s`);
    });

    it(`${kind}: waiting for ${step} can be left`, async () => {
      await using proxy = await openSilent();
      const stop = new AbortController();
      const using = use(configOf(proxy.host, proxy.port), { signal: stop.signal, log: silentLog });
      const ended = expect(using).rejects.toThrow("enough");
      await expect.poll(() => proxy.openConnections).toBe(1);
      stop.abort(new Aborted("enough"));
      await ended;
    });
  }
