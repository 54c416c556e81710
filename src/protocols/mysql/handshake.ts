// The first packets of a MySQL connection: the server's greeting, the request for TLS, our answer with the account.
// Protocol::HandshakeV10 and HandshakeResponse41 of the MySQL client/server protocol.
import { RevosError } from "../../kernel/error.ts";
import { PayloadReader, PayloadWriter } from "./payload.ts";

export const capability = {
  longPassword: 1,
  longFlag: 4,
  connectWithDatabase: 8,
  protocol41: 512,
  tls: 2048,
  transactions: 8192,
  secureConnection: 32_768,
  pluginAuth: 1 << 19,
  connectAttributes: 1 << 20,
  longAuthData: 1 << 21,
} as const;

/** What we can do; what the server cannot is taken off. No multiple statements, no files from this machine. */
const ours =
  capability.longPassword |
  capability.longFlag |
  capability.protocol41 |
  capability.transactions |
  capability.secureConnection |
  capability.pluginAuth |
  capability.connectAttributes |
  capability.longAuthData;

/** utf8mb4_general_ci: the number is the same in all versions of MySQL and MariaDB. */
const utf8mb4 = 45;
const maxPacketBytes = 0x4000_0000;

export type Greeting = {
  /** As the server names itself: `8.4.3`, `10.11.6-MariaDB`. */
  readonly version: string;
  readonly connectionId: number;
  readonly capabilities: number;
  /** Random bytes for the scramble, without the zero at their end. */
  readonly nonce: Uint8Array;
  readonly plugin: string;
};

/** MariaDB may hide behind a prefix that old replicas need: `5.5.5-10.11.6-MariaDB`. */
export const isMariaDb = (version: string): boolean => /mariadb/i.test(version);

export function parseGreeting(payload: Uint8Array): Greeting {
  const reader = new PayloadReader(payload);
  const protocol = reader.integer(1);
  if (protocol !== 10)
    throw new RevosError(
      "source.unreachable",
      "Could not understand the server: it does not greet as MySQL or MariaDB do.",
      {
        advice:
          "Check that host and port lead to a MySQL or MariaDB server, not to another service.",
      },
    );
  const version = reader.zeroText();
  const connectionId = reader.integer(4);
  const nonceHead = reader.bytes(8);
  reader.integer(1);
  let capabilities = reader.integer(2);
  if (reader.left === 0)
    return {
      version,
      connectionId,
      capabilities,
      nonce: nonceHead,
      plugin: "mysql_native_password",
    };
  reader.integer(1); // character set
  reader.integer(2); // status
  capabilities += reader.integer(2) * 0x1_0000;
  const nonceBytes = reader.integer(1);
  reader.bytes(10);
  const tailBytes = Math.min(Math.max(13, nonceBytes - 8), reader.left);
  const tail = reader.bytes(tailBytes);
  const nonce = new Uint8Array([
    ...nonceHead,
    ...(tail.at(-1) === 0 ? tail.subarray(0, -1) : tail),
  ]);
  const plugin = has(capabilities, capability.pluginAuth) ? reader.zeroText() : "";
  return { version, connectionId, capabilities, nonce, plugin: plugin || "mysql_native_password" };
}

/** Capabilities fill 32 bits: plain bit operations would see a sign. */
export const has = (capabilities: number, flag: number): boolean => (capabilities & flag) !== 0;

const agreed = (greeting: Greeting, isSecure: boolean): number =>
  (ours & greeting.capabilities) | capability.protocol41 | (isSecure ? capability.tls : 0);

function head(greeting: Greeting, isSecure: boolean): PayloadWriter {
  return new PayloadWriter()
    .integer(agreed(greeting, isSecure), 4)
    .integer(maxPacketBytes, 4)
    .integer(utf8mb4, 1)
    .bytes(new Uint8Array(23));
}

/** Sent in clear before TLS is agreed on: it holds nothing of the account. */
export function makeTlsRequest(greeting: Greeting): Uint8Array {
  return head(greeting, true).take();
}

export type Account = {
  readonly user: string;
  readonly plugin: string;
  readonly answer: Uint8Array;
  readonly isSecure: boolean;
  /** What the server's list of sessions shows of us. */
  readonly attributes: Readonly<Record<string, string>>;
};

export function makeHandshakeResponse(greeting: Greeting, account: Account): Uint8Array {
  const { capabilities } = greeting;
  const writer = head(greeting, account.isSecure).zeroText(account.user);
  if (has(capabilities, capability.longAuthData)) writer.lengthBytes(account.answer);
  else writer.integer(account.answer.length, 1).bytes(account.answer);
  if (has(capabilities, capability.pluginAuth)) writer.zeroText(account.plugin);
  if (has(capabilities, capability.connectAttributes)) {
    const attributes = new PayloadWriter();
    for (const [name, value] of Object.entries(account.attributes))
      attributes.lengthText(name).lengthText(value);
    writer.lengthBytes(attributes.take());
  }
  return writer.take();
}
