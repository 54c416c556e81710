// Laws of proposals that hold for any input: same input same bytes, no invented field, nothing selected that was not
// offered, no answer but a document or a coded error.
import fc from "fast-check";
import { expect, test } from "vitest";
import { RevosError } from "../kernel/error.ts";
import { syncModes } from "../model/sync-mode.ts";
import { Proposal } from "../model/proposal.ts";
import { diffOffline, proposeOffline } from "./offline.ts";
import { formatConnection } from "./yaml/write.ts";
import { toConnection } from "./propose/to-connection.ts";

const word = fc.constantFrom(
  "orders",
  "order_items",
  "customers",
  "Users",
  "EVENT_LOGS",
  "pg_stat",
  "tmp_x",
  "audit_log",
  "受注明細",
  "得意先マスタ",
  "a",
  "",
  "__",
  "x.y",
  "select",
  "名",
  "🙂",
  "data.frame",
  "Ünï",
  "constructor",
  "__proto__",
);
const name = fc.oneof({ weight: 3, arbitrary: word }, fc.string({ maxLength: 12 }));
const field = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      "id",
      "order_id",
      "updated_at",
      "timestamp",
      "created_at",
      "email",
      "first_name",
      "last_name",
      "uuid",
      "meta",
      "電話番号",
      "is_test",
      "toString",
    ),
  },
  fc.string({ minLength: 1, maxLength: 8 }),
);
const path = fc.oneof(
  { weight: 4, arbitrary: field.map((one) => [one]) },
  fc.array(field, { minLength: 2, maxLength: 3 }),
);
const stream = fc.record(
  {
    streamName: name,
    streamnamespace: fc.oneof(fc.constant("public"), fc.constant("archive"), name),
    syncModes: fc.subarray([...syncModes, "incremental"]),
    defaultCursorField: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, path),
    sourceDefinedCursorField: fc.boolean(),
    sourceDefinedPrimaryKey: fc.oneof(
      { weight: 2, arbitrary: fc.constant([]) },
      fc.array(path, { maxLength: 2 }),
    ),
    propertyFields: fc.array(path, { maxLength: 6 }),
  },
  {
    requiredKeys: [
      "streamName",
      "syncModes",
      "defaultCursorField",
      "sourceDefinedPrimaryKey",
      "propertyFields",
    ],
  },
);
const goal = fc.oneof(
  fc.constantFrom(
    "revenue per customer",
    "サポートチケットの傾向",
    "audit log",
    "価格の変更履歴",
    "orders without refunds",
    "hash all emails; revenue",
    "drop the id column, orders",
  ),
  fc
    .array(
      fc.constantFrom(
        "orders",
        "hash",
        "email",
        "を",
        "drop",
        "rows where",
        "=",
        "to",
        "rename",
        "の",
        "all",
        "not",
        "だけ",
        "only",
        "(",
        "*_log",
        "'",
      ),
      { maxLength: 8 },
    )
    .map((words) => words.join(" ")),
  fc.string({ maxLength: 40 }),
);
const input = fc.record({
  discovery: fc.array(stream, { maxLength: 8 }),
  goal,
  reply: goal,
  connector: fc.constantFrom("postgres", "hubspot", undefined),
});
const make = (value: {
  discovery: unknown;
  goal: string;
  reply: string;
  connector: string | undefined;
}) => proposeOffline({ ...value, source: "src_1", sources: [{ id: "src_1", name: "Shop" }] });

test("any input gives a document of the schema, twice the same bytes", () => {
  fc.assert(
    fc.property(input, (value) => {
      const document = make(value);
      expect(Proposal.safeParse(document).success).toBe(true);
      expect(JSON.stringify(make(structuredClone(value)))).toBe(JSON.stringify(document));
    }),
    { numRuns: 200 },
  );
});

test("every selected stream was offered, can be loaded, and uses only fields and modes of discovery", () => {
  fc.assert(
    fc.property(input, (value) => {
      const document = make(value);
      if (document.action !== "propose") return;
      const known = new Map(
        value.discovery
          .map((entry) => [
            JSON.stringify([entry.streamnamespace ?? null, entry.streamName]),
            entry,
          ])
          .reverse() as [string, (typeof value.discovery)[number]][],
      );
      const keys = [...document.selected, ...document.dropped].map((entry) =>
        JSON.stringify([entry.namespace ?? null, entry.stream]),
      );
      expect(new Set(keys)).toEqual(new Set(known.keys()));
      expect(document.modes.length).toBe(document.selected.length);
      for (const mode of document.modes) {
        const found = known.get(JSON.stringify([mode.namespace ?? null, mode.stream]));
        expect(found?.syncModes).toContain(mode.syncMode);
        const fields = [
          ...(found?.propertyFields ?? []),
          found?.defaultCursorField ?? [],
          ...(found?.sourceDefinedPrimaryKey ?? []),
        ].map((one) => JSON.stringify(one));
        for (const used of [
          ...(mode.cursorField ? [mode.cursorField] : []),
          ...(mode.primaryKey ?? []),
        ])
          expect(fields).toContain(JSON.stringify(used));
      }
      for (const mapper of document.mappers)
        expect(document.selected.some((entry) => entry.stream === mapper.stream)).toBe(true);
    }),
    { numRuns: 200 },
  );
});

test("a proposed connection whose names are ordinary passes its own check", () => {
  const ordinary = fc.record({
    streamName: fc.constantFrom("orders", "customers", "order_items", "受注明細", "Users"),
    syncModes: fc.constant([...syncModes]),
    defaultCursorField: fc.constant([]),
    sourceDefinedPrimaryKey: fc.constantFrom([], [["id"]]),
    propertyFields: fc.constantFrom(
      [["id"], ["updated_at"], ["email"]],
      [["order_id"], ["created_at"]],
      [["id"], ["meta"], ["meta", "modified_at"]],
    ),
  });
  fc.assert(
    fc.property(
      fc.uniqueArray(ordinary, {
        selector: (entry) => entry.streamName,
        minLength: 1,
        maxLength: 5,
      }),
      (discovery) => {
        const document = make({
          discovery,
          goal: "revenue per customer",
          reply: "all, hash all emails",
          connector: "postgres",
        });
        const text = formatConnection(toConnection(document));
        const { ok, findings } = diffOffline({
          file: `connections/${document.name ?? ""}.yaml`,
          text,
          discovery,
          sources: [{ id: "src_1", name: "Shop" }],
        });
        expect(findings).toEqual([]);
        expect(ok).toBe(true);
      },
    ),
    { numRuns: 100 },
  );
});

test("letter case and the order of words in a list do not change an answer", () => {
  const discovery = ["customers", "orders", "users", "user_sessions", "products"].map(
    (streamName) => ({
      streamName,
      streamnamespace: "public",
      syncModes: [...syncModes],
      defaultCursorField: [],
      sourceDefinedPrimaryKey: [["id"]],
      propertyFields: [["id"], ["updated_at"]],
    }),
  );
  const names = fc.shuffledSubarray(["users", "user_sessions", "products"], { minLength: 1 });
  fc.assert(
    fc.property(names, fc.boolean(), (list, isUpper) => {
      const reply = `add ${list.join(", ")}`;
      const plain = make({
        discovery,
        goal: "revenue per customer",
        reply: `add ${[...list].sort().join(" and ")}`,
        connector: "postgres",
      });
      const varied = make({
        discovery,
        goal: "REVENUE per Customer",
        reply: isUpper ? reply.toUpperCase() : reply,
        connector: "postgres",
      });
      expect(varied.selected.map((entry) => entry.stream)).toEqual(
        plain.selected.map((entry) => entry.stream),
      );
    }),
  );
});

test("input of another form is a coded error that names the place", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.string(), (value, text) => {
      for (const act of [
        () => make({ discovery: value, goal: "orders", reply: "", connector: undefined }),
        () => diffOffline({ file: "connections/a.yaml", text, discovery: value }),
        () => proposeOffline({ discovery: [], sources: value, connections: value }),
      ])
        try {
          act();
        } catch (error) {
          expect(error).toBeInstanceOf(RevosError);
          expect((error as RevosError).code).toBe("usage.bad_value");
        }
    }),
    { numRuns: 200 },
  );
});

test("any text of a file gives findings, never a throw", () => {
  const line = fc.constantFrom(
    "apiVersion: revos/v1",
    "kind: Connection",
    "metadata:",
    "  name: a",
    "spec:",
    "  name: A",
    "  source: { id: src_1 }",
    "  streams:",
    "    - name: orders",
    "      syncMode: incremental_append",
    "      cursorField: [x",
    "      primaryKey: [[id]]",
    "      mappers: [{ type: hashing }]",
    "  - &a [*a]",
    "? x",
    ": y",
    "\t- z",
    "!!binary 1",
    "<<: *b",
    "%YAML 9",
    "---",
    "...",
    "'",
    '"',
    "#",
    "{",
    "limits: { memory: 1 }",
    "      columns: { __proto__: { include: false } }",
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(line, { maxLength: 20 }).map((lines) => lines.join("\n")),
        fc.string({ maxLength: 60 }),
      ),
      (text) => {
        const { ok, findings } = diffOffline({ file: "connections/a.yaml", text, discovery: [] });
        expect(ok).toBe(findings.every((finding) => finding.severity !== "error"));
      },
    ),
    { numRuns: 300 },
  );
});
