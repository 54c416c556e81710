// Signing in by MySQL 8's methods, against a server made for the test after the published description of the protocol: it
// keeps only the double hash that MySQL keeps, and never sees the password in clear. And Ed25519 against Node's own.
import {
  constants,
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  privateDecrypt,
  randomBytes,
  sign,
} from "node:crypto";
import net, { type AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { classify } from "./errors.ts";
import { MysqlConfig } from "./config.ts";
import { signWithPassword } from "./ed25519.ts";
import { Session } from "./session.ts";
import { openWire } from "./wire.ts";

const sha = (...parts: Uint8Array[]): Buffer => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const mask = (a: Uint8Array, b: Uint8Array): Buffer =>
  Buffer.from(a.map((byte, i) => byte ^ b[i % b.length]!));
const keys = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
});

type Script = {
  readonly password: string;
  readonly plugin: string;
  /** The server has the account's hash at hand, or wants the password. */
  readonly isCached: boolean;
};

/** A server that speaks just enough to sign somebody in; what it was sent after the greeting is kept. */
async function serve({ password, plugin, isCached }: Script) {
  const sent: Buffer[] = [];
  const server = net.createServer((socket) => {
    socket.on("error", () => {});
    const nonce = Buffer.from(randomBytes(20).map((byte) => (byte % 90) + 33));
    let sequence = 0;
    const packet = (...parts: (Uint8Array | number[])[]): void => {
      const payload = Buffer.concat(parts.map((part) => Buffer.from(part)));
      const header = Buffer.from([payload.length & 255, payload.length >> 8, 0, sequence++]);
      socket.write(Buffer.concat([header, payload]));
    };
    const ok = (): void => packet([0, 0, 0, 2, 0, 0, 0]);
    const denied = (): void =>
      packet([0xff, 0x15, 0x04], Buffer.from("#28000Access denied for 'x'"));
    const capabilities = 512 | 32_768 | (1 << 19) | (1 << 21);
    packet(
      [10],
      Buffer.from("8.4.3\0"),
      [7, 0, 0, 0],
      nonce.subarray(0, 8),
      [0, capabilities & 255, (capabilities >> 8) & 255, 45, 2, 0],
      [(capabilities >> 16) & 255, (capabilities >>> 24) & 255, 21],
      Buffer.alloc(10),
      nonce.subarray(8),
      [0],
      Buffer.from(`${plugin}\0`),
    );
    const stored = sha(sha(Buffer.from(password)));
    let step = "first";
    socket.on("data", (bytes: Buffer) => {
      sent.push(bytes);
      sequence = bytes[3]! + 1;
      const payload = bytes.subarray(4);
      if (step === "first") {
        const userEnd = payload.indexOf(0, 32);
        const size = payload[userEnd + 1]!;
        const answer = payload.subarray(userEnd + 2, userEnd + 2 + size);
        if (plugin === "caching_sha2_password" && isCached) {
          const isRight = sha(mask(answer, sha(stored, nonce))).equals(stored);
          if (!isRight) return denied();
          packet([1, 3]);
          return ok();
        }
        step = "key";
        if (plugin === "caching_sha2_password") return packet([1, 4]);
        expect([...answer]).toEqual([1]);
      }
      if (step === "key") {
        step = "password";
        return packet([1], Buffer.from(keys.publicKey));
      }
      const clear = mask(
        privateDecrypt(
          { key: keys.privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING },
          payload,
        ),
        nonce,
      );
      return clear.equals(Buffer.from(`${password}\0`)) ? ok() : denied();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, sent, port: (server.address() as AddressInfo).port };
}

async function signInto(script: Script, password: string | undefined): Promise<string> {
  const { server, sent, port } = await serve(script);
  const config = MysqlConfig.parse({ host: "127.0.0.1", port, user: "ada", password });
  try {
    const session = await Session.signIn(config, null, await openWire({ config, tunnel: null }));
    session.destroy();
    return session.version;
  } catch (error) {
    return classify(error) ?? String(error);
  } finally {
    server.close();
    expect(Buffer.concat(sent).includes(script.password)).toBe(false);
  }
}

describe("MySQL's own sign-in", () => {
  const password = "pa%ss wörd, of more than twenty bytes";
  it.each([
    ["caching_sha2_password", true],
    ["caching_sha2_password", false],
    ["sha256_password", false],
  ] as const)("%s, known to the server: %s", async (plugin, isCached) => {
    expect(await signInto({ password, plugin, isCached }, password)).toBe("8.4.3");
    expect(await signInto({ password, plugin, isCached }, "another")).toBe("source.auth_failed");
  });

  it("is refused by name where the method is not known", async () => {
    const { server, port } = await serve({ password, plugin: "", isCached: false });
    server.close();
    const other = net.createServer((socket) => {
      socket.on("error", () => {});
      const greeting = Buffer.concat([
        Buffer.from("\n8.4.3\0\u0007\0\0\0abcdefgh\0", "latin1"),
        Buffer.from([0, 0x82, 45, 2, 0, 8, 0, 21, ...Buffer.alloc(10)]),
        Buffer.from("ijklmnopqrst\0mysql_native_password\0", "latin1"),
      ]);
      socket.write(Buffer.concat([Buffer.from([greeting.length, 0, 0, 0]), greeting]));
      socket.once("data", () => {
        const change = Buffer.from("\xfeauthentication_kerberos_client\0whatever\0", "latin1");
        socket.write(Buffer.concat([Buffer.from([change.length, 0, 0, 2]), change]));
      });
    });
    await new Promise<void>((resolve) => other.listen(port, "127.0.0.1", resolve));
    try {
      const config = MysqlConfig.parse({ host: "127.0.0.1", port, user: "ada", password });
      const signingIn = openWire({ config, tunnel: null }).then((greeted) =>
        Session.signIn(config, null, greeted),
      );
      await expect(signingIn).rejects.toMatchObject({
        code: "source.auth_failed",
        message: expect.stringContaining("authentication_kerberos_client"),
      });
    } finally {
      other.close();
    }
  });
});

describe("Ed25519 of a password", () => {
  it("is the standard's signature where the password has the length of a key", () => {
    for (let i = 0; i < 8; i++) {
      const seed = randomBytes(32);
      const message = randomBytes(32);
      const prefix = Buffer.from("302e020100300506032b657004220420", "hex");
      const key = createPrivateKey({
        key: Buffer.concat([prefix, seed]),
        format: "der",
        type: "pkcs8",
      });
      expect(signWithPassword(seed, message).equals(sign(null, message, key))).toBe(true);
    }
  });
});
