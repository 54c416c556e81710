// What a goal says to do with a column, against what it only speaks of; streams that join two others; names of connections.
import { expect, test } from "vitest";
import { kept, proposal, streams } from "../testing/discovery.ts";
import { toSingular } from "../text/names.ts";

const people = streams(
  "hr",
  "employees: *employee_id salary notes rate email department_id 備考 updated_at\ndepartments: *id updated_at",
);
const dropped = (goal: string) =>
  proposal({ goal, discovery: people, connector: "postgres" }).mappers.map(
    ({ field, mapper }) => `${field.join(".")} ${mapper.type}`,
  );

test.each([
  ["headcount per department; drop salary", ["salary"]],
  ["headcount per department, drop salary and notes", ["salary", "notes"]],
  ["headcount per department. Please never load salaries.", ["salary"]],
  ["headcount per department (exclude the notes)", ["notes"]],
  ["部署別の従業員数（備考は取り込まないで）", ["備考"]],
  ["部署別の従業員数。備考は除外してください", ["備考"]],
  ["部署別の従業員数、備考と notes は不要です", ["備考", "notes"]],
])("%s: the column is left out", (goal, columns) => {
  expect(dropped(goal).sort()).toEqual(columns.map((name) => `${name} field-filtering`).sort());
});

test.each([
  "headcount per department, drop rate and attrition",
  "headcount and salary drop per department",
  "headcount per department, never load emails in clear",
  "employees without notes per department",
  "備考を除外した従業員の部署別の数",
  "部署別の従業員数。email は平文では取り込まないで",
])("%s: no instruction to leave a column out", (goal) => {
  expect(dropped(goal)).toEqual([]);
});

test("a column of a stream that nothing else asks for brings the stream in, for a new name too", () => {
  const document = proposal({
    goal: "stock turnover per warehouse; rename cust_nm to customer_name",
    discovery: streams(
      "wms",
      "inventory: *id warehouse_id updated_at\nwarehouses: *id\nguest_book: *id cust_nm updated_at\ninvoices: *id",
    ),
    connector: "postgres",
  });
  expect(kept(document)).toContain("guest_book");
  expect(document.mappers.map(({ mapper }) => mapper.type)).toEqual(["field-renaming"]);
});

test("a stream that joins two kept ones comes along; one that joins nothing does not", () => {
  const document = proposal({
    goal: "claims per policyholder",
    discovery: streams(
      "ins",
      `claims: *id asset_id updated_at
      policyholders: *id updated_at
      assets: *id policyholder_id updated_at
      expenses: *id asset_id updated_at`,
    ),
    connector: "postgres",
  });
  expect(kept(document)).toEqual(["claims", "policyholders", "assets"]);
  expect(document.selected.at(-1)?.reason).toBe(
    "joins claims to policyholders (foreign keys asset_id, policyholder_id)",
  );
});

test("no stream is called a bridge where the two are tied already", () => {
  const document = proposal({
    goal: "claims per policyholder",
    discovery: streams(
      "ins",
      `claims: *id asset_id policyholder_id updated_at
      policyholders: *id updated_at
      assets: *id policyholder_id updated_at`,
    ),
    connector: "postgres",
  });
  expect(kept(document)).toEqual(["claims", "policyholders"]);
});

test("a connection is named after what it holds, not after a word with another meaning", () => {
  const named = (goal: string, text: string) =>
    proposal({ goal, discovery: streams("app", text), connector: "mongodb", name: "Mongo arena" })
      .name;
  expect(named("Win rate per hero in ranked matches", "matches: *id\nheroes: *id")).toBe(
    "mongo-arena-matches",
  );
  expect(named("Win rate per owner", "deals: *id\nowners: *id")).toBe("mongo-arena-pipeline");
});

test.each([
  ["heroes", "hero"],
  ["potatoes", "potato"],
  ["cargoes", "cargo"],
  ["shoes", "shoe"],
  ["horseshoes", "horseshoe"],
  ["toes", "toe"],
  ["canoes", "canoe"],
  ["videos", "video"],
  ["photos", "photo"],
])("%s is more than one %s", (plural, singular) => {
  expect(toSingular(plural)).toBe(singular);
});
