// The table of a stream's life, cell by cell, and the verdict over a run.
import { describe, expect, it } from "vitest";
import {
  isFinal,
  judgeRun,
  nextState,
  streamEvents,
  streamStates,
  type StreamEvent,
  type StreamState,
} from "./run-state.ts";

// Written out once more by hand, in words a reader can check: state, event, state that follows ("-": cannot happen).
const table = `
             start     read      pass        hold   publish    fault     error   stop
waiting      reading   -         -           -      -          -         failed  stopped
reading      -         checking  -           held   -          retrying  failed  stopped
checking     -         -         publishing  held   -          retrying  failed  stopped
publishing   -         -         -           -      published  retrying  failed  stopped
retrying     reading   -         -           -      -          -         failed  stopped
published    -         -         -           -      -          -         -       -
held         -         -         -           -      -          -         -       -
failed       -         -         -           -      -          -         -       -
stopped      -         -         -           -      -          -         -       -
`;

const [head = [], ...rows] = table
  .trim()
  .split("\n")
  .map((line) => line.trim().split(/\s+/));

describe("the states of a stream", () => {
  it("names every state and event in the table", () => {
    expect(head).toEqual([...streamEvents]);
    expect(rows.map((row) => row[0])).toEqual([...streamStates]);
  });

  it.each(
    rows.flatMap(([state = "", ...cells]) =>
      cells.map((cell, index) => [state, head[index] ?? "", cell] as const),
    ),
  )("%s, then %s: %s", (state, event, after) => {
    expect(nextState(state as StreamState, event as StreamEvent) ?? "-").toBe(after);
  });

  it("has four final states", () => {
    expect(streamStates.filter(isFinal)).toEqual(["published", "held", "failed", "stopped"]);
  });
});

describe("the verdict over a run", () => {
  const judge = (...states: readonly (readonly [StreamState, number])[]) =>
    judgeRun(states.map(([state, exit]) => ({ state, exit })));

  it("is 0 when all streams published, also when there are none", () => {
    expect(judge(["published", 0], ["published", 0])).toEqual({ status: "ok", exit: 0 });
    expect(judge()).toEqual({ status: "ok", exit: 0 });
  });
  it("is 8 when some published", () => {
    expect(judge(["published", 0], ["held", 9])).toEqual({ status: "partial", exit: 8 });
    expect(judge(["failed", 4], ["published", 0])).toEqual({ status: "partial", exit: 8 });
  });
  it("is 9 when none published because of gates", () => {
    expect(judge(["held", 9], ["held", 9])).toEqual({ status: "held", exit: 9 });
  });
  it("is the first error's exit when none published and one failed", () => {
    expect(judge(["held", 9], ["failed", 11], ["failed", 4])).toEqual({
      status: "failed",
      exit: 11,
    });
  });
  it("is 130 after a stop, whatever was published", () => {
    expect(judge(["published", 0], ["stopped", 130])).toEqual({ status: "stopped", exit: 130 });
  });
});
