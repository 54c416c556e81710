// What a recorded yes covers under `confirmations: strict`, and what plan and consent make of a file without one.
import { describe, expect, it } from "vitest";
import { Connection } from "../../model/connection.ts";
import { findUnconfirmed } from "./confirmed.ts";
import { planApply } from "./plan.ts";

const connection = (mode = "incremental_append"): Connection =>
  Connection.parse({
    apiVersion: "revos/v1",
    kind: "Connection",
    metadata: { name: "shop-orders" },
    spec: {
      name: "Shop orders",
      source: { id: "src_1" },
      schedule: "manual",
      streams: [
        { name: "orders", namespace: "public", syncMode: mode, cursorField: ["placed_at"] },
        { name: "notes", syncMode: "full_refresh_overwrite" },
      ],
    },
  });

const orders = '["public","orders"]';
const notes = '[null,"notes"]';
const streams = { point: "streams" as const, actor: "mika", covers: { [orders]: "", [notes]: "" } };
const modes = {
  point: "modes" as const,
  actor: "mika",
  covers: {
    [orders]: '["incremental_append",["placed_at"],null]',
    [notes]: '["full_refresh_overwrite",null,null]',
  },
};

describe("confirmations: strict", () => {
  it("is content with a person's yes to the streams and modes that the file still has", () => {
    expect(findUnconfirmed(connection(), [streams, modes])).toBeNull();
  });

  it("names both points of a file that nobody confirmed", () => {
    expect(findUnconfirmed(connection(), [])).toEqual({
      connection: "shop-orders",
      points: ["streams", "modes"],
    });
  });

  it("opens the point of what changed since, and only that", () => {
    expect(findUnconfirmed(connection("full_refresh_overwrite"), [streams, modes])?.points).toEqual(
      ["modes"],
    );
    const fewer = { ...streams, covers: { [orders]: "" } };
    expect(findUnconfirmed(connection(), [fewer, modes])?.points).toEqual(["streams"]);
  });

  it("does not count a yes that an assistant reported", () => {
    const reported = [streams, modes].map((entry) => ({ ...entry, actor: "agent/some" }));
    expect(findUnconfirmed(connection(), reported)?.points).toEqual(["streams", "modes"]);
  });

  it("makes apply ask for the name, and marks the plan", () => {
    const file = {
      file: "connections/shop-orders.yaml",
      connection: connection(),
      findings: [],
      warnings: [],
    };
    const plan = (unconfirmed: { connection: string; points: ("streams" | "modes")[] }[]) =>
      planApply({
        files: [file],
        applied: [],
        sources: [],
        catalogs: {},
        isWhole: true,
        defaultDestination: "warehouse",
        unconfirmed,
      });
    expect(plan([])).toMatchObject({ consent: "yes", warnings: [] });
    const marked = plan([{ connection: "shop-orders", points: ["modes"] }]);
    expect(marked).toMatchObject({
      consent: "typed",
      confirm: "shop-orders",
      warnings: [{ code: "confirmation_missing", points: ["modes"] }],
    });
    expect(marked.warnings[0]?.message).toContain("confirmation point 2");
  });
});
