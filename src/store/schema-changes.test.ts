// Schema changes over several runs: found again, decided, gone, come again; on both databases.
import { describe, expect, it } from "vitest";
import type { FoundChange } from "../model/schema-change.ts";
import { openStoreWorld, storeKinds } from "./testing/world.ts";

const change = (own: Partial<FoundChange> = {}): FoundChange => ({
  id: "sc_1",
  kind: "add",
  stream: "orders",
  namespace: "public",
  column: "note",
  before: null,
  after: "text",
  evidence: [],
  certain: true,
  policy: "ask",
  outcome: "kept",
  oldRows: "null",
  shape: { name: "note", type: { kind: "text" }, sourceType: "text", nullable: true },
  key: null,
  ...own,
});
const orders = { namespace: "public", stream: "orders" };
const run = (id: string, ...changes: FoundChange[]) => ({
  connection: "shop",
  run: id,
  changes,
  looked: [orders],
  lookedForNew: true,
  published: [orders],
});

describe.each(storeKinds)("schema changes in a %s store", (kind) => {
  it("keep the run that found them first, and do not double", async () => {
    await using world = await openStoreWorld(kind);
    const { schemaChanges } = world.store;
    await schemaChanges.record(run("run_1", change()));
    await schemaChanges.record(run("run_2", change()));
    const found = await schemaChanges.list({ connection: "shop" });
    expect(found).toMatchObject([
      { id: "sc_1", state: "open", runId: "run_1", lastRunId: "run_2", fill: "none" },
    ]);
    expect(found[0]?.found).toEqual(change());
  });

  it("keep a person's decision, and follow the policy where nobody decided", async () => {
    await using world = await openStoreWorld(kind);
    const { schemaChanges } = world.store;
    await schemaChanges.record(run("run_1", change(), change({ id: "sc_2", column: "x" })));
    await schemaChanges.decide("sc_1", "ignored", "mika");
    await schemaChanges.record(
      run(
        "run_2",
        change({ outcome: "ignored" }),
        change({ id: "sc_2", column: "x", outcome: "applied" }),
      ),
    );
    expect(await schemaChanges.find("sc_1")).toMatchObject({ state: "ignored", decidedBy: "mika" });
    expect(await schemaChanges.find("sc_2")).toMatchObject({
      state: "accepted",
      decidedBy: "policy",
    });
    // The policy says pause now: what it had decided is open again, what mika decided is not.
    await schemaChanges.record(
      run(
        "run_3",
        change({ outcome: "paused" }),
        change({ id: "sc_2", column: "x", outcome: "paused" }),
      ),
    );
    expect((await schemaChanges.list({ state: "open" })).map(({ id }) => id)).toEqual(["sc_2"]);
  });

  it("are not done while their stream is not published", async () => {
    await using world = await openStoreWorld(kind);
    const { schemaChanges } = world.store;
    await schemaChanges.record({ ...run("run_1", change({ outcome: "applied" })), published: [] });
    expect(await schemaChanges.find("sc_1")).toMatchObject({ state: "open", decidedBy: null });
  });

  it("are gone when a run that looked does not find them, and only then", async () => {
    await using world = await openStoreWorld(kind);
    const { schemaChanges } = world.store;
    const fresh = change({ id: "sc_new", kind: "newStream", stream: "fresh", column: null });
    await schemaChanges.record(run("run_1", change(), fresh));
    await schemaChanges.record({ ...run("run_2"), looked: [], lookedForNew: false });
    expect(await schemaChanges.list({ state: "open" })).toHaveLength(2);
    await schemaChanges.record(run("run_3"));
    expect(await schemaChanges.list({ state: "open" })).toEqual([]);
    await schemaChanges.record(run("run_4", change()));
    expect(await schemaChanges.find("sc_1")).toMatchObject({ state: "open", runId: "run_4" });
  });

  it("ask for a fill once, and are forgotten with their connection", async () => {
    await using world = await openStoreWorld(kind);
    const { schemaChanges } = world.store;
    await schemaChanges.record(run("run_1", change()));
    await schemaChanges.decide("sc_1", "accepted", "mika", { fill: true });
    expect(await schemaChanges.find("sc_1")).toMatchObject({ fill: "asked" });
    await schemaChanges.filled(["sc_1"]);
    expect(await schemaChanges.find("sc_1")).toMatchObject({ fill: "done" });
    await schemaChanges.forget("shop");
    expect(await schemaChanges.list()).toEqual([]);
  });
});
