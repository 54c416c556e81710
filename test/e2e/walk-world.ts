// The world of the walk: a Postgres of its own with the shop of 47 streams, a reader with a password, a project folder,
// and the ways in which the walk runs the executable and looks at what it said.
import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect } from "vitest";
import pg from "pg";
import { z } from "zod";
import { openShop } from "../../src/app/demo/shop/open-shop.ts";
import { openFolder, type Answer, type Folder, type RunOptions } from "../support/cli.ts";
import { findPostgres, startCluster } from "../support/postgres.ts";
import { runInTerminal, type Shown, type Step } from "./walk-terminal.ts";

export const password = "right horse";
export const name = "postgres-prod-revenue";
export const goal = "revenue per customer";
export const signedIn = { SHOP_PASSWORD: password };

export type World = AsyncDisposable & {
  readonly folder: Folder;
  /** A superuser of the shop's database. */
  readonly admin: pg.Client;
};

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });

export async function openWorld(): Promise<World> {
  const cluster = await startCluster(findPostgres("debian") ? "debian" : "npm", {
    tcpPort: await freePort(),
    hba: ["local all all trust", "host all all 127.0.0.1/32 scram-sha-256"],
  });
  const shop = await openShop({ ...cluster, home: cluster.host } as never);
  const { database, user } = shop.config;
  const admin = new pg.Client({
    host: cluster.host,
    port: cluster.port,
    user: "postgres",
    database,
  });
  await admin.connect();
  await admin.query(`alter role ${user} password '${password}'`);
  const folder = await openFolder();
  const config = { host: "127.0.0.1", port: cluster.port, database, user };
  writeFileSync(
    join(folder.dir, "source.json"),
    JSON.stringify({ ...config, password: "${env.SHOP_PASSWORD}" }),
  );
  return {
    folder,
    admin,
    async [Symbol.asyncDispose]() {
      await admin.end();
      await folder[Symbol.asyncDispose]();
      await cluster[Symbol.asyncDispose]();
    },
  };
}

/** How the walk acts in its world, which is opened later than its tests are named. */
export function makeHands(world: () => World) {
  const revos = (args: readonly string[], options: RunOptions = {}): Promise<Answer> =>
    world().folder.revos(args, { ...options, env: { ...signedIn, ...options.env } });
  const terminal = (
    args: readonly string[],
    columns: number,
    steps: readonly Step[] = [],
  ): Promise<Shown> =>
    runInTerminal(world().folder.dir, args, { columns, env: signedIn, steps, timeoutMs: 200_000 });
  const ok = (answer: Answer): Answer => {
    expect(answer.code, answer.stderr).toBe(0);
    return answer;
  };
  const failed = (answer: Answer, code: string, exit: number) => {
    expect({ code: answer.error().code, exit: answer.code, stdout: answer.stdout }).toEqual({
      code,
      exit,
      stdout: "",
    });
    return answer.error();
  };
  /** The document against the schema that the executable prints for its kind. */
  const shaped = async <T>(kind: string, answer: Answer): Promise<T> => {
    const schema = z.fromJSONSchema((await revos(["schema", kind])).json() as never);
    expect(schema.safeParse(answer.json()).error?.issues, kind).toBeUndefined();
    return answer.json<T>();
  };
  return {
    revos,
    terminal,
    ok,
    failed,
    shaped,
    /** The connection's file. */
    file: () => join(world().folder.dir, "connections", `${name}.yaml`),
  };
}
