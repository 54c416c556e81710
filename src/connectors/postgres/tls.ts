// TLS on a Postgres connection: the server is asked first (SSLRequest), then the connection is wrapped.
import type { Duplex } from "node:stream";
import type { TLSSocket } from "node:tls";
import { RevosError } from "../../kernel/error.ts";
import { inTime } from "../../network/in-time.ts";
import { tlsOptions, wrapInTls } from "../../network/tls.ts";
import { describePlace, type PostgresConfig } from "./config.ts";

const sslRequest = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);
const yes = 0x53;

/** Asks the server for TLS and agrees on it. The connection is destroyed when that fails. */
export async function upgradeToTls(
  plain: Duplex,
  config: PostgresConfig,
  signal?: AbortSignal,
): Promise<TLSSocket> {
  try {
    const options = tlsOptions(config);
    await inTime(
      "tls",
      signal,
      () => plain.destroy(),
      () => askForTls(plain, config),
    );
    return await wrapInTls(plain, options, signal);
  } catch (error) {
    plain.destroy();
    throw error;
  }
}

async function askForTls(plain: Duplex, config: PostgresConfig): Promise<void> {
  const answer = await new Promise<Buffer>((resolve, reject) => {
    const closed = (): void => reject(Object.assign(new Error("closed"), { code: "ECONNRESET" }));
    plain.once("error", reject);
    plain.once("close", closed);
    plain.once("data", (bytes: Buffer) => {
      plain.pause();
      plain.off("error", reject);
      plain.off("close", closed);
      resolve(bytes);
    });
    plain.write(sslRequest);
  });
  // Bytes behind the answer would be someone's in between, sent in clear to be taken for the server's.
  if (answer.length === 1 && answer[0] === yes) return;
  throw new RevosError(
    "source.tls_failed",
    `Could not use TLS with ${describePlace(config)}: the server does not offer it.`,
    {
      advice:
        "Turn ssl on in the server's postgresql.conf, or set ssl: disable if the way to it is safe without.",
      data: { field: "ssl" },
    },
  );
}
