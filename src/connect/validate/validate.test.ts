// Findings of connection files: every code, its place, its advice; what follows from another finding is not said.
import { describe, expect, test } from "vitest";
import { diffOffline, type DiffOfflineInput } from "../offline.ts";
import { streams } from "../testing/discovery.ts";
import { validateConnection } from "./validate.ts";

const discovery = streams(
  "public",
  "customers: *id email phone updated_at\norders: *id customer_id total updated_at meta meta.at\nlegacy.orders: *id\nplans: [FD] *code label",
);
const flat = streams(null, "deals: *id stage ^updatedAt");
const good = `apiVersion: revos/v1
kind: Connection
metadata:
  name: shop-revenue
spec:
  name: Shop, revenue tables
  source: { id: src_1 }
  schedule: { units: 24, timeUnit: hours }
  status: active
  streams:
    - name: customers
      namespace: public
      syncMode: incremental_deduped_history
      cursorField: [updated_at]
      primaryKey: [[id]]
`;
const check = (text: string, more: Partial<DiffOfflineInput> = {}) =>
  diffOffline({
    file: "connections/shop-revenue.yaml",
    text,
    discovery,
    sources: [
      { id: "src_1", name: "shop-prod" },
      { id: "src_2", name: "HubSpot" },
    ],
    ...more,
  });
const found = (text: string, more: Partial<DiffOfflineInput> = {}) =>
  check(text, more).findings.map((finding) => `${finding.code} ${finding.path}`);
const edit = (...pairs: [string | RegExp, string][]) =>
  pairs.reduce((text, [from, to]) => text.replace(from, to), good);
const mappers = (...lines: string[]) =>
  `${good}      mappers:\n${lines.map((line) => `        - ${line}\n`).join("")}`;

describe("one finding each", () => {
  test("a right file has none", () => {
    expect(check(good)).toMatchObject({ ok: true, findings: [] });
  });
  test.each([
    ["api_version_unknown apiVersion", edit(["revos/v1", "revos/v9"])],
    ["kind_unknown kind", edit(["kind: Connection", "kind: Sauce"])],
    ["slug_invalid metadata.name", edit(["name: shop-revenue", "name: Shop_Revenue"])],
    ["file_name_mismatch metadata.name", edit(["name: shop-revenue", "name: shop-rev"])],
    ["source_id_unknown spec.source.id", edit(["src_1", "shop-prod"])],
    ["stream_unknown spec.streams[0].name", edit(["- name: customers", "- name: custommers"])],
    ["stream_unknown spec.streams[0].namespace", edit(["namespace: public", "namespace: pubic"])],
    ["namespace_missing spec.streams[0].namespace", edit(["      namespace: public\n", ""])],
    [
      "sync_mode_unknown spec.streams[0].syncMode",
      edit(["incremental_deduped_history", "incremental"]),
    ],
    ["cursor_missing spec.streams[0].cursorField", edit(["      cursorField: [updated_at]\n", ""])],
    ["cursor_missing spec.streams[0].cursorField", edit(["[updated_at]", "[]"])],
    [
      "cursor_missing spec.streams[0].cursorField",
      edit(["cursorField: [updated_at]", "cursorField:"]),
    ],
    ["cursor_not_flat spec.streams[0].cursorField", edit(["[updated_at]", "updated_at"])],
    ["cursor_not_flat spec.streams[0].cursorField", edit(["[updated_at]", "[[updated_at]]"])],
    ["cursor_not_discovered spec.streams[0].cursorField", edit(["[updated_at]", "[updated_ta]"])],
    ["primary_key_missing spec.streams[0].primaryKey", edit(["      primaryKey: [[id]]\n", ""])],
    ["primary_key_not_nested spec.streams[0].primaryKey", edit(["[[id]]", "[id]"])],
    ["primary_key_not_discovered spec.streams[0].primaryKey[0]", edit(["[[id]]", "[[idd]]"])],
    [
      "metadata_id_set metadata.id",
      edit(["name: shop-revenue", "name: shop-revenue\n  id: con_1"]),
    ],
    ["spec_prefix_set spec.prefix", edit(["  status", "  prefix: shop_\n  status"])],
    ["spec_name_underscore spec.name", edit(["Shop, revenue tables", "Shop_revenue tables"])],
    ["spec_name_is_slug spec.name", edit(["Shop, revenue tables", "shop-revenue"])],
    [
      "unknown_key spec.streams[0].statuz",
      edit(["      cursorField", "      statuz: a\n      cursorField"]),
    ],
    [
      "duplicate_key spec.status",
      edit(["  status: active", "  status: active\n  status: inactive"]),
    ],
    ["value_invalid spec.status", edit(["status: active", "status: paused"])],
    ["value_invalid spec.schedule.timeUnit", edit(["timeUnit: hours", "timeUnit: hour"])],
    ["value_invalid spec.schedule.units", edit(["units: 24", "units: 0"])],
    [
      "value_invalid spec.schedule.cron",
      edit(["{ units: 24, timeUnit: hours }", '{ cron: "61 * *" }']),
    ],
    [
      "value_invalid spec.schedule.timezone",
      edit(["{ units: 24, timeUnit: hours }", '{ cron: "0 3 * * *", timezone: Asia/Tokio }']),
    ],
    ["value_invalid spec.source", edit(["{ id: src_1 }", "src_1"])],
    [
      "value_invalid spec.streams[0].syncMode",
      edit(["      syncMode: incremental_deduped_history\n", ""]),
    ],
    [
      "not_supported_yet spec.streams[0].deletes",
      edit(["      cursorField", "      deletes: soft\n      cursorField"]),
    ],
    [
      "not_supported_yet spec.streams[0].contract",
      edit(["      cursorField", "      contract: customers\n      cursorField"]),
    ],
    [
      "value_invalid spec.streams[0].eventTime",
      edit(["      cursorField", "      eventTime: updated_ta\n      cursorField"]),
    ],
    [
      "value_invalid spec.streams[0].late",
      edit(["      cursorField", "      late: quarantine\n      cursorField"]),
    ],
    [
      "value_invalid spec.streams[0].lateAfter",
      edit(["      cursorField", "      lateAfter: soon\n      cursorField"]),
    ],
    [
      "value_invalid spec.onSchemaChange.add",
      edit(["  status", "  onSchemaChange: { add: perhaps }\n  status"]),
    ],
    [
      "unknown_key spec.streams[0].onSchemaChange.newStream",
      edit(["      cursorField", "      onSchemaChange: { newStream: ask }\n      cursorField"]),
    ],
    ["value_invalid spec.landing.keep", edit(["  status", "  landing: { keep: soon }\n  status"])],
    [
      "value_invalid spec.streams[0].columns.emial",
      edit([
        "      cursorField",
        "      columns: { emial: { include: false } }\n      cursorField",
      ]),
    ],
    [
      "mapper_breaks_key spec.streams[0].columns.id.include",
      edit(["      cursorField", "      columns: { id: { include: false } }\n      cursorField"]),
    ],
    [
      "name_clash spec.streams[1].name",
      `${good}    - { name: customers, namespace: public, syncMode: full_refresh_overwrite }\n`,
    ],
    [
      "name_clash spec.streams[1].as",
      `${good}    - { name: orders, namespace: public, syncMode: full_refresh_overwrite, as: Shop_Revenue_CUSTOMERS }\n`,
    ],
  ])("%s", (expected, text) => {
    expect(found(text)).toEqual([expected]);
  });
  test("streams of two namespaces that would share a table are told apart with as", () => {
    const two = `${good}    - { name: orders, namespace: public, syncMode: full_refresh_overwrite }\n    - { name: orders, namespace: legacy, syncMode: full_refresh_overwrite }\n`;
    expect(check(two).findings).toMatchObject([
      { code: "name_clash", advice: "as: legacy_orders" },
    ]);
    expect(found(two.replace("namespace: legacy,", "namespace: legacy, as: old_orders,"))).toEqual(
      [],
    );
  });
  test("a history table counts as a table", () => {
    const text = `${edit(["      cursorField", "      history: scd2\n      cursorField"])}    - { name: orders, namespace: public, syncMode: full_refresh_overwrite, as: shop_revenue_customers__history }\n`;
    expect(found(text)).toEqual(["name_clash spec.streams[1].as"]);
  });
  test.each([
    ["two columns that differ only by case", "*id Note note", "", ["note"]],
    ["three of them, each named", "*id Note note NOTE", "", ["note", "NOTE"]],
    [
      "columns like those of every table",
      "*id _revos_id _Revos_Run_Id",
      "",
      ["_revos_id", "_Revos_Run_Id"],
    ],
    [
      "columns like those of a history",
      "*id Valid_From is_current",
      "history: scd2",
      ["Valid_From", "is_current"],
    ],
    ["no history, none of its columns", "*id valid_from", "", []],
    ["one of two that is left out", "*id Note note", "columns: { Note: { include: false } }", []],
    ["parts of one nested field", "*id meta meta.A meta.a", "", []],
    [
      "one of two that is renamed",
      "*id Note note",
      "mappers: [{ type: field-renaming, mapperConfiguration: { originalFieldName: Note, newFieldName: remark } }]",
      [],
    ],
    [
      "one that is dropped",
      "*id _revos_id",
      "mappers: [{ type: field-filtering, mapperConfiguration: { targetField: _revos_id } }]",
      [],
    ],
  ])("column names of one table: %s", (_what, fields, more, names) => {
    const text = edit(
      [/name: customers/, "name: odd"],
      [
        /incremental_deduped_history\n.*\n/,
        "incremental_deduped_history\n      cursorField: [id]\n",
      ],
      [/$/, more === "" ? "" : `      ${more}\n`],
    );
    const { ok, findings } = check(text, { discovery: streams("public", `odd: ${fields}`) });
    expect(findings.map(({ code, path, line }) => [code, path, line])).toEqual(
      names.map((name) => ["name_clash", `spec.streams[0].columns.${name}`, 11]),
    );
    expect(ok).toBe(names.length === 0);
    for (const [at, name] of names.entries())
      expect(findings[at]).toMatchObject({
        severity: "error",
        data: { stream: "odd", column: name },
      });
  });
  test("what a mode does not use is a warning", () => {
    const result = check(edit(["incremental_deduped_history", "full_refresh_overwrite"]));
    expect(result.ok).toBe(true);
    expect(result.findings.map((finding) => [finding.code, finding.severity])).toEqual([
      ["cursor_extra", "warning"],
      ["primary_key_extra", "warning"],
    ]);
  });
  test("a mode the stream does not offer says nothing about its cursor", () => {
    expect(
      found(
        edit(
          ["name: customers", "name: plans"],
          ["      cursorField: [updated_at]\n      primaryKey: [[id]]\n", ""],
        ),
      ),
    ).toEqual(["sync_mode_unsupported spec.streams[0].syncMode"]);
  });
  test("a source without namespaces takes none", () => {
    const text = edit(["name: customers", "name: deals"], ["[updated_at]", "[updatedAt]"]);
    expect(found(text, { discovery: flat })).toEqual([
      "namespace_unexpected spec.streams[0].namespace",
    ]);
    expect(found(text.replace("      namespace: public\n", ""), { discovery: flat })).toEqual([]);
  });
  test("without a list of sources an id is judged by its form", () => {
    expect(found(edit(["src_1", "src_other9"]), { sources: undefined })).toEqual([]);
    expect(found(edit(["src_1", "my source"]), { sources: undefined })).toEqual([
      "source_id_unknown spec.source.id",
    ]);
  });
  test("id and prefix are fine once the connection is known", () => {
    const text = edit(
      ["name: shop-revenue", "name: shop-revenue\n  id: con_1"],
      ["  status", "  prefix: shop_\n  status"],
    );
    expect(
      found(text, {
        connections: [{ id: "con_1", name: "shop-revenue", sourceId: "src_1", streams: [] }],
      }),
    ).toEqual([]);
  });
  test("streams that are not known, destinations that are not there", () => {
    const base = {
      text: edit(["  status", "  destination: wharehouse\n  status"]),
      file: null,
      sources: null,
      isNew: true,
    };
    expect(
      validateConnection({ ...base, discovery: null, destinations: ["warehouse"] }).findings.map(
        (finding) => [finding.code, finding.advice],
      ),
    ).toEqual([
      ["discovery_missing", "revos sources list-streams src_1"],
      ["destination_unknown", "Did you mean warehouse?"],
    ]);
    expect(validateConnection({ ...base, destinations: null }).findings).toEqual([]);
  });
});

describe("all at once, with place and advice", () => {
  test("five faults of one file", () => {
    const text = `${edit(["incremental_deduped_history", "incremental_append_only"], ["src_1", "shop-prod"], ["      primaryKey: [[id]]\n", "      crusorFeild: [x]\n"])}    - { name: plans, namespace: public, syncMode: full_refresh_overwrite_deduped }\n  status: inactive\n`;
    expect(
      check(text).findings.map(({ code, line, column, length, advice }) => [
        code,
        line,
        column,
        length,
        advice,
      ]),
    ).toEqual([
      ["source_id_unknown", 7, 17, 9, "source: { id: src_1 }"],
      ["sync_mode_unknown", 13, 17, 23, "syncMode: incremental_append"],
      ["unknown_key", 15, 7, 11, "Did you mean cursorField?"],
      [
        "primary_key_missing",
        16,
        7,
        76,
        "primaryKey: [[code]]        (the source names code as its key)",
      ],
      ["duplicate_key", 17, 3, 6, "Keep one of them."],
    ]);
  });
  test("a misspelt key explains the missing one", () => {
    expect(found(edit(["cursorField:", "crusorField:"]))).toEqual([
      "unknown_key spec.streams[0].crusorField",
    ]);
    expect(found(edit(["  streams:", "  stream:"]))).toEqual(["unknown_key spec.stream"]);
  });
  test("a slug that becomes the file name is one finding", () => {
    expect(found(edit(["name: shop-revenue", "name: Shop Revenue"]))).toEqual([
      "slug_invalid metadata.name",
    ]);
  });
  test("a dotted cursor is advised as a path", () => {
    expect(
      check(edit(["name: customers", "name: orders"], ["[updated_at]", "[meta.at]"])).findings[0],
    ).toMatchObject({
      code: "cursor_not_discovered",
      advice: "Write the path as a list: [meta, at].",
    });
  });
  test.each([
    ["a: [1, 2\nb: }", "yaml_invalid"],
    [`${good}---\nx: 1\n`, "yaml_invalid"],
    [`${good}loop: &l [*l]\n`, "yaml_invalid"],
    ["- 1\n", "value_invalid"],
    ["", "value_invalid"],
    ["just words", "value_invalid"],
    [
      `a: &a [x,x,x,x,x,x,x,x,x]\n${[..."bcdefgh"].map((name, at) => `${name}: &${name} [${Array.from({ length: 9 }, () => `*${"abcdefg"[at]}`).join(",")}]`).join("\n")}\n`,
      "yaml_invalid",
    ],
  ])("%# unreadable text gives one coded finding", (text, code) => {
    expect(check(text).findings.map((finding) => finding.code)).toEqual([code]);
  });
  test("merge keys override as YAML says", () => {
    const text =
      edit(["    - name: customers\n", "    - &first\n      name: customers\n"]) +
      "    - { <<: *first, name: orders }\n";
    expect(found(text)).toEqual([]);
  });
});

describe("mappers", () => {
  test.each([
    [
      "a clean list",
      [],
      [
        "{ type: hashing, mapperConfiguration: { targetField: email, method: SHA-256, fieldNameSuffix: _hashed } }",
        "{ type: field-filtering, mapperConfiguration: { targetField: email } }",
      ],
    ],
    [
      "a hashed key is still a key",
      [],
      ["{ type: hashing, mapperConfiguration: { targetField: id, method: SHA-256 } }"],
    ],
    [
      "a renamed cursor is still a cursor",
      [],
      [
        "{ type: field-renaming, mapperConfiguration: { originalFieldName: updated_at, newFieldName: changed_at } }",
      ],
    ],
    [
      "a dropped key",
      ["mapper_breaks_key spec.streams[0].mappers[0]"],
      ["{ type: field-filtering, mapperConfiguration: { targetField: id } }"],
    ],
    [
      "an encrypted key",
      ["mapper_breaks_key spec.streams[0].mappers[0]"],
      [
        '{ type: encryption, mapperConfiguration: { algorithm: AES, targetField: id, key: "${env.K}" } }',
      ],
    ],
    [
      "a hashed cursor",
      ["mapper_breaks_key spec.streams[0].mappers[0]"],
      ["{ type: hashing, mapperConfiguration: { targetField: updated_at, method: SHA-256 } }"],
    ],
    [
      "an unknown field",
      ["mapper_invalid spec.streams[0].mappers[0].mapperConfiguration.targetField"],
      ["{ type: field-filtering, mapperConfiguration: { targetField: emial } }"],
    ],
    [
      "an unknown type",
      ["mapper_invalid spec.streams[0].mappers[0].type"],
      ["{ type: hash, mapperConfiguration: { targetField: email } }"],
    ],
    [
      "a method in another spelling",
      ["mapper_invalid spec.streams[0].mappers[0].mapperConfiguration.method"],
      ["{ type: hashing, mapperConfiguration: { targetField: email, method: sha256 } }"],
    ],
    [
      "a rename onto a column, whatever its case",
      ["mapper_invalid spec.streams[0].mappers[0].mapperConfiguration.newFieldName"],
      [
        "{ type: field-renaming, mapperConfiguration: { originalFieldName: phone, newFieldName: EMAIL } }",
      ],
    ],
    [
      "a field that an earlier mapper took",
      ["mapper_invalid spec.streams[0].mappers[1].mapperConfiguration.originalFieldName"],
      [
        "{ type: field-filtering, mapperConfiguration: { targetField: phone } }",
        "{ type: field-renaming, mapperConfiguration: { originalFieldName: phone, newFieldName: tel } }",
      ],
    ],
    [
      "a literal key",
      ["mapper_invalid spec.streams[0].mappers[0].mapperConfiguration.key"],
      [
        "{ type: encryption, mapperConfiguration: { algorithm: AES, targetField: email, key: 00112233445566778899aabbccddeeff } }",
      ],
    ],
    [
      "CBC without padding",
      ["mapper_invalid spec.streams[0].mappers[0].mapperConfiguration.padding"],
      [
        '{ type: encryption, mapperConfiguration: { algorithm: AES, targetField: email, key: "${env.K}", mode: CBC, padding: NoPadding } }',
      ],
    ],
    [
      "GCM with padding",
      ["mapper_invalid spec.streams[0].mappers[0].mapperConfiguration.padding"],
      [
        '{ type: encryption, mapperConfiguration: { algorithm: AES, targetField: email, key: "${env.K}", padding: PKCS5Padding } }',
      ],
    ],
    [
      "RSA with a mode",
      ["mapper_invalid spec.streams[0].mappers[0].mapperConfiguration.mode"],
      [
        '{ type: encryption, mapperConfiguration: { algorithm: RSA, targetField: email, key: "${env.K}", mode: CBC } }',
      ],
    ],
    [
      "IN without a list",
      ["mapper_invalid spec.streams[0].mappers[0].mapperConfiguration.conditions.comparisonValue"],
      [
        "{ type: row-filtering, mapperConfiguration: { conditions: { type: IN, fieldName: email, comparisonValue: a } } }",
      ],
    ],
    [
      "NOT of two",
      ["mapper_invalid spec.streams[0].mappers[0].mapperConfiguration.conditions.conditions"],
      [
        "{ type: row-filtering, mapperConfiguration: { conditions: { type: NOT, conditions: [{ type: IS_NULL, fieldName: email }, { type: IS_NULL, fieldName: phone }] } } }",
      ],
    ],
    [
      "an expression that cannot be read",
      ["mapper_invalid spec.streams[0].mappers[0].mapperConfiguration.conditions.comparisonValue"],
      [
        "{ type: row-filtering, mapperConfiguration: { conditions: { type: MATCHES, fieldName: email, comparisonValue: '(' } } }",
      ],
    ],
  ])("%s", (_, expected, lines) => {
    expect(found(mappers(...lines))).toEqual(expected);
  });
  test("no message shows a literal key", () => {
    const text = mappers(
      "{ type: encryption, mapperConfiguration: { algorithm: AES, targetField: email, key: 00112233445566778899aabbccddeeff } }",
    );
    expect(JSON.stringify(check(text))).not.toContain("00112233");
  });
  test("what lands in clear and what protects little are warnings beside", () => {
    expect(
      check(good).warnings.map((warning) => `${warning.code} ${warning.field.join(".")}`),
    ).toEqual(["mapper.pii_in_clear email", "mapper.pii_in_clear phone"]);
    const weak = mappers(
      "{ type: hashing, mapperConfiguration: { targetField: email, method: MD5 } }",
      "{ type: field-filtering, mapperConfiguration: { targetField: phone } }",
    );
    expect(check(weak).warnings.map((warning) => warning.code)).toEqual(["mapper.weak_hash"]);
  });
});
