// Configs with sealed secrets: every secret inside a config is replaced by `{"$sealed": envelope}`, the rest stays
// readable, so that hosts and names can be shown without the key. References such as ${env.NAME} are no secrets.
import type { Handle } from "./handle.ts";
import { keyMissing, type Sealer } from "./sealer.ts";

export type Config = Readonly<Record<string, unknown>>;

/** What holds a config: its table and id are bound into the seal. */
export type ConfigPlace = { readonly table: "sources" | "destinations"; readonly id: string };

const marker = "$sealed";
const onlyReferences = /^(?:\$\{env\.[A-Za-z_][A-Za-z0-9_]*\})+$/;
/** Names that are secrets whatever a connector declares. */
const secretName =
  /pass(word|wd|phrase)?$|secret|token$|private_?key|api_?key|access_?key$|credential/i;
const uriPassword = /^[a-z][a-z0-9+.-]*:\/\/[^/@\s]*?:([^/@\s]+)@/i;
const uriParameter = /^[a-z][a-z0-9+.-]*:.*[?&](?:password|secret|token|sig|key)=([^&#]+)/i;

/** Seals the values at `secrets` (dotted paths), and everything else that plainly is a secret. */
export async function sealConfig(
  sealer: Sealer,
  place: ConfigPlace,
  config: Config,
  secrets: readonly string[],
): Promise<Config> {
  return (await mapLeaves(config, async (path, value) => {
    if (!isSecret(path, value, secrets)) return value;
    return {
      [marker]: await sealer.seal({ ...place, column: `config.${path}` }, JSON.stringify(value)),
    };
  })) as Config;
}

/** The config in clear. Needs the key if, and only if, something in it is sealed. */
export async function unsealConfig(
  sealer: Sealer,
  place: ConfigPlace,
  config: Config,
): Promise<Config> {
  return (await mapLeaves(config, async (path, value) => {
    const envelope = envelopeOf(value);
    if (envelope === null) return value;
    return JSON.parse(
      await sealer.unseal({ ...place, column: `config.${path}` }, envelope),
    ) as unknown;
  })) as Config;
}

/** The config for people: sealed values as `[secret]`. Needs no key. */
export async function maskConfig(config: Config): Promise<Config> {
  return (await mapLeaves(config, async (_, value) =>
    envelopeOf(value) === null ? value : "[secret]",
  )) as Config;
}

/** Every envelope of a config with its path; `replace` gives the envelope that takes its place. */
export async function replaceEnvelopes(
  config: Config,
  replace: (path: string, envelope: string) => string,
): Promise<Config> {
  return (await mapLeaves(config, async (path, value) => {
    const envelope = envelopeOf(value);
    return envelope === null ? value : { [marker]: replace(path, envelope) };
  })) as Config;
}

/** The text to store for a config. */
export async function sealedText(
  handle: Handle,
  place: ConfigPlace,
  config: Config,
  secrets: readonly string[],
): Promise<string> {
  return JSON.stringify(await sealConfig(handle.sealer, place, config, secrets));
}

/**
 * Called in the transaction that stores the text. The first secret writes down which key the store uses, and later ones
 * must agree, so that a store never comes to hold secrets of two keys by mistake. Holds a rotation off until the end.
 */
export async function claimKey(inside: Handle, sealedText: string): Promise<void> {
  if (!sealedText.includes(`{"${marker}":`)) return;
  const { db, sealer } = inside;
  const given = await sealer.keyId();
  const row = { key: "key_id", text: given, number: null };
  await db
    .insertInto("meta")
    .values(row)
    .onConflict((conflict) => conflict.column("key").doNothing())
    .execute();
  const agreed = await db
    .updateTable("meta")
    .set({ text: given })
    .where("key", "=", "key_id")
    .where("text", "=", given)
    .returning("key")
    .executeTakeFirst();
  if (agreed) return;
  const found = await db
    .selectFrom("meta")
    .select("text")
    .where("key", "=", "key_id")
    .executeTakeFirst();
  throw keyMissing(found?.text ?? "unknown", given, "the store for writing a secret");
}

function isSecret(path: string, value: unknown, secrets: readonly string[]): boolean {
  if (value === null || value === undefined || value === "") return false;
  if (typeof value === "string" && onlyReferences.test(value)) return false;
  if (secrets.includes(path)) return true;
  if (typeof value === "string") {
    const password = uriPassword.exec(value)?.[1];
    if (password !== undefined && !onlyReferences.test(password)) return true;
    if (value.includes("PRIVATE KEY-----")) return true;
    const parameter = uriParameter.exec(value)?.[1];
    if (parameter !== undefined && !onlyReferences.test(parameter)) return true;
  }
  const name = path.slice(path.lastIndexOf(".") + 1);
  return typeof value === "string" && secretName.test(name);
}

function envelopeOf(value: unknown): string | null {
  if (typeof value !== "object" || value === null || !(marker in value)) return null;
  const envelope = (value as Record<string, unknown>)[marker];
  return typeof envelope === "string" ? envelope : null;
}

/** Applies `change` to every value, outermost first: what `change` leaves as it is, is gone into. */
async function mapLeaves(
  value: unknown,
  change: (path: string, value: unknown) => Promise<unknown>,
  path = "",
): Promise<unknown> {
  const changed = path === "" ? value : await change(path, value);
  if (changed !== value || typeof value !== "object" || value === null) return changed;
  const below = (key: string) => (path === "" ? key : `${path}.${key}`);
  if (Array.isArray(value))
    return await Promise.all(
      value.map((item, index) => mapLeaves(item, change, below(String(index)))),
    );
  const entries = Object.entries(value).map(
    async ([key, item]) => [key, await mapLeaves(item, change, below(key))] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}
