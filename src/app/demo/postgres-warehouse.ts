// `revos demo --warehouse postgres`: the demo's own Postgres holds a second database, which is the warehouse. It lives as long
// as the demo's server runs, so the demo's answer is read before it ends.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseDocument } from "yaml";
import { openProject } from "../project.ts";
import type { Step } from "./demo.ts";
import type { DemoPostgres } from "./postgres.ts";

export const warehouseName = "demo-postgres";
const database = "warehouse";

/** Makes the database and the destination, each once. */
export async function makePostgresWarehouse(
  { app, signal, note }: Step,
  server: DemoPostgres,
): Promise<void> {
  const { default: pg } = await import("pg");
  const at = { host: server.host, port: server.port, user: server.user };
  const admin = new pg.Client({ ...at, database: "postgres" });
  await admin.connect();
  try {
    const found = await admin.query("select from pg_database where datname = $1", [database]);
    if (found.rowCount === 0) await admin.query(`create database ${database}`);
  } finally {
    await admin.end();
  }
  const known = await app.call("destinations.list", {}, { signal });
  if (!known.some(({ name }) => name === warehouseName))
    await app.call(
      "destinations.create",
      { connector: "postgres", name: warehouseName, config: { ...at, database } },
      { signal },
    );
  note(`The warehouse is the database ${database} of the same Postgres.`);
}

/** Writes where the connection lands into its file, as a person would. Null: the project's default. */
export async function landIn({ dir }: Step, destination: string | null): Promise<void> {
  if (destination === null) return;
  const file = join(openProject(dir).connections, "demo-shop.yaml");
  const document = parseDocument(await readFile(file, "utf8"));
  document.setIn(["spec", "destination"], destination);
  await writeFile(file, String(document));
}
