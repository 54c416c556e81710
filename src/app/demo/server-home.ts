// Where the demo's server lives, who may enter, and what an earlier demo left there.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { chmod, chown, mkdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { systemClock } from "../../kernel/clock.ts";
import { RevosError } from "../../kernel/error.ts";
import { isReachable, type ServerUser } from "./server-files.ts";

const run = promisify(execFile);

export const failed = (what: string, log: string, cause?: unknown): RevosError =>
  new RevosError("demo.failed", `Could not start the demo's Postgres: ${what}.`, {
    cause,
    advice: `Look at ${log} and run it again; the folder can be deleted.`,
  });

/** A name that is the same for the same folder, for what must stand outside of it. */
export const shortName = (folder: string): string =>
  `revos-demo-${createHash("sha256").update(folder).digest("hex").slice(0, 12)}`;

/** Makes a folder that only `user` (or we) can enter; refuses one that somebody else made. */
export async function makePrivate(folder: string, user: ServerUser | null): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const owner = (await stat(folder)).uid;
  const mine = [process.getuid?.() ?? owner, user?.uid];
  if (!mine.includes(owner))
    throw new RevosError(
      "demo.failed",
      `Could not use ${folder} for the demo's Postgres: it belongs to another user.`,
    );
  if (user) await chown(folder, user.uid, user.gid);
  await chmod(folder, 0o700);
}

/** Where a server lives. `temporary`: outside of the project, so it must go when the server goes. */
export type ServerHome = { readonly path: string; readonly temporary: boolean };

/** `<project>/.revos/demo-postgres`, or a temporary folder of a fixed name where the server's user cannot get there. */
export async function placeHome(project: string, user: ServerUser | null): Promise<ServerHome> {
  const inside = join(project, ".revos", "demo-postgres");
  await mkdir(inside, { recursive: true });
  if (await isReachable(join(project, ".revos"), user)) {
    await makePrivate(inside, user);
    return { path: inside, temporary: false };
  }
  for (const temporary of new Set([tmpdir(), "/var/tmp", "/tmp"])) {
    if (!(await isReachable(temporary, user).catch(() => false))) continue;
    const outside = join(temporary, shortName(project));
    await makePrivate(outside, user);
    return { path: outside, temporary: true };
  }
  throw new RevosError(
    "demo.failed",
    "Could not find a folder that the demo's Postgres may use: root's server runs as another user.",
    {
      advice: "Run the demo in a folder that other users may enter, for instance below /tmp.",
    },
  );
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
};

async function commandLine(pid: number): Promise<string> {
  if (process.platform === "linux")
    return (await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")).replaceAll("\0", " ");
  return (await run("ps", ["-o", "command=", "-p", String(pid)]).catch(() => ({ stdout: "" })))
    .stdout;
}

/** A demo that was killed may have left its server: it is stopped. One that still runs is not touched, but named. */
export async function clearLeftover(home: string): Promise<void> {
  const data = join(home, "data");
  const owner = Number(await readFile(join(home, "owner"), "utf8").catch(() => "0"));
  const server = Number(
    (await readFile(join(data, "postmaster.pid"), "utf8").catch(() => "0")).split("\n")[0],
  );
  const serverRuns = server > 0 && isAlive(server) && (await commandLine(server)).includes(data);
  if (serverRuns && owner > 0 && owner !== process.pid && isAlive(owner)) {
    throw new RevosError(
      "run.already_running",
      `Could not start the demo: another one (process ${owner}) runs in this folder.`,
      {
        advice: "Wait until it has ended, or give another folder: revos demo <dir>",
      },
    );
  }
  for (let waited = 0; serverRuns && isAlive(server); waited += 50) {
    if (waited === 0) process.kill(server, "SIGINT");
    if (waited === 5_000) process.kill(server, "SIGQUIT");
    if (waited > 10_000)
      throw failed(`process ${server} of an earlier demo does not end`, join(home, "log"));
    await systemClock.sleep(50);
  }
  await rm(join(data, "postmaster.pid"), { force: true });
}
