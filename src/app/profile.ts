// Which server a command is meant for. A profile is a server named in `revos.yaml`; `embedded` is this folder, without one.
// This version has no client of a server yet, so a profile ends in an error that says what is so, never in work done here:
// doing in this folder what was meant for a server would be worse than doing nothing.
import { RevosError } from "../kernel/error.ts";
import type { Env } from "./env-refs.ts";
import type { Project } from "./project.ts";

/** The one profile of a project without a server. */
export const embedded = "embedded";

const answerMs = 5_000;

/**
 * Passes for `embedded`. Else `server.unreachable` for a server that does not answer or that nobody knows (a profile names
 * a server; where it is, is set on each machine, so a name that means nothing here is no wrong word), and
 * `usage.not_available_yet` for one that answers. ux.md §6, point 13.
 */
export async function requireEmbedded(profile: string, project: Project, env: Env): Promise<void> {
  if (profile === embedded) return;
  const profiles = project.settings.profiles;
  const server = profiles[profile]?.server ?? (env.REVOS_SERVER || undefined);
  if (server === undefined) {
    const known = [embedded, ...Object.keys(profiles)];
    throw new RevosError(
      "server.unreachable",
      `No server is known for the profile ${profile} (known: ${known.join(", ")}), so none was reached. Nothing was compared, read or changed.`,
      {
        data: { profile, known },
        advice: `Name its server in revos.yaml: profiles: {${profile}: {server: "https://..."}}, or leave --profile out.`,
      },
    );
  }
  const place = placeOf(server);
  const data = { profile, server: place };
  try {
    await fetch(new URL("/healthz", place), { signal: AbortSignal.timeout(answerMs) });
  } catch (cause) {
    throw new RevosError(
      "server.unreachable",
      `Could not reach the server ${place} of the profile ${profile}. Nothing was compared, read or changed.`,
      { data, cause },
    );
  }
  throw new RevosError(
    "usage.not_available_yet",
    `The profile ${profile} names the server ${place}, and this version cannot work with a server yet. Nothing was compared, read or changed.`,
    {
      data,
      advice: "Leave --profile and REVOS_PROFILE out to work in this folder, without a server.",
    },
  );
}

/** Without user, password and path: the text goes into messages. */
function placeOf(server: string): string {
  try {
    return new URL(server).origin;
  } catch (cause) {
    throw new RevosError("usage.bad_value", "REVOS_SERVER is not a URL.", {
      cause,
      data: { flag: "REVOS_SERVER", wanted: "https://..." },
    });
  }
}
