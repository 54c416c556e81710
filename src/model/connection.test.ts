// The Connection resource as JSON Schema, and its resolved form.
import { expect, test } from "vitest";
import { z } from "zod";
import { Connection, defaultPrefix, resolveConnection } from "./connection.ts";
import { Proposal } from "./proposal.ts";

const base = {
  apiVersion: "revos/v1",
  kind: "Connection",
  metadata: { name: "shop-eu" },
  spec: {
    name: "Shop",
    source: { id: "src_1" },
    streams: [
      {
        name: "orders",
        syncMode: "full_refresh_overwrite",
        cursorField: ["x"],
        primaryKey: [["id"]],
      },
    ],
  },
};

test("both resources have a JSON Schema that knows their keys", () => {
  const schema = z.toJSONSchema(Connection, { io: "input" });
  expect(JSON.stringify(schema)).toContain('"onSchemaChange"');
  expect(schema).toMatchObject({
    type: "object",
    additionalProperties: false,
    required: ["apiVersion", "kind", "metadata", "spec"],
  });
  expect(z.toJSONSchema(Proposal, { io: "input" })).toMatchObject({ type: "object" });
});

test("defaults are filled in, and fields that the mode does not use are gone", () => {
  const resolved = resolveConnection(Connection.parse(base));
  expect(resolved).toMatchObject({
    prefix: "shop_eu_",
    schedule: "manual",
    status: "active",
    destination: null,
    limits: { allowEmpty: false, maxQuarantine: null },
  });
  expect(resolved.streams[0]).toMatchObject({
    table: "shop_eu_orders",
    cursorField: [],
    primaryKey: [],
    lookbackMs: 0,
    history: false,
  });
  expect(defaultPrefix("postgres-prod-revenue")).toBe("postgres_prod_revenue_");
});

test("files that differ only in form resolve alike", () => {
  const one = {
    ...base,
    spec: { ...base.spec, limits: { memory: "512 MB" }, landing: { keep: "60m" } },
  };
  const two = {
    ...base,
    spec: { ...base.spec, landing: { keep: "1h" }, limits: { memory: 512_000_000 } },
  };
  expect(resolveConnection(Connection.parse(one))).toEqual(
    resolveConnection(Connection.parse(two)),
  );
});
