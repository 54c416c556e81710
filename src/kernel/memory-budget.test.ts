// The shares of a run's budget: together they are the budget, and where it is too low that is said.
import { describe, expect, it } from "vitest";
import { defaultBudgetMb, divideBudget, runHeap } from "./memory-budget.ts";

const mib = 1024 * 1024;
const usual = defaultBudgetMb * 1_000_000;

describe("the budget of a run", () => {
  it("holds all shares where nothing else is said", () => {
    const shares = divideBudget(usual);
    const all = shares.engineBytes + shares.heapBytes + shares.segmentBytes + shares.programBytes;
    expect(all).toBeLessThanOrEqual(usual);
    expect(shares.beyondBytes).toBe(0);
  });

  it("gives the columnar engine a good quarter, and enough to work at all", () => {
    expect(divideBudget(500 * mib).engineBytes).toBe(130 * mib);
    expect(divideBudget(64 * mib).engineBytes).toBe(96 * mib);
  });

  it("says how much too low it is", () => {
    const { beyondBytes, budgetBytes } = divideBudget(300 * mib);
    expect(beyondBytes).toBeGreaterThan(0);
    expect(divideBudget(budgetBytes + beyondBytes + 60 * mib).beyondBytes).toBe(0);
  });

  it("has a heap that is set before a budget is known", () => {
    expect(divideBudget(usual * 4).heapBytes).toBe((runHeap.oldMb + runHeap.youngMb) * mib);
  });
});
