// Signing in to a real MariaDB: every method, TLS with an authority of our own, an SSH tunnel, rights, and what the check says
// when one of them is missing.
import net, { type AddressInfo } from "node:net";
import ssh2 from "ssh2";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readStream } from "../../connector/testing/read-stream.ts";
import { silentLog } from "../../kernel/log.ts";
import type { CheckStep } from "../../model/check.ts";
import {
  describeMariadb,
  openMariadb,
  startMariadb,
  testMariadb,
  type MariadbDatabase,
  type RunningMariadb,
} from "../../../test/support/mariadb.ts";
import { makeAuthority, type Authority } from "../postgres/testing/authority.ts";
import { source } from "./source.ts";

let authority: Authority;
let server: RunningMariadb;
let database: MariadbDatabase;
let base: Record<string, unknown>;

beforeAll(async () => {
  if (!testMariadb()) return;
  authority = await makeAuthority("DNS:localhost");
  server = await startMariadb({
    settings: [
      "--ssl-cert={home}/server.pem",
      "--ssl-key={home}/server.key",
      "--plugin-load-add=auth_ed25519",
      "--plugin-maturity=experimental",
    ],
    files: { "server.pem": authority.certificate, "server.key": authority.key },
  });
  database = await openMariadb(server);
  for (const sql of [
    "create table t (id int primary key, v varchar(20))",
    "insert into t values (1, 'one'), (2, 'two')",
    "create user native@'%' identified via mysql_native_password using password('pa%ss wörd')",
    "create user edward@'%' identified via ed25519 using password('a password of some length, longer than a key')",
    "create user tls_only@'%' identified by 'pw' require ssl",
    "create user locked@'%' identified by 'pw' account lock",
    "create user blind@'%' identified by 'pw'",
    "create user columns_only@'%' identified by 'pw'",
    `grant select (id) on ${database.name}.t to columns_only@'%'`,
    ...["native", "edward", "tls_only", "locked"].map(
      (user) => `grant select on ${database.name}.* to ${user}@'%'`,
    ),
  ])
    await database.query(sql);
  base = { ...database.network, host: "localhost", user: "native", password: "pa%ss wörd" };
});
afterAll(async () => {
  await database?.[Symbol.asyncDispose]();
  await server?.[Symbol.asyncDispose]();
});

async function check(config: Record<string, unknown>): Promise<CheckStep[]> {
  const steps: CheckStep[] = [];
  await using open = await source.open(source.config.parse(config), {
    signal: AbortSignal.timeout(30_000),
    log: silentLog,
  });
  for await (const step of open.check()) steps.push(step);
  return steps;
}
const failure = async (config: Record<string, unknown>) => {
  const last = (await check(config)).at(-1);
  return { name: last?.name, ok: last?.ok, code: last?.code, field: last?.field };
};
const rows = async (config: Record<string, unknown>) =>
  (await readStream(source, config, { name: "t", namespace: database.name })).good;
const both = [
  { id: "1", v: "one" },
  { id: "2", v: "two" },
];
async function freePort(): Promise<number> {
  const one = net.createServer();
  await new Promise<void>((resolve) => one.listen(0, "127.0.0.1", resolve));
  const { port } = one.address() as AddressInfo;
  await new Promise((resolve) => one.close(resolve));
  return port;
}

describeMariadb("TLS", () => {
  it("verifies authority and name, and reads through it", async () => {
    const config = { ...base, ssl: "verify-full", sslRootCert: authority.root };
    expect(await rows(config)).toEqual(both);
    expect((await check(config)).map(({ name, ok }) => [name, ok])).toEqual(
      ["dns", "tcp", "tls", "sign_in", "database", "rights", "read_row", "snapshot"].map((name) => [
        name,
        true,
      ]),
    );
  });

  it("refuses another name in verify-full and takes it in verify-ca; require does not look", async () => {
    const at = { ...base, host: "127.0.0.1", sslRootCert: authority.root };
    expect(await failure({ ...at, ssl: "verify-full" })).toMatchObject({
      name: "tls",
      code: "source.tls_failed",
    });
    expect(await rows({ ...at, ssl: "verify-ca" })).toEqual(both);
    expect(await failure({ ...base, ssl: "verify-ca" })).toMatchObject({
      code: "source.tls_failed",
    });
    expect(await rows({ ...base, ssl: "require" })).toEqual(both);
  });

  it("is asked for by name where the server wants it", async () => {
    expect(await failure({ ...base, user: "tls_only", password: "pw" })).toMatchObject({
      name: "sign_in",
      ok: false,
    });
    expect(await rows({ ...base, user: "tls_only", password: "pw", ssl: "require" })).toEqual(both);
  });

  it("is said to be missing where the server has none", async () => {
    const plain = testMariadb();
    const steps = await check({ ...base, port: plain?.port, ssl: "verify-full" });
    expect(steps.at(-1)).toMatchObject({
      name: "tls",
      ok: false,
      code: "source.tls_failed",
      message: expect.stringContaining("does not offer it"),
    });
  });
});

describeMariadb("signing in", () => {
  it("knows MariaDB's own methods, over TCP and the socket", async () => {
    expect(await rows(base)).toEqual(both);
    const edward = { user: "edward", password: "a password of some length, longer than a key" };
    expect(await rows({ ...base, ...edward })).toEqual(both);
    expect(await rows({ ...base, ...edward, host: server.socket })).toEqual(both);
    expect(await rows({ ...database.config, host: server.socket.replace(/\/[^/]*$/, "") })).toEqual(
      both,
    );
    expect(await failure({ ...base, ...edward, password: "another" })).toMatchObject({
      name: "sign_in",
      code: "source.auth_failed",
    });
  });

  it("names the key to correct for a wrong password, none, an unknown user, a locked one, an unknown database", async () => {
    const failed = { name: "sign_in", ok: false, code: "source.auth_failed", field: "password" };
    expect(await failure({ ...base, password: "wrong" })).toEqual(failed);
    expect(await failure({ ...base, password: undefined })).toEqual(failed);
    expect(await failure({ ...base, user: "nobody" })).toEqual(failed);
    expect(await failure({ ...base, user: "locked", password: "pw" })).toEqual(failed);
    expect(await failure({ ...database.config, database: "absent" })).toEqual({
      name: "database",
      ok: false,
      code: "source.database_not_found",
      field: "database",
    });
    expect((await check({ ...base, password: undefined })).at(-1)?.message).toContain(
      "asks for a password and none is given",
    );
  });

  it("tells a wrong host, a closed port, a missing socket and another service apart", async () => {
    const unreachable = { ok: false, code: "source.unreachable", field: "host" };
    expect(await failure({ ...base, host: "db.invalid" })).toEqual({ name: "dns", ...unreachable });
    expect(await failure({ ...base, port: await freePort() })).toEqual({
      name: "tcp",
      ...unreachable,
    });
    expect(await failure({ ...base, host: "/nonexistent" })).toEqual({
      name: "tcp",
      ...unreachable,
    });
    const other = net.createServer((socket) => {
      socket.on("error", () => {});
      socket.end("SSH-2.0-Some_Server\r\n");
    });
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    try {
      const { port } = other.address() as AddressInfo;
      expect(await failure({ ...base, port })).toMatchObject({ code: "source.unreachable" });
    } finally {
      other.close();
    }
  });

  it("puts neither password nor server text into any message", async () => {
    const steps = [
      await check({ ...base, password: "s3cret-word" }),
      await check({ ...database.config, database: "absent" }),
    ];
    expect(JSON.stringify(steps)).not.toMatch(/s3cret-word|pa%ss|Access denied|Unknown database/);
  });
});

describeMariadb("rights", () => {
  it("say which grant is missing when there is nothing to read", async () => {
    const steps = await check({ ...base, database: undefined, user: "blind", password: "pw" });
    expect(steps.find(({ name }) => name === "rights")).toMatchObject({
      ok: true,
      warning: true,
      advice: "As an administrator: grant select on <database>.* to 'blind'@'%';",
    });
    const closed = (await check({ ...base, user: "blind", password: "pw" })).at(-1);
    expect(closed).toMatchObject({ name: "database", ok: false, code: "source.permission_denied" });
  });

  it("say which grant would show open transactions", async () => {
    const config = { ...base };
    const at = async () => (await check(config)).find(({ name }) => name === "snapshot");
    expect(await at()).toMatchObject({
      ok: true,
      warning: true,
      advice: "Set lookback on such streams, or: grant process on *.* to 'native'@'%';",
    });
    await database.query("grant process on *.* to native@'%'");
    expect((await at())?.warning).toBe(undefined);
    await database.query("revoke process on *.* from native@'%'");
  });

  it("of single columns are enough for those", async () => {
    const config = { ...base, user: "columns_only", password: "pw" };
    const found = await readStream(source, config, { name: "t", namespace: database.name });
    expect(found.good).toEqual([{ id: "1" }, { id: "2" }]);
  });

  it("that are lost between discovery and read name the grant", async () => {
    await database.query("create user fleeting@'%' identified by 'pw'");
    await database.query(`grant select on ${database.name}.t to fleeting@'%'`);
    await database.query(`create table ${database.name}.other (id int)`);
    await database.query(`grant select on ${database.name}.other to fleeting@'%'`);
    const config = { ...base, user: "fleeting", password: "pw" };
    await using open = await source.open(source.config.parse(config), {
      signal: AbortSignal.timeout(30_000),
      log: silentLog,
    });
    const { streams } = await open.discover();
    await database.query(`revoke select on ${database.name}.t from fleeting@'%'`);
    const stream = streams.find(({ name }) => name === "t");
    const read = open.read(
      {
        stream: stream!,
        columns: [{ source: "id", name: "id", type: { kind: "int32" } }],
        cursor: null,
        where: null,
        filter: null,
        segmentRows: 10,
        segmentBytes: 1000,
      },
      { signal: AbortSignal.timeout(30_000), log: silentLog, workbench: null as never },
    );
    await expect(read[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      code: "source.permission_denied",
      advice: `As an administrator: grant select on \`${database.name}\`.\`t\` to <user>;`,
    });
  });
});

describeMariadb("an SSH tunnel", () => {
  const hostKey = ssh2.utils.generateKeyPairSync("ed25519");
  let hop: ssh2.Server;
  let port = 0;
  beforeAll(async () => {
    hop = new ssh2.Server({ hostKeys: [hostKey.private] }, (client) => {
      client.on("error", () => {});
      client.on("authentication", (request) =>
        request.method === "password" && request.password === "hop-word"
          ? request.accept()
          : request.reject(["password"]),
      );
      client.on("ready", () =>
        client.on("tcpip", (accept, reject, to) => {
          const onward = net.connect(to.destPort, to.destIP);
          onward.once("error", () => reject?.());
          onward.once("connect", () => {
            const channel = accept();
            onward.on("error", () => channel.end());
            channel.on("error", () => onward.destroy());
            channel.pipe(onward).pipe(channel);
          });
        }),
      );
    });
    await new Promise<void>((resolve) => hop.listen(0, "127.0.0.1", resolve));
    port = (hop.address() as AddressInfo).port;
  });
  afterAll(() => hop.close());

  it("carries a read, plain and with TLS inside it", async () => {
    const tunnel = {
      host: "127.0.0.1",
      port,
      user: "hop",
      password: "hop-word",
      hostKey: hostKey.public,
    };
    expect(await rows({ ...base, tunnel })).toEqual(both);
    expect(
      await rows({ ...base, tunnel, ssl: "verify-full", sslRootCert: authority.root }),
    ).toEqual(both);
    expect(await failure({ ...base, tunnel: { ...tunnel, password: "wrong" } })).toMatchObject({
      name: "tunnel",
      code: "source.auth_failed",
      field: "tunnel.password",
    });
  });
});
