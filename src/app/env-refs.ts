// References such as `${env.NAME}` in configs and mapper keys: stored as written, resolved when used, once, after parsing.
import { RevosError } from "../kernel/error.ts";

export type Env = Readonly<Record<string, string | undefined>>;

const reference = /\$\$\{|\$\{env\.([A-Za-z_][A-Za-z0-9_]*)\}/g;

/** The text with every reference replaced; `$${` is a literal `${`. A variable that is not set is `usage.bad_value`, naming it and the place. */
export function resolveText(text: string, env: Env, place: string): string {
  return text.replace(reference, (_, name: string | undefined) => {
    if (name === undefined) return "${";
    const value = env[name];
    if (value === undefined) {
      throw new RevosError(
        "usage.bad_value",
        `${place} refers to the environment variable ${name}, which is not set.`,
        {
          advice: `export ${name}=... and run it again`,
          data: { variable: name, place },
        },
      );
    }
    return value;
  });
}

/** Every text inside a config resolved; other values as they are. */
export function resolveConfig(config: unknown, env: Env, place: string): unknown {
  if (typeof config === "string") return resolveText(config, env, place);
  if (Array.isArray(config))
    return config.map((item, index) => resolveConfig(item, env, `${place}[${index}]`));
  if (typeof config !== "object" || config === null) return config;
  return Object.fromEntries(
    Object.entries(config).map(([key, value]) => [
      key,
      resolveConfig(value, env, `${place}.${key}`),
    ]),
  );
}
