// What happens to rows while they are decoded: privacy transforms, the early filter, cells that cannot be stored.
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { openDatabase } from "../../../test/support/postgres.ts";
import type { Segment } from "../../connector/segment.ts";
import { openReading } from "./testing/reading.ts";

const sha = (text: string): string => createHash("sha256").update(text).digest("hex");

describe("privacy while decoding", () => {
  const people = async () => {
    const database = await openDatabase();
    await database.query(
      "create table people (id int primary key, email text, born date, pay numeric(12,2), secret text, keep boolean)",
    );
    await database.query(
      "insert into people values (1, 'ada@shop.example', '1990-02-03', 10.50, 'plain-secret-1', true), (2, null, null, 'NaN', 'plain-secret-2', true), (3, 'bad@shop.example', '1991-02-03', 7, 'plain-secret-3', true), (4, 'eve@shop.example', '1992-02-03', 8, 'plain-secret-4', false)",
    );
    return database;
  };
  const columns = () => [
    { source: "id", name: "id", type: { kind: "int32" } as const },
    {
      source: "email",
      name: "email_hashed",
      type: { kind: "text" } as const,
      privacy: (text: string) =>
        text.startsWith("bad") ? { failed: "too long for the key" } : { text: sha(text) },
    },
    {
      source: "born",
      name: "born",
      type: { kind: "date" } as const,
      privacy: (text: string) => ({ text: sha(text) }),
    },
    { source: "pay", name: "pay", type: { kind: "decimal", precision: 12, scale: 2 } as const },
  ];
  const filter = {
    fields: ["keep", "secret"],
    keep: ([keep]: readonly (string | null)[]) => keep === "true",
  };

  it("stores what the transform made of the canonical text, keeps NULL, and drops rows the early filter drops", async () => {
    await using database = await people();
    await using reading = await openReading(database.config);
    const { rows, segments } = await reading.rows(
      "people",
      "select id, email_hashed, born, pay::varchar from landed where _revos_reasons is null",
      { columns, filter },
    );
    expect(rows).toEqual([[1, sha("ada@shop.example"), sha("1990-02-03"), "10.50"]]);
    expect(segments.map((segment) => [segment.rows, segment.filtered])).toEqual([[3, 1]]);
    expect(
      segments[0]!.columns.map((column) => [column.name, column.type.kind, column.wire]),
    ).toEqual([
      ["id", "int32", "native"],
      ["email_hashed", "text", "native"],
      ["born", "text", "native"],
      ["pay", "decimal", "native"],
    ]);
  });

  it("masks a cell that failed and lets no plaintext into reasons, originals or any other byte of a segment", async () => {
    await using database = await people();
    await using reading = await openReading(database.config);
    const kept: Segment[] = [];
    const bytes: Buffer[] = [];
    for await (const segment of await reading.segments("people", { columns, filter })) {
      kept.push(segment);
      if (segment.kind === "parquet")
        bytes.push(Buffer.concat(segment.parts.map((part) => Buffer.from(part))));
    }
    for (const plain of ["shop.example", "plain-secret", "1990-02-03", "1991-02-03"])
      expect(Buffer.concat(bytes).includes(plain)).toBe(false);
    const { rows } = await reading.rows(
      "people",
      "select id, _revos_reasons, _revos_original from landed where _revos_reasons is not null order by id",
      { columns, filter },
    );
    expect(
      rows.map(([id, reasons, original]) => [
        id,
        JSON.parse(String(reasons)),
        JSON.parse(String(original)),
      ]),
    ).toEqual([
      [
        2,
        [{ column: "pay", value: "NaN", rule: "not representable as decimal(12,2)" }],
        { id: "2", email_hashed: null, born: null, pay: "NaN" },
      ],
      [
        3,
        [{ column: "email_hashed", value: null, rule: "too long for the key" }],
        { id: "3", email_hashed: null, born: sha("1991-02-03"), pay: "7.00" },
      ],
    ]);
  });

  it("reports rows that were all dropped", async () => {
    await using database = await people();
    await using reading = await openReading(database.config);
    const { segments } = await reading.rows("people", "select 1", {
      columns,
      filter: { fields: ["id"], keep: () => false },
    });
    expect(segments.map((segment) => [segment.rows, segment.filtered])).toEqual([[0, 4]]);
  });

  it("reads one column twice, plain and hashed, and other types of the user's choice as text", async () => {
    await using database = await people();
    await using reading = await openReading(database.config);
    const { rows, segments } = await reading.rows(
      "people",
      "select id, id_text, mail, email_hashed, pay from landed where id = 1",
      {
        columns: () => [
          { source: "id", name: "id", type: { kind: "int32" } },
          { source: "id", name: "id_text", type: { kind: "decimal", precision: 20, scale: 2 } },
          { source: "email", name: "mail", type: { kind: "text" } },
          {
            source: "email",
            name: "email_hashed",
            type: { kind: "text" },
            privacy: (text) => ({ text: sha(text) }),
          },
          { source: "pay", name: "pay", type: { kind: "text" } },
        ],
      },
    );
    expect(rows).toEqual([[1, "1", "ada@shop.example", sha("ada@shop.example"), "10.50"]]);
    expect(segments[0]!.columns[1]).toEqual({
      name: "id_text",
      type: { kind: "decimal", precision: 20, scale: 2 },
      wire: "text",
    });
  });
});

describe("a database that does not check its encoding", () => {
  it("has its undecodable texts in quarantine and everything else in the table", async () => {
    await using server = await openDatabase("debian");
    const name = `ascii_${server.name}`;
    await server.query(
      `create database ${name} encoding 'SQL_ASCII' template template0 lc_collate 'C' lc_ctype 'C'`,
    );
    try {
      const { default: pg } = await import("pg");
      const client = new pg.Client({ ...server.config, database: name });
      await client.connect();
      await client.query("create table t (id int, v text)");
      await client.query("insert into t values (1, 'fine é'), (2, E'b\\xe4d'), (3, null)");
      await client.end();
      await using reading = await openReading({ ...server.config, database: name });
      const { rows } = await reading.rows(
        "t",
        "select id, v, _revos_reasons->0->>'rule' from landed order by id",
      );
      expect(rows).toEqual([
        [1, "fine é", null],
        [2, null, "not valid UTF-8"],
        [3, null, null],
      ]);
    } finally {
      await server.query(`drop database ${name} with (force)`);
    }
  });
});
