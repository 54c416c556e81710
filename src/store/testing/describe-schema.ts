// The whole schema of a SQLite store as text: what `schema.gen.sql` holds and its test compares.

export async function describeSchema(
  rows: (sql: string) => Promise<readonly Record<string, unknown>[]>,
): Promise<string> {
  const objects = await rows(
    "select sql from sqlite_master where sql is not null and name not like 'sqlite_%' order by tbl_name, type desc, name",
  );
  const statements = objects.map((object) => `${String(object.sql).trim()};\n`);
  return `-- Written by scripts/gen-store-schema.ts from src/store/migrations. Do not edit: npm run gen.\n\n${statements.join("\n")}`;
}
