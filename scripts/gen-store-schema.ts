// Writes src/store/schema.gen.sql: the schema that all migrations add up to, as SQLite tells it, so that a change of the
// schema is seen in review as what it is.
import { openSqlite, makeSqliteSession } from "../src/store/sqlite/file.ts";
import { describeSchema } from "../src/store/testing/describe-schema.ts";
import { migrate } from "../src/store/migrate.ts";
import { migrations } from "../src/store/migrations/all.ts";
import { silentLog } from "../src/kernel/log.ts";

export async function generate(): Promise<{ path: string; text: string }[]> {
  const database = await openSqlite(":memory:");
  const session = makeSqliteSession(database, 0);
  await migrate(session, migrations, {
    log: silentLog,
    place: ":memory:",
    now: () => "2026-01-01T00:00:00.000Z",
  });
  const text = await describeSchema((sql) => session.rows(sql));
  database.close();
  return [{ path: "src/store/schema.gen.sql", text }];
}
