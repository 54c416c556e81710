// Signing in: the server names a method, we answer its challenge, and it may name another one. Passwords travel in clear only
// inside TLS or on a Unix socket; where neither is, MySQL's methods encrypt them with the server's public key.
import { constants, createHash, publicEncrypt } from "node:crypto";
import { RevosError } from "../../kernel/error.ts";
import {
  has,
  capability,
  makeHandshakeResponse,
  type Greeting,
} from "../../protocols/mysql/handshake.ts";
import { marker, parseServerError } from "../../protocols/mysql/answers.ts";
import { PayloadReader } from "../../protocols/mysql/payload.ts";
import { isSocketPath } from "../../network/place.ts";
import { describePlace, sslModeOf, type MysqlConfig } from "./config.ts";
import { signWithPassword } from "./ed25519.ts";
import type { Packet, Wire } from "./wire.ts";

const digest = (algorithm: "sha1" | "sha256", ...parts: readonly Uint8Array[]): Buffer => {
  const hash = createHash(algorithm);
  for (const part of parts) hash.update(part);
  return hash.digest();
};

const xor = (a: Uint8Array, b: Uint8Array): Buffer =>
  Buffer.from(a.map((byte, i) => byte ^ (b[i % b.length] ?? 0)));

/** SHA1(password) XOR SHA1(nonce + SHA1(SHA1(password))). */
export function nativeAnswer(password: string, nonce: Uint8Array): Buffer {
  if (password === "") return Buffer.alloc(0);
  const once = digest("sha1", Buffer.from(password));
  return xor(once, digest("sha1", nonce.subarray(0, 20), digest("sha1", once)));
}

/** SHA256(password) XOR SHA256(SHA256(SHA256(password)) + nonce). */
export function sha2Answer(password: string, nonce: Uint8Array): Buffer {
  if (password === "") return Buffer.alloc(0);
  const once = digest("sha256", Buffer.from(password));
  return xor(once, digest("sha256", digest("sha256", once), nonce.subarray(0, 20)));
}

const zeroEnded = (password: string): Buffer => Buffer.from(`${password}\0`);

/** The password for the server's key alone: masked with the nonce, so that it cannot be replayed, then encrypted. */
export function encryptPassword(password: string, nonce: Uint8Array, publicKey: string): Buffer {
  return publicEncrypt(
    { key: publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING },
    xor(zeroEnded(password), nonce.subarray(0, 20)),
  );
}

const fastDone = 3;
const wantsPassword = 4;
const moreData = 1;
const askForKey = 2;

type SignIn = {
  readonly config: MysqlConfig;
  readonly wire: Wire;
  readonly greeting: Greeting;
};

/** Signs in on a wire whose greeting was read. Throws the server's own error, or a coded one. */
export async function signIn({ config, wire, greeting }: SignIn): Promise<void> {
  const password = config.password ?? "";
  const isSecure = sslModeOf(config) !== "disable";
  const isPrivate = isSecure || isSocketPath(config.host);
  let nonce = greeting.nonce;
  let plugin = isKnown(greeting.plugin) ? greeting.plugin : "mysql_native_password";
  const response = makeHandshakeResponse(greeting, {
    user: config.user,
    plugin,
    answer: firstAnswer(plugin, password, nonce, isPrivate, config),
    isSecure,
    attributes: { program_name: "revos", _client_name: "revos" },
  });
  let packet = await wire.ask(response, wire.nextSequence);
  for (;;) {
    const first = packet.bytes[0];
    if (first === marker.ok) return;
    if (first === marker.error) throw parseServerError(packet.bytes, 0, packet.bytes.length);
    if (first === marker.end) {
      const reader = new PayloadReader(packet.bytes, 1);
      if (reader.left === 0 || !has(greeting.capabilities, capability.pluginAuth))
        throw unknownPlugin("mysql_old_password", config);
      plugin = reader.zeroText();
      const rest = reader.rest();
      nonce = rest.at(-1) === 0 ? rest.subarray(0, -1) : rest;
      packet = await wire.ask(
        firstAnswer(plugin, password, nonce, isPrivate, config),
        packet.sequence + 1,
      );
    } else if (first === moreData)
      packet = await answerMore({ packet, plugin, nonce, password, isPrivate, wire, config });
    else throw unknownPlugin(plugin, config);
  }
}

type More = {
  readonly packet: Packet;
  readonly plugin: string;
  readonly nonce: Uint8Array;
  readonly password: string;
  readonly isPrivate: boolean;
  readonly wire: Wire;
  readonly config: MysqlConfig;
};

/** What the sha methods say after the first answer: known already, send the password, here is my key. */
async function answerMore({
  packet,
  plugin,
  nonce,
  password,
  isPrivate,
  wire,
  config,
}: More): Promise<Packet> {
  const { bytes, sequence } = packet;
  if (plugin !== "caching_sha2_password" && plugin !== "sha256_password")
    throw unknownPlugin(plugin, config);
  if (bytes.length === 2 && bytes[1] === fastDone) return await wire.receive();
  if (bytes.length === 2 && bytes[1] === wantsPassword)
    return isPrivate
      ? await wire.ask(zeroEnded(password), sequence + 1)
      : await wire.ask(Uint8Array.of(askForKey), sequence + 1);
  const key = Buffer.from(bytes.subarray(1)).toString("latin1");
  if (!key.includes("PUBLIC KEY")) throw unknownPlugin(plugin, config);
  return await wire.ask(encryptPassword(password, nonce, key), sequence + 1);
}

const plugins = [
  "mysql_native_password",
  "caching_sha2_password",
  "sha256_password",
  "client_ed25519",
  "mysql_clear_password",
  "unix_socket",
  "auth_socket",
];
const isKnown = (plugin: string): boolean => plugins.includes(plugin);

/** The first answer to a method's challenge. */
function firstAnswer(
  plugin: string,
  password: string,
  nonce: Uint8Array,
  isPrivate: boolean,
  config: MysqlConfig,
): Uint8Array {
  switch (plugin) {
    case "mysql_native_password":
      return nativeAnswer(password, nonce);
    case "caching_sha2_password":
      return sha2Answer(password, nonce);
    case "sha256_password":
      if (password === "") return Buffer.alloc(1);
      return isPrivate ? zeroEnded(password) : Uint8Array.of(moreData);
    case "client_ed25519":
      return signWithPassword(Buffer.from(password), nonce);
    case "mysql_clear_password":
      if (isPrivate) return zeroEnded(password);
      throw new RevosError(
        "source.tls_failed",
        `Could not sign in to ${describePlace(config)}: the server asks for the password in clear, which is sent only inside TLS.`,
        { data: { field: "ssl" }, advice: "Set ssl to verify-full (or require)." },
      );
    case "unix_socket":
    case "auth_socket":
      return new Uint8Array(0);
    default:
      throw unknownPlugin(plugin, config);
  }
}

function unknownPlugin(plugin: string, config: MysqlConfig): RevosError {
  return new RevosError(
    "source.auth_failed",
    `Could not sign in to ${describePlace(config)}: the server asks for the sign-in method ${plugin}, which is not known here.`,
    {
      data: { plugin, field: "user" },
      advice:
        "Give the user one of caching_sha2_password, mysql_native_password, ed25519 (MariaDB): alter user ... identified with (MariaDB: via) ...",
    },
  );
}
