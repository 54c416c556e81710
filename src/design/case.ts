// A case: the reading and the requirement of one request, and what has been decided so far. It is all a rule may look at.
import type { Freshness, ProcessingMode, Recipe, Refusal, Route, Tier } from "../model/answer.ts";
import type { SectionKey } from "../model/section-key.ts";
import type { Ask } from "./rule.ts";
import type { Reading, Signal, System, SystemKind } from "./reading.ts";
import type { Requirement } from "./requirement.ts";

export type Decided = {
  readonly route: Route;
  readonly redirectTo: readonly string[];
  readonly refusal: Refusal;
  readonly recipe: Recipe | null;
  readonly mode: ProcessingMode | null;
  readonly provisional: boolean;
  readonly asks: readonly Ask[];
  readonly tier: Tier | null;
  readonly freshness: Freshness | null;
  /** Ids of the rules that held so far. */
  readonly held: ReadonlySet<string>;
  /** Ids of the dated facts that the lines lean on, and the keys that have lines: known in the stages after `say` only. */
  readonly leansOn: readonly string[];
  readonly said: ReadonlySet<SectionKey>;
};

export class Case {
  readonly reading: Reading;
  readonly req: Requirement;
  readonly decided: Decided;
  /** The day by which the age of facts is judged. An input, never the clock. */
  readonly today: string;

  constructor(reading: Reading, req: Requirement, decided: Decided, today: string) {
    this.reading = reading;
    this.req = req;
    this.decided = decided;
    this.today = today;
  }

  with(change: Partial<Decided>): Case {
    return new Case(this.reading, this.req, { ...this.decided, ...change }, this.today);
  }

  /** Spoken of, affirmed and for now. Several ids: any of them. */
  has(...ids: readonly string[]): boolean {
    return this.find(...ids) !== null;
  }

  find(...ids: readonly string[]): Signal | null {
    return (
      this.reading.signals.find((one) => ids.includes(one.id) && !one.negated && !one.deferred) ??
      null
    );
  }

  /** Spoken of, and denied: `no personal data`, 不要. */
  denies(...ids: readonly string[]): boolean {
    return this.reading.signals.some((one) => ids.includes(one.id) && one.negated);
  }

  /** Put off to later or to somebody else. */
  defers(...ids: readonly string[]): boolean {
    return this.reading.signals.some((one) => ids.includes(one.id) && one.deferred);
  }

  source(...kinds: readonly SystemKind[]): System | null {
    return pick(this.req.sources, kinds);
  }

  sink(...kinds: readonly SystemKind[]): System | null {
    return pick(this.req.sinks, kinds);
  }

  tool(...ids: readonly string[]): System | null {
    return this.req.tools.find((one) => ids.includes(one.id)) ?? null;
  }

  /** Any system of that id, whatever its role. */
  system(...ids: readonly string[]): System | null {
    return this.reading.systems.find((one) => ids.includes(one.id)) ?? null;
  }

  /** Named only to be ruled out: `no Kafka`, dbt は使わない. */
  excludes(id: string): boolean {
    return this.reading.excluded.includes(id);
  }

  get isDesign(): boolean {
    return this.decided.route === "design" && this.decided.refusal !== "full";
  }

  held(id: string): boolean {
    return this.decided.held.has(id);
  }
}

function pick(systems: readonly System[], kinds: readonly SystemKind[]): System | null {
  return systems.find((one) => kinds.length === 0 || kinds.includes(one.kind)) ?? null;
}
