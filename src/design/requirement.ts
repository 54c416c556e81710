// The requirement of a pipeline in numbers: what FRAME must put down (seed 000 ワークフロー), taken from a reading of words or of
// YAML. Null means not said; nothing is ever filled in here.
import type { Consumer, Quantity, System } from "./reading.ts";

export type Requirement = {
  readonly sources: readonly System[];
  readonly sinks: readonly System[];
  /** Where data rests between the ends: a landing, a broker. */
  readonly via: readonly System[];
  /** What fills the warehouse that is the source here: `Salesforce to Marketo by way of Snowflake`. */
  readonly upstream: readonly System[];
  readonly tools: readonly System[];
  /** The strictest latency demanded, seconds. */
  readonly latency: Quantity | null;
  /** Latency demanded of each end that has its own. */
  readonly updateInterval: Quantity | null;
  readonly freshnessSla: Quantity | null;
  readonly availabilityPercent: number | null;
  readonly downtimePerMonthSeconds: number | null;
  readonly bytesPerDay: {
    readonly value: number;
    readonly how: "said" | "rate" | "month" | "run";
  } | null;
  readonly bytesTotal: number | null;
  readonly eventsPerSecond: number | null;
  readonly eventBytes: number | null;
  /** Requests a source or sink allows a minute. */
  readonly requestsPerMinute: number | null;
  readonly history: Quantity | null;
  readonly retention: Quantity | null;
  /** How long a part may be down without a loss. */
  readonly outage: Quantity | null;
  /** How long old and new run side by side, and how far they may differ: a share in percent, or a count. */
  readonly dualRun: Quantity | null;
  readonly tolerance: Quantity | null;
  /** How long one run takes. */
  readonly runTime: Quantity | null;
  readonly range: Quantity | null;
  readonly counts: readonly Quantity[];
  readonly money: readonly Quantity[];
  readonly clock: string | null;
  /** The time of day by which data has to be there, in seconds. */
  readonly deadline: Quantity | null;
  readonly consumers: readonly Consumer[];
  readonly crossesRegions: boolean;
  /** Columns that are personal or sensitive, by name. */
  readonly sensitive: readonly { readonly name: string; readonly kind: string }[];
  /** Of the FRAME list, what the request does not say. */
  readonly missing: readonly Missing[];
};

export type Missing =
  | "source"
  | "sink"
  | "latency"
  | "volume"
  | "correctness"
  | "consumers"
  | "personal_data"
  | "replay"
  | "owner";
