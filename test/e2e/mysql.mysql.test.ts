// MariaDB through the command line as a user meets it: an account that may only read, a password with every odd letter, a
// connection as a file, and the ad hoc line; increments, quarantine and a fixed type.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openFolder } from "../support/cli.ts";
import {
  describeMariadb,
  openMariadb,
  testMariadb,
  type MariadbDatabase,
} from "../support/mariadb.ts";

const password = `p@ss:w/rd?#[]%20 +&=*!é"'\\`;
let database: MariadbDatabase;
let account: string;

beforeAll(async () => {
  if (!testMariadb()) return;
  database = await openMariadb();
  account = `app_${process.pid}`;
  for (const sql of [
    `create user ${account}@'%' identified by '${password.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`,
    `grant select on ${database.name}.* to ${account}@'%'`,
    `create table orders (id bigint unsigned auto_increment primary key, status enum('new','paid') not null, paid tinyint(1),
      opens time, total decimal(12,2), due date, updated_at timestamp(6) not null default current_timestamp(6) on update current_timestamp(6))`,
    "set session sql_mode = ''",
    "insert into orders (id, status, paid, opens, total, due) values (18446744073709551610, 'new', 0, '09:30:00', 10.5, '2024-01-01'), (2, 'paid', 1, '25:00:00', 1, '2024-02-02'), (3, 'paid', 1, null, 2, '0000-00-00')",
  ])
    await database.query(sql);
});
afterAll(async () => {
  if (database) await database.query(`drop user ${account}@'%'`);
  await database?.[Symbol.asyncDispose]();
});

describeMariadb("MariaDB by the command line", () => {
  it("syncs ad hoc by increments, with the password from MYSQL_PWD", async () => {
    await using folder = await openFolder();
    const line = [
      "sync",
      "--source",
      `mysql://${account}@127.0.0.1:${database.server.port}/${database.name}`,
      "--into",
      "duckdb:w.duckdb",
      "--stream",
      `${database.name}.orders`,
      "--json",
    ];
    const sync = async () => await folder.revos(line, { env: { MYSQL_PWD: password } });
    const first = await sync();
    expect([first.code, first.stderr.includes(password)]).toEqual([0, false]);
    const table = "select id, status, paid, opens::varchar as opens, total, due::varchar as due";
    const file = join(folder.dir, "w.duckdb");
    expect(await folder.rows(`${table} from main.orders order by id`, file)).toEqual([
      { id: "2", status: "paid", paid: "1", opens: "25:00:00", total: "1.00", due: "2024-02-02" },
      {
        id: "18446744073709551610",
        status: "new",
        paid: "0",
        opens: "09:30:00",
        total: "10.50",
        due: "2024-01-01",
      },
    ]);
    await database.query("update orders set total = 99 where id = 2");
    await database.query("insert into orders (id, status) values (4, 'new')");
    await database.query("update orders set due = '2024-03-03' where id = 3");
    expect((await sync()).code).toBe(0);
    expect(
      await folder.rows("select id, total, due::varchar as due from main.orders order by id", file),
    ).toEqual([
      { id: "2", total: "99.00", due: "2024-02-02" },
      { id: "3", total: "2.00", due: "2024-03-03" },
      { id: "4", total: null, due: null },
      { id: "18446744073709551610", total: "10.50", due: "2024-01-01" },
    ]);
    const wrong = await folder.revos(line, { env: { MYSQL_PWD: "not this" } });
    expect([wrong.code !== 0, wrong.error()]).toMatchObject([true, { code: "source.auth_failed" }]);
  });

  it("syncs a connection that was written as a file, with types the user fixed", async () => {
    await using folder = await openFolder();
    const env = { SHOP_PASSWORD: password };
    const config = {
      host: "127.0.0.1",
      port: database.server.port,
      database: database.name,
      user: account,
      password: "${env.SHOP_PASSWORD}",
    };
    expect((await folder.revos(["init", "--yes"], { env })).code).toBe(0);
    const made = await folder.revos(
      ["sources", "create", "--connector", "mysql", "--name", "shop", "--config", "-", "--json"],
      { env, input: JSON.stringify(config) },
    );
    expect(made.code).toBe(0);
    const { id } = made.json() as { id: string };
    const streams = await folder.revos(["sources", "list-streams", id, "--json"], { env });
    expect(streams.json()).toEqual([
      {
        streamName: "orders",
        streamnamespace: database.name,
        syncModes: expect.arrayContaining([
          "incremental_deduped_history",
          "full_refresh_overwrite",
        ]),
        defaultCursorField: [],
        sourceDefinedCursorField: false,
        sourceDefinedPrimaryKey: [["id"]],
        propertyFields: ["id", "status", "paid", "opens", "total", "due", "updated_at"].map(
          (name) => [name],
        ),
      },
    ]);
    await writeFile(
      join(folder.dir, "connections", "shop-orders.yaml"),
      `apiVersion: revos/v1
kind: Connection
metadata:
  name: shop-orders
spec:
  name: Shop orders
  source: { id: ${id} }
  schedule: manual
  status: active
  streams:
    - name: orders
      namespace: ${database.name}
      syncMode: incremental_deduped_history
      cursorField: [updated_at]
      primaryKey: [[id]]
      as: orders
      columns:
        paid: { type: boolean }
        opens: { type: text }
        due: { type: text }
      mappers: []
`,
    );
    const applied = await folder.revos(["apply", "--yes"], { env });
    expect([applied.code, applied.stderr]).toEqual([0, expect.any(String)]);
    const synced = await folder.revos(["sync", "shop-orders", "--json"], { env });
    expect([synced.code, synced.stderr.includes(password)]).toEqual([0, false]);
    const rows = await folder.rows("select id, paid, opens from main.orders order by id");
    expect(rows).toContainEqual({ id: "2", paid: "true", opens: "25:00:00" });
    expect(rows).toContainEqual({ id: "18446744073709551610", paid: "false", opens: "09:30:00" });
  });
});
