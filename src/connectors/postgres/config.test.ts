// The config as people write it: URIs, TLS defaults, and what is said about wrong ones.
import { describe, expect, it } from "vitest";
import { describePlace, PostgresConfig, sslModeOf } from "./config.ts";
import { classify, sqlState, toSourceError } from "./errors.ts";
import { isExpectedHostKey } from "../../network/tunnel.ts";
import { configFromUri } from "./uri.ts";

describe("a Postgres URI", () => {
  it.each<[string, Record<string, string>, Record<string, unknown>]>([
    [
      "postgres://ada@db.shop.example:6543/shop",
      {},
      { host: "db.shop.example", port: 6543, user: "ada", database: "shop" },
    ],
    [
      "postgresql://ada@db.shop.example/shop?sslmode=verify-ca&sslrootcert=/ca.pem",
      {},
      {
        host: "db.shop.example",
        user: "ada",
        database: "shop",
        ssl: "verify-ca",
        sslRootCert: "/ca.pem",
      },
    ],
    [
      "postgres://ada@/shop?host=/var/run/postgresql&port=5433",
      {},
      { host: "/var/run/postgresql", port: 5433, user: "ada", database: "shop" },
    ],
    ["postgres://ada@%2Fvar%2Frun/shop", {}, { host: "/var/run", user: "ada", database: "shop" }],
    [
      "postgres://ada%40shop@[::1]:5432/my%20shop",
      {},
      { host: "::1", port: 5432, user: "ada@shop", database: "my shop" },
    ],
    [
      "postgres://ada@localhost/shop",
      { PGPASSWORD: "w" },
      { host: "localhost", user: "ada", database: "shop", password: "w" },
    ],
    [
      "postgres://ada:${env.DB_WORD}@localhost/shop",
      {},
      { host: "localhost", user: "ada", database: "shop", password: "${env.DB_WORD}" },
    ],
    ["postgres://ada@localhost", {}, { host: "localhost", user: "ada", database: "ada" }],
    [
      "postgres:///",
      { PGUSER: "u", PGDATABASE: "d", PGHOST: "h", PGPORT: "1" },
      { host: "h", port: 1, user: "u", database: "d" },
    ],
  ])("%s", (uri, env, config) => {
    expect(configFromUri(uri, env)).toEqual(config);
  });

  it.each([
    "postgres://ada@h/d?sslmode=prefer",
    "postgres://ada@h/d?sslmode=loose",
    "postgres://ada@h/d?colour=red",
    "postgres:ada",
    "postgres://a%zz@h/d",
  ])("refuses %s", (uri) => {
    expect(() => configFromUri(uri, {})).toThrow(
      expect.objectContaining({ code: "usage.bad_value" }),
    );
  });
});

describe("the config", () => {
  const base = { database: "shop", user: "ada" };
  it("verifies everything except on loopback and sockets, unless told otherwise", () => {
    const mode = (extra: Record<string, unknown>): string =>
      sslModeOf(PostgresConfig.parse({ ...base, ...extra }));
    expect(mode({ host: "db.shop.example" })).toBe("verify-full");
    expect(mode({ host: "10.0.0.5" })).toBe("verify-full");
    expect([
      mode({}),
      mode({ host: "127.0.0.1" }),
      mode({ host: "::1" }),
      mode({ host: "/run/postgresql" }),
    ]).toEqual(Array(4).fill("disable"));
    expect(mode({ host: "127.0.0.1.evil.example" })).toBe("verify-full");
    expect(mode({ host: "localhost", ssl: "require" })).toBe("require");
    expect(mode({ host: "db.shop.example", ssl: "require", sslRootCert: "/ca.pem" })).toBe(
      "verify-ca",
    );
    expect(mode({ host: "db.shop.example", ssl: "disable" })).toBe("disable");
  });

  it("refuses keys it does not know, empty schemas, and a tunnel without a host key or a way to sign in", () => {
    const issues = (config: Record<string, unknown>): unknown =>
      PostgresConfig.safeParse({ ...base, ...config }).error?.issues.map((issue) =>
        issue.path.join("."),
      );
    expect(issues({ sslmode: "require" })).toEqual([""]);
    expect(issues({ schemas: [] })).toEqual(["schemas"]);
    expect(issues({ tunnel: { host: "h", user: "u", password: "p" } })).toEqual(["tunnel.hostKey"]);
    expect(issues({ tunnel: { host: "h", user: "u", hostKey: "k" } })).toEqual([
      "tunnel.privateKey",
    ]);
  });

  it("names its place without the user and without secrets", () => {
    expect(
      describePlace(PostgresConfig.parse({ ...base, host: "db.shop.example", password: "w" })),
    ).toBe("db.shop.example:5432/shop");
  });

  it("knows a host key by its line, its base64 and its fingerprint", () => {
    const key = Buffer.from("made-up key bytes");
    const encoded = `AAAA${key.toString("base64")}`;
    const shown = Buffer.from(encoded, "base64");
    expect(isExpectedHostKey(shown, `ssh-ed25519 ${encoded} ada@laptop`)).toBe(true);
    expect(isExpectedHostKey(shown, encoded)).toBe(true);
    expect(isExpectedHostKey(shown, "SHA256:0000")).toBe(false);
    expect(isExpectedHostKey(shown, "")).toBe(false);
  });
});

describe("a driver error", () => {
  const withCode = (code: string): Error =>
    Object.assign(new Error("text with a secret value"), { code });
  it.each([
    ["28P01", "source.auth_failed"],
    ["3D000", "source.database_not_found"],
    ["42P01", "source.stream_not_found"],
    ["42703", "source.schema_changed"],
    ["42501", "source.permission_denied"],
    ["57014", "source.timeout"],
    ["40001", "source.timeout"],
    ["08006", "source.unreachable"],
    ["57P01", "source.unreachable"],
    ["ENOTFOUND", "source.unreachable"],
    ["ECONNRESET", "source.unreachable"],
    ["CERT_HAS_EXPIRED", "source.tls_failed"],
    ["ERR_SSL_WRONG_VERSION_NUMBER", "source.tls_failed"],
    ["53300", "source.unreachable"],
    ["XX999", "source.unknown"],
  ])("%s is %s", (driver, code) => {
    expect(classify(withCode(driver))).toBe(code);
  });

  it("never puts the driver's words into ours", () => {
    const error = toSourceError(withCode("22P02"), { tried: "Could not read stream public.t" });
    expect(error.message).toBe(
      "Could not read stream public.t: the server could not compute a value.",
    );
    expect(sqlState(withCode("EPIPE"))).toBe(null);
    expect(toSourceError(new RangeError("secret"), { tried: "Could not x" }).message).not.toContain(
      "secret",
    );
  });
});
