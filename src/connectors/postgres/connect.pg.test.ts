// Connecting: TLS modes against a server with an authority of our own, SCRAM passwords, an SSH tunnel, and the check that
// says in named steps what is wrong.
import { createServer, type AddressInfo } from "node:net";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import net from "node:net";
import pg from "pg";
import ssh2 from "ssh2";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findPostgres, startCluster, type RunningCluster } from "../../../test/support/postgres.ts";
import { silentLog } from "../../kernel/log.ts";
import type { CheckStep } from "../../model/check.ts";
import { PostgresConfig } from "./config.ts";
import { source } from "./source.ts";
import { makeAuthority, type Authority } from "./testing/authority.ts";
import { openReading } from "./testing/reading.ts";

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Bug case B188: all that a URL gives a meaning to, quotes, a backslash and a letter beyond ASCII. */
const oddWord = `p@ss:w/rd?#[]%20 +&=*!é"'\\`;

let cluster: RunningCluster;
let authority: Authority;
let other: Authority;
let base: Record<string, unknown>;

beforeAll(async () => {
  [authority, other] = await Promise.all([
    makeAuthority("DNS:localhost"),
    makeAuthority("DNS:localhost"),
  ]);
  cluster = await startCluster(findPostgres("debian") ? "debian" : "npm", {
    tcpPort: await freePort(),
    settings: [
      "ssl = on",
      "ssl_cert_file = 'server.pem'",
      "ssl_key_file = 'server.key'",
      "password_encryption = 'scram-sha-256'",
    ],
    hba: [
      "local all postgres trust",
      "hostssl all all 127.0.0.1/32 scram-sha-256",
      "hostnossl all plain_ok 127.0.0.1/32 scram-sha-256",
    ],
    files: { "server.pem": authority.certificate, "server.key": authority.key },
  });
  const admin = new pg.Client({ ...cluster, database: "postgres" });
  await admin.connect();
  for (const role of ["ada", "plain_ok"])
    await admin.query(`create role ${role} login password 'pa%ss wörd'`);
  await admin.query(`create role odd login password '${oddWord.replaceAll("'", "''")}'`);
  await admin.query("create table t (id int, v text)");
  await admin.query("insert into t select g, repeat('x', 300) from generate_series(1, 20000) g");
  await admin.query("grant select on t to ada, plain_ok, odd");
  await admin.end();
  base = {
    host: "localhost",
    port: cluster.port,
    database: "postgres",
    user: "ada",
    password: "pa%ss wörd",
  };
});
afterAll(async () => {
  await cluster[Symbol.asyncDispose]();
});

async function check(config: Record<string, unknown>): Promise<CheckStep[]> {
  await using open = await source.open(PostgresConfig.parse(config), {
    signal: AbortSignal.timeout(60_000),
    log: silentLog,
  });
  const steps: CheckStep[] = [];
  for await (const step of open.check()) steps.push(step);
  return steps;
}
const failure = async (config: Record<string, unknown>): Promise<Partial<CheckStep>> => {
  const last = (await check(config)).at(-1)!;
  return { name: last.name, ok: last.ok, code: last.code!, field: last.field! };
};
const count = async (config: Record<string, unknown>): Promise<unknown> => {
  await using reading = await openReading(config);
  return (
    await reading.rows("t", "select count(*)::int, sum(length(v))::int from typed", {
      segmentRows: 3000,
    })
  ).rows;
};
const everything = [[20000, 6_000_000]];

describe("TLS", () => {
  it("verifies authority and name, and reads through it", async () => {
    expect(await count({ ...base, ssl: "verify-full", sslRootCert: authority.root })).toEqual(
      everything,
    );
    expect(
      (await check({ ...base, ssl: "verify-full", sslRootCert: authority.root })).map((step) => [
        step.name,
        step.ok,
      ]),
    ).toEqual([
      ["dns", true],
      ["tcp", true],
      ["tls", true],
      ["sign_in", true],
      ["database", true],
      ["rights", true],
      ["read_row", true],
      ["snapshot", true],
    ]);
  });

  it("takes the certificate from a file as well", async () => {
    const folder = await mkdtemp(join(tmpdir(), "revos-ca-"));
    await writeFile(join(folder, "root.pem"), authority.root);
    expect(
      await count({ ...base, ssl: "verify-full", sslRootCert: join(folder, "root.pem") }),
    ).toEqual(everything);
    expect(
      await failure({ ...base, ssl: "verify-full", sslRootCert: join(folder, "absent.pem") }),
    ).toEqual({ name: "tls", ok: false, code: "source.config_invalid", field: "sslRootCert" });
    await rm(folder, { recursive: true });
  });

  it("refuses another name in verify-full, and takes it in verify-ca", async () => {
    const config = { ...base, host: "127.0.0.1", sslRootCert: authority.root };
    expect(await failure({ ...config, ssl: "verify-full" })).toEqual({
      name: "tls",
      ok: false,
      code: "source.tls_failed",
      field: "ssl",
    });
    expect(await count({ ...config, ssl: "verify-ca" })).toEqual(everything);
  });

  it("refuses an authority it does not know, and require does not look", async () => {
    expect(await failure({ ...base, ssl: "verify-full" })).toEqual({
      name: "tls",
      ok: false,
      code: "source.tls_failed",
      field: "ssl",
    });
    expect(await failure({ ...base, ssl: "verify-ca", sslRootCert: other.root })).toMatchObject({
      code: "source.tls_failed",
    });
    expect(await failure({ ...base, ssl: "require", sslRootCert: other.root })).toMatchObject({
      code: "source.tls_failed",
    });
    expect(await count({ ...base, ssl: "require" })).toEqual(everything);
  });

  it("is off on loopback and sockets unless asked for, and says why a server refuses that", async () => {
    expect(await count({ ...base, user: "plain_ok" })).toEqual(everything);
    expect(
      await count({ ...base, host: cluster.host, user: "postgres", password: undefined }),
    ).toEqual(everything);
    expect(await failure({ ...base })).toMatchObject({
      name: "sign_in",
      code: "source.auth_failed",
    });
  });

  it("says so when the server has none", async () => {
    await using bare = await startCluster(cluster.kind, { tcpPort: await freePort() });
    const config = {
      host: "localhost",
      port: bare.port,
      database: "postgres",
      user: "postgres",
      ssl: "verify-full",
    };
    const last = (await check(config)).at(-1)!;
    expect(last).toMatchObject({
      name: "tls",
      ok: false,
      code: "source.tls_failed",
      message: expect.stringContaining("does not offer it"),
    });
  });
});

describe("signing in", () => {
  const secure = () => ({ ...base, ssl: "require" });

  it("names the key to correct for a wrong password, none, an unknown user and an unknown database", async () => {
    expect(await failure({ ...secure(), password: "wrong" })).toEqual({
      name: "sign_in",
      ok: false,
      code: "source.auth_failed",
      field: "password",
    });
    expect(await failure({ ...secure(), password: undefined })).toEqual({
      name: "sign_in",
      ok: false,
      code: "source.auth_failed",
      field: "password",
    });
    expect(await failure({ ...secure(), user: "nobody" })).toMatchObject({
      name: "sign_in",
      code: "source.auth_failed",
    });
    expect(await failure({ ...secure(), database: "absent" })).toEqual({
      name: "database",
      ok: false,
      code: "source.database_not_found",
      field: "database",
    });
  });

  it("B188: signs in with any password as a field, encoded in a URI, and from the environment", async () => {
    const place = `localhost:${cluster.port}/postgres?sslmode=require`;
    const forms = [
      { ...base, user: "odd", password: oddWord, ssl: "require" },
      source.fromUri?.(`postgres://odd:${encodeURIComponent(oddWord)}@${place}`, {}) ?? {},
      source.fromUri?.(`postgres://odd@${place}`, { PGPASSWORD: oddWord }) ?? {},
    ];
    for (const form of forms) {
      expect(form).toMatchObject({ user: "odd", password: oddWord });
      expect((await check(form)).every((step) => step.ok || step.warning)).toBe(true);
    }
  });

  it("B188: refuses a URI whose password is not encoded, says how, and repeats no part of it", () => {
    for (const word of [oddWord, "p@ss", "a:b@c", "x/y"]) {
      let refused: unknown;
      try {
        source.fromUri?.(`postgres://odd:${word}@localhost:5432/postgres`, {});
      } catch (error) {
        refused = error;
      }
      expect(refused, word).toMatchObject({
        code: "usage.bad_value",
        message: expect.stringContaining("%40"),
      });
      expect(String(refused)).not.toContain(word);
    }
  });

  it("does not take a password from this process's environment behind the config's back", async () => {
    process.env.PGPASSWORD = "pa%ss wörd";
    try {
      expect(await failure({ ...secure(), password: undefined })).toMatchObject({
        code: "source.auth_failed",
      });
    } finally {
      delete process.env.PGPASSWORD;
    }
  });

  it("tells a wrong host, a closed port, a missing socket and a silent server apart from a wrong password", async () => {
    expect(await failure({ ...secure(), host: "db.invalid", ssl: "require" })).toEqual({
      name: "dns",
      ok: false,
      code: "source.unreachable",
      field: "host",
    });
    expect(await failure({ ...secure(), port: await freePort() })).toEqual({
      name: "tcp",
      ok: false,
      code: "source.unreachable",
      field: "host",
    });
    expect(await failure({ ...secure(), host: "/nonexistent" })).toEqual({
      name: "tcp",
      ok: false,
      code: "source.unreachable",
      field: "host",
    });
    const silent = createServer((socket) => socket.end());
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    try {
      expect(
        await failure({
          ...secure(),
          ssl: "disable",
          host: "127.0.0.1",
          port: (silent.address() as AddressInfo).port,
        }),
      ).toMatchObject({ code: "source.unreachable" });
    } finally {
      silent.close();
    }
  });

  it("puts neither password nor driver text into any message", async () => {
    const steps = [
      await check({ ...secure(), password: "s3cret-word" }),
      await check({ ...secure(), database: "absent" }),
      await check({ ...secure(), user: "nobody" }),
    ];
    expect(JSON.stringify(steps)).not.toMatch(/s3cret-word|pa%ss|role "nobody"|does not exist/);
    await using open = await source.open(
      PostgresConfig.parse({ ...secure(), password: "s3cret-word" }),
      { signal: AbortSignal.timeout(60_000), log: silentLog },
    );
    const error = await open.discover().then(
      () => null,
      (thrown: Error) => thrown,
    );
    expect(error).toMatchObject({
      code: "source.auth_failed",
      message: `Could not connect to localhost:${cluster.port}/postgres: the server refused user and password.`,
    });
  });

  it("warns when the role may read nothing", async () => {
    const admin = new pg.Client({ ...cluster, database: "postgres" });
    await admin.connect();
    await admin.query("create role blind login");
    await admin.end();
    const rights = (
      await check({
        host: cluster.host,
        port: cluster.port,
        database: "postgres",
        user: "postgres",
        schemas: ["nowhere"],
      })
    ).find((step) => step.name === "rights");
    expect(rights).toMatchObject({
      ok: true,
      warning: true,
      advice: "Check schemas in the source's config.",
    });
  });
});

describe("an SSH tunnel", () => {
  const hostKey = ssh2.utils.generateKeyPairSync("ed25519");
  const userKey = ssh2.utils.generateKeyPairSync("ed25519");
  let server: ssh2.Server;
  let port: number;

  beforeAll(async () => {
    const accepted = ssh2.utils.parseKey(userKey.public) as ssh2.ParsedKey;
    server = new ssh2.Server({ hostKeys: [hostKey.private] }, (client) => {
      client.on("error", () => {});
      client.on("authentication", (request) => {
        if (
          request.method === "password" &&
          request.username === "hop" &&
          request.password === "hop-word"
        )
          return request.accept();
        if (request.method === "publickey" && request.key.data.equals(accepted.getPublicSSH())) {
          if (
            !request.signature ||
            accepted.verify(request.blob!, request.signature, request.hashAlgo) === true
          )
            return request.accept();
        }
        request.reject(["password", "publickey"]);
      });
      client.on("ready", () => {
        client.on("tcpip", (accept, reject, to) => {
          const onward = net.connect(to.destPort, to.destIP);
          onward.once("error", () => reject?.());
          onward.once("connect", () => {
            const channel = accept();
            onward.removeAllListeners("error");
            onward.on("error", () => channel.end());
            channel.on("error", () => onward.destroy());
            channel.pipe(onward).pipe(channel);
          });
        });
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => server.close());

  const through = (tunnel: Record<string, unknown> = {}) => ({
    ...base,
    ssl: "verify-full",
    sslRootCert: authority.root,
    tunnel: {
      host: "127.0.0.1",
      port,
      user: "hop",
      password: "hop-word",
      hostKey: hostKey.public,
      ...tunnel,
    },
  });

  it("carries a read, TLS inside it, by password and by key", async () => {
    expect(await count(through())).toEqual(everything);
    expect(await count(through({ password: undefined, privateKey: userKey.private }))).toEqual(
      everything,
    );
    expect((await check(through())).map((step) => [step.name, step.ok])).toEqual([
      ["dns", true],
      ["tcp", true],
      ["tunnel", true],
      ["tls", true],
      ["sign_in", true],
      ["database", true],
      ["rights", true],
      ["read_row", true],
      ["snapshot", true],
    ]);
  });

  it("refuses a server with another key, a wrong password, and an end that cannot be reached", async () => {
    expect(
      await failure(through({ hostKey: ssh2.utils.generateKeyPairSync("ed25519").public })),
    ).toEqual({ name: "tunnel", ok: false, code: "source.tls_failed", field: "tunnel.hostKey" });
    expect(await failure(through({ password: "wrong" }))).toEqual({
      name: "tunnel",
      ok: false,
      code: "source.auth_failed",
      field: "tunnel.password",
    });
    expect(await failure({ ...through(), port: await freePort() })).toEqual({
      name: "tunnel",
      ok: false,
      code: "source.unreachable",
      field: "host",
    });
    expect(await failure(through({ port: await freePort() }))).toEqual({
      name: "tcp",
      ok: false,
      code: "source.unreachable",
      field: "tunnel.host",
    });
    expect(
      await failure(through({ password: undefined, privateKey: "no key at all" })),
    ).toMatchObject({ name: "tunnel", code: "source.config_invalid", field: "tunnel.privateKey" });
  });
});
