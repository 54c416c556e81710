// The key for secrets at rest: REVOS_KEY, else a file in the user's config folder. Read only when a secret is touched.
import { homedir } from "node:os";
import { join } from "node:path";
import type { Env } from "./env-refs.ts";

export function keySource(env: Env, projectDir: string): () => Promise<Uint8Array> {
  return async () => {
    const { openKeyFile, parseKeyText } = await import("../store/key-file.ts");
    if (env.REVOS_KEY !== undefined) return parseKeyText(env.REVOS_KEY).key;
    const folder = env.XDG_CONFIG_HOME || join(env.HOME || homedir(), ".config");
    return await openKeyFile(join(folder, "revos", "key"), projectDir);
  };
}
