// Connections and contracts under review: each setting that leaves something open is found at its line, and a sound file has none.
import { describe, expect, it } from "vitest";
import { Answer } from "../model/answer.ts";
import { kindOf, reviewFile, toReviewAnswer } from "./review.ts";
import { runsPerDay } from "./schedule.ts";

/** Lines are not parsed here: each path's place is its number of parts. */
const file = (value: unknown) => ({
  path: "x.yaml",
  value,
  lineOf: (path: string) => path.split(/[.[]/).length,
});
const ids = (value: unknown) => (reviewFile(file(value), "en") ?? []).map((one) => one.rule).sort();

const sound = {
  kind: "Connection",
  spec: {
    owner: "sales-data",
    schedule: { units: 1, timeUnit: "days" },
    status: "active",
    landing: { keep: "30d" },
    streams: [
      {
        name: "orders",
        contract: "orders",
        syncMode: "incremental_deduped_history",
        cursorField: ["updated_at"],
        primaryKey: [["id"]],
        lookback: "1h",
      },
      { name: "rates", contract: "rates", syncMode: "full_refresh_overwrite" },
    ],
  },
};
const spec = (change: object) => ({ kind: "Connection", spec: { ...sound.spec, ...change } });
const stream = (change: object) => spec({ streams: [{ ...sound.spec.streams[0], ...change }] });

describe("a connection", () => {
  it("that is sound has no finding", () => {
    expect(ids(sound)).toEqual([]);
  });

  it.each([
    ["Q02", stream({ contract: undefined })],
    ["Q03", stream({ onSchemaChange: "ignore" })],
    ["Q03", { ...spec({ onSchemaChange: "ignore", streams: [sound.spec.streams[1]] }) }],
    ["Q04", spec({ limits: { maxQuarantine: "100%" } })],
    ["Q06", stream({ lookback: undefined })],
    ["Q07", stream({ syncMode: "incremental_append" })],
    ["R05", spec({ landing: { keep: "0d" } })],
    ["R09", spec({ schedule: "manual" })],
    ["R09", spec({ schedule: undefined })],
    ["R09", spec({ status: "inactive" })],
    ["R10", spec({ limits: { allowEmpty: true } })],
    ["C02", spec({ schedule: { units: 2, timeUnit: "hours" } })],
    ["C02", spec({ schedule: { cron: "*/30 9-17 * * *" } })],
    ["C03", spec({ landing: {} })],
    ["O02", spec({ owner: "" })],
  ])("shows %s alone where one thing is open", (id, value) => {
    expect(ids(value)).toEqual([id]);
  });

  it("is not blamed for what is right: an append by arrival, a late rule, a limit below all", () => {
    expect(ids(stream({ syncMode: "incremental_append", cursorField: ["id"] }))).toEqual([]);
    expect(ids(stream({ lookback: undefined, lateAfter: "2h" }))).toEqual([]);
    expect(ids(spec({ limits: { maxQuarantine: "10%" } }))).toEqual([]);
    expect(ids(spec({ landing: { maxBytes: "10GB" } }))).toEqual([]);
  });

  it("tells many streams in one finding, at the line of the first", () => {
    const streams = ["a", "b", "c", "d", "e"].map((name) => ({
      ...sound.spec.streams[1],
      name,
      contract: undefined,
    }));
    const found = reviewFile(file(spec({ streams })), "en") ?? [];
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ rule: "Q02", file: "x.yaml", severity: "warning", line: 4 });
    expect(found[0]?.message).toContain("(a, b, c and 2 more: no contract)");
  });
});

const contract = {
  kind: "DataContract",
  version: "1.0.0",
  team: { name: "sales-data" },
  schema: [
    {
      name: "orders",
      properties: [{ name: "id", primaryKey: true }, { name: "amount" }],
      quality: [{ type: "text" }],
    },
  ],
  slaProperties: [{ property: "latency", value: 3600, unit: "s" }],
  customProperties: [{ property: "invalidRecords", value: "held in quarantine" }],
};

describe("a contract", () => {
  it("that is sound has no finding", () => {
    expect(ids(contract)).toEqual([]);
  });

  it.each([
    ["O02", { ...contract, team: { name: "TO BE NAMED before the first run" } }],
    ["O02", { ...contract, team: { name: "未定 (初回実行までに指名)" } }],
    ["O02", { ...contract, team: undefined }],
    ["O05", { ...contract, slaProperties: [] }],
    ["Q03", { ...contract, version: "" }],
    ["Q03", { ...contract, customProperties: [] }],
    ["Q04", { ...contract, schema: [{ ...contract.schema[0], quality: [] }] }],
    ["Q08", { ...contract, schema: [{ ...contract.schema[0], properties: [{ name: "a" }] }] }],
    ["Q09", { ...contract, schema: [{ ...contract.schema[0], properties: [] }] }],
  ])("shows %s alone where one thing is open", (id, value) => {
    expect(ids(value)).toEqual([id]);
  });
});

it.each([
  [{ units: 2, timeUnit: "hours" }, 12],
  [{ units: 1, timeUnit: "weeks" }, 1 / 7],
  [{ cron: "0 3 * * *" }, 1],
  [{ cron: "0 */6 * * *" }, 4],
  [{ cron: "0,30 9-17 * * 1-5" }, 18],
  [{ cron: "nonsense" }, null],
  ["manual", null],
])("the schedule %j starts %s runs a day", (schedule, runs) => {
  expect(runsPerDay(schedule)).toBe(runs);
});

describe("the answer of a review", () => {
  it("is valid, has four groups, worst first, and says what it could not judge", () => {
    const found = reviewFile(file(spec({ limits: { allowEmpty: true }, owner: "" })), "ja") ?? [];
    const answer = toReviewAnswer(
      found,
      1,
      [{ file: "y.yaml", why: { en: "kind X", ja: "kind X は対象外" } }],
      "ja",
    );
    expect(() => Answer.parse(answer)).not.toThrow();
    expect(answer.findings.map((one) => one.severity)).toEqual(["critical", "warning"]);
    expect(answer.sections.findings).toHaveLength(4);
    expect(answer.text).toContain("# レビュー: 重大 1 件、警告 1 件");
    expect(answer.text).toContain("判定できず: y.yaml (kind X は対象外)");
  });

  it("reads only kinds it knows", () => {
    expect(kindOf({ kind: "Design" })).toBe("design");
    expect(kindOf("text")).toBe("other");
    expect(reviewFile(file({ kind: "Deployment" }), "en")).toBeNull();
  });
});
