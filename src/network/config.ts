// The part of a config that every server has alike: TLS and the SSH tunnel (interface.md §2).
import { z } from "zod";
import { sslModes } from "./place.ts";

const text = z.string().min(1);

export const networkPort = z.coerce.number().int().min(1).max(65_535);

export const tlsKeys = {
  /** `require` encrypts only; `verify-ca` also checks who signed; `verify-full` also checks the name. */
  ssl: z.enum(sslModes).optional(),
  /** A file, or the PEM text itself. */
  sslRootCert: text.optional(),
  sslCert: text.optional(),
  sslKey: text.optional(),
};

export const TunnelConfig = z
  .strictObject({
    host: text,
    port: networkPort.default(22),
    user: text,
    password: z.string().optional(),
    /** A file, or the key itself. */
    privateKey: text.optional(),
    /** The server's public key as `ssh-keyscan` prints it (`ssh-ed25519 AAAA...`), or its SHA256:... fingerprint. */
    hostKey: text,
  })
  .refine((tunnel) => tunnel.password !== undefined || tunnel.privateKey !== undefined, {
    message: "A tunnel needs a password or a privateKey.",
    path: ["privateKey"],
  });
export type TunnelConfig = z.infer<typeof TunnelConfig>;

/** Keys of the above that hold secrets, beside a source's own password. */
export const networkSecrets = ["sslKey", "tunnel.password", "tunnel.privateKey"] as const;
