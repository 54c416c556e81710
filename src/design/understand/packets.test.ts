// Packets of partners in a requirement: what is taken from each, that decisions cite them, and which shapes are refused.
import { describe, expect, it } from "vitest";
import { answer, design } from "../answer.ts";
import { artefactsOf } from "../artefacts/artefacts.ts";

const base = {
  kind: "PipelineRequirement",
  sources: [{ system: "postgres", object: "customers" }],
  sinks: [{ system: "snowflake", object: "CUSTOMERS" }],
  updateEvery: "30 min",
};
const schema = {
  from: "Schema",
  version: 3,
  models: [
    {
      object: "customers",
      primaryKey: "customer_id",
      columns: [
        { name: "customer_id", type: "bigint", nullable: false },
        { name: "email", type: "text" },
        { name: "note", type: "text", nullable: true },
      ],
    },
  ],
};
const pulse = {
  from: "Pulse",
  metrics: [{ name: "active_customers", from: "fct_activity", grain: "day", freshness: "2 hours" }],
};
const sentinel = (handling: string, more: object = {}) => ({
  from: "Sentinel",
  version: "7",
  fields: [{ name: "email", handling, ...more }],
});
const ask = (...inputs: object[]) => answer({ requirement: { ...base, inputs } });

describe("a packet", () => {
  it("of Schema gives keys and columns, and is cited", () => {
    const one = ask(schema);
    expect(one.sections.key?.join()).toContain("customers: customer_id (Schema v3)");
    expect(one.sections.contract?.join()).toContain(
      "customers: 3 columns as Schema v3 hands them over",
    );
    expect(one.decisions.find((decision) => decision.rule === "INPUT-01")?.because).toBe(
      "Schema handed in customers",
    );
    // email is personal by its name, and nobody has decided on it yet.
    expect(one.questions.map((question) => question.code)).toContain("pii_or_sensitive");
  });

  it("of Schema fills the contract: types, key, nullability", () => {
    const requirement = { ...base, inputs: [schema, sentinel("hash")] };
    const text = artefactsOf(design({ requirement }), { requirement }, { lang: "en" })
      .filter((file) => file.path.startsWith("contracts/customers"))
      .flatMap((file) => file.blocks.map((block) => block.text))
      .join("\n");
    expect(text).toContain(
      "name: customer_id\n        logicalType: integer\n        primaryKey: true",
    );
    expect(text).toContain(
      "name: email\n        logicalType: string\n        classification: personal",
    );
  });

  it("of Pulse gives the freshness that the SLA must reach", () => {
    const one = ask(pulse);
    expect(one.freshness?.slaSeconds).toBe(7200);
    expect(one.sections.slo?.join()).toContain(
      "active_customers from fct_activity, one row per day: fresh within 2 h (Pulse)",
    );
  });

  it("of Sentinel settles its fields: applied, cited, not asked again", () => {
    const one = ask(schema, sentinel("hash", { approvedBy: "dpo" }));
    expect(one.questions.map((question) => question.code)).not.toContain("pii_or_sensitive");
    expect(one.sections.pii).toEqual([
      "email: hashed with a key, before it lands, as Sentinel v7 decided, approved by dpo.",
    ]);
    expect(one.findings.map((finding) => finding.rule)).not.toContain("Q05");
  });

  it("of Sentinel leaves other personal columns a question", () => {
    const requirement = {
      ...base,
      sources: [{ system: "postgres", object: "customers", columns: ["email", "phone"] }],
      inputs: [sentinel("drop")],
    };
    const one = answer({ requirement });
    const question = one.questions.find(({ code }) => code === "pii_or_sensitive");
    expect(question?.text).toMatch(/^phone: /);
    expect(one.sections.pii?.filter((text) => text.startsWith("email"))).toHaveLength(1);
  });

  it("that contradicts another is said", () => {
    const key = { ...sentinel("drop"), fields: [{ name: "customer_id", handling: "drop" }] };
    expect(ask(schema, key).sections.warning?.join()).toContain(
      "customer_id is the key of customers (Schema v3) and is left out by Sentinel v7",
    );
  });

  it.each([
    [{ from: "Finance" }, /inputs\.0\.from: packets are taken from Schema, Pulse or Sentinel/],
    [{ from: "Pulse", models: schema.models }, /inputs\.0\.models: only Schema hands in models/],
    [
      { from: "Sentinel", fields: [{ name: "a", handling: "clear" }] },
      /approvedBy: handling clear/,
    ],
    [
      { from: "Sentinel", fields: [{ name: "a", handling: "mask" }] },
      /inputs\.0\.fields\.0\.handling/,
    ],
    [{ from: "Schema", models: [] }, /inputs\.0\.models/],
    [{ from: "Schema", tables: [] }, /inputs\.0\.tables: no such key/],
    [{ ...pulse, metrics: [{ name: "m", freshness: "soon" }] }, /metrics\[0\]\.freshness: "soon"/],
  ])("%j is refused, by the place of what is wrong", (packet, message) => {
    expect(() => ask(packet)).toThrow(expect.objectContaining({ code: "config.value_invalid" }));
    expect(() => ask(packet)).toThrow(message);
  });
});
