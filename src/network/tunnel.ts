// An SSH tunnel: the connection to a server leaves from another host. `ssh2` is imported late; the server's host key must be
// the one the config names, because a tunnel to the wrong host would hand it the password.
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import type { Duplex } from "node:stream";
import { RevosError } from "../kernel/error.ts";
import { throwIfAborted } from "../kernel/abort.ts";
import type { TunnelConfig } from "./config.ts";
import { inTime, lateStep, sayLate } from "./in-time.ts";
import { networkLimits } from "./limits.ts";
import { isSocketPath } from "./place.ts";

export type Tunnel = AsyncDisposable & {
  /** A connection from the SSH server to the far end. */
  connect(signal?: AbortSignal): Promise<Duplex>;
};

/** The server at the far end, as the SSH server sees it. */
export type FarEnd = { readonly host: string; readonly port: number };

function readKey(value: string): string {
  if (value.includes("-----BEGIN") || !existsSync(value)) return value;
  return readFileSync(value, "utf8");
}

/** True when the key that the server shows is the one expected: `ssh-ed25519 AAAA...`, `AAAA...` or `SHA256:...`. */
export function isExpectedHostKey(shown: Buffer, expected: string): boolean {
  const wanted = expected.trim();
  if (/^SHA256:/i.test(wanted)) {
    const fingerprint = createHash("sha256").update(shown).digest("base64").replace(/=+$/, "");
    return fingerprint === wanted.slice(7).replace(/=+$/, "");
  }
  const words = wanted.split(/\s+/);
  const encoded = words.find((word) => word.startsWith("AAAA"));
  return encoded !== undefined && Buffer.from(encoded, "base64").equals(shown);
}

export async function openTunnel(
  config: FarEnd,
  tunnel: TunnelConfig,
  signal?: AbortSignal,
): Promise<Tunnel> {
  if (isSocketPath(config.host)) {
    throw new RevosError(
      "source.config_invalid",
      "Could not open the tunnel: host is a path, and a Unix socket cannot be reached through SSH here.",
      {
        data: { field: "host" },
        advice: "Write the host as the SSH server sees it, such as 127.0.0.1.",
      },
    );
  }
  const { Client } = (await import("ssh2")).default;
  const client = new Client();
  let keyRefused = false;
  try {
    const isReady = new Promise<void>((resolve, reject) => {
      client.once("ready", resolve);
      client.once("error", reject);
      client.once("close", () =>
        reject(Object.assign(new Error("closed"), { code: "ECONNRESET" })),
      );
      client.connect({
        host: tunnel.host,
        port: tunnel.port,
        username: tunnel.user,
        ...(tunnel.password === undefined ? {} : { password: tunnel.password }),
        ...(tunnel.privateKey === undefined ? {} : { privateKey: readKey(tunnel.privateKey) }),
        // Ours is the limit; ssh2 has one of its own.
        readyTimeout: networkLimits.tunnel + 1000,
        keepaliveInterval: 15_000,
        hostVerifier: (key: Buffer) => {
          keyRefused = !isExpectedHostKey(key, tunnel.hostKey);
          return !keyRefused;
        },
      });
    });
    await inTime(
      "tunnel",
      signal,
      () => client.destroy(),
      () => isReady,
    );
  } catch (error) {
    client.on("error", () => {}); // what comes late is nobody's concern
    client.destroy();
    if (signal) throwIfAborted(signal);
    throw tunnelError(error, tunnel, keyRefused);
  }
  client.on("error", () => {}); // the streams inside fail by themselves
  return {
    connect: (aborted) =>
      inTime(
        "channel",
        aborted,
        () => {},
        () =>
          new Promise((resolve, reject) => {
            client.forwardOut("127.0.0.1", 0, config.host, config.port, (error, channel) => {
              if (!error) return resolve(channel);
              reject(
                new RevosError(
                  "source.unreachable",
                  `Could not reach ${config.host}:${config.port} from the SSH server ${tunnel.host}.`,
                  {
                    cause: error,
                    data: { field: "host" },
                    advice:
                      "Check host and port as the SSH server sees them, and that it allows forwarding.",
                  },
                ),
              );
            });
          }),
      ),
    async [Symbol.asyncDispose]() {
      client.end();
      client.destroy();
    },
  };
}

function tunnelError(error: unknown, tunnel: TunnelConfig, keyRefused: boolean): RevosError {
  const place = `${tunnel.host}:${tunnel.port}`;
  if (keyRefused) {
    return new RevosError(
      "source.tls_failed",
      `Could not open the tunnel: ${place} shows another host key than tunnel.hostKey.`,
      {
        cause: error,
        data: { field: "tunnel.hostKey" },
        advice:
          "If the server's key was really changed, write the new one (ssh-keyscan shows it); else someone stands in between.",
      },
    );
  }
  const level = error instanceof Error && "level" in error ? error.level : null;
  if (level === "client-authentication") {
    return new RevosError(
      "source.auth_failed",
      `Could not open the tunnel: ${place} refused the user ${tunnel.user}.`,
      {
        cause: error,
        data: { field: tunnel.privateKey === undefined ? "tunnel.password" : "tunnel.privateKey" },
        advice: "Check tunnel.user and its password or key.",
      },
    );
  }
  if (error instanceof Error && /privateKey|parse/i.test(error.message)) {
    return new RevosError(
      "source.config_invalid",
      "Could not open the tunnel: tunnel.privateKey is not a key that can be read.",
      {
        cause: error,
        data: { field: "tunnel.privateKey" },
        advice: "Give an unencrypted private key as PEM or OpenSSH text, or the path to one.",
      },
    );
  }
  return new RevosError(
    "source.unreachable",
    `Could not open the tunnel: ${lateStep(error) === null ? `no SSH session with ${place}` : sayLate("tunnel")}.`,
    {
      cause: error,
      data: { field: "tunnel.host" },
      advice: "Check tunnel.host and tunnel.port, and the firewall between.",
    },
  );
}
