// What was understood of a request, before anything is decided: mentions with their place in the text. Plain data; rules and
// recipes read it through a `Case` and never look at the words themselves.
import type { Recipe, Route, Tier, TraceStep } from "../model/answer.ts";

export type Lang = "en" | "ja";
export type Bi = { readonly en: string; readonly ja: string };

/** What kind of thing a system is; rules speak of kinds, never of product names, unless the product itself matters. */
export type SystemKind =
  | "database"
  | "warehouse"
  | "lake"
  | "broker"
  | "files"
  | "saas"
  | "api"
  | "app"
  | "online_store"
  | "search"
  | "dashboard"
  | "activation_tool"
  | "capture_tool"
  | "transform_tool"
  | "engine"
  | "orchestrator"
  | "check_tool"
  | "ingest_tool"
  | "unknown";

/** `via`: where data rests on its way (`by way of Snowflake`, S3 に落として): neither where it comes from nor where it is read. */
export type Role = "source" | "sink" | "via" | "tool";

export type System = {
  /** Id in the lexicon (`postgres`), or the words as written for one it does not know. */
  readonly id: string;
  readonly title: string;
  readonly kind: SystemKind;
  readonly role: Role;
  /** Why the role was given: the words around it, or the kind. */
  readonly roleFrom: "words" | "yaml" | "kind";
  readonly version: string | null;
  readonly region: string | null;
  /** Tables, topics, files or objects in it. */
  readonly objects: readonly string[];
  readonly columns: readonly string[];
  /** What this end alone demands, seconds. */
  readonly latencySeconds: number | null;
  readonly updateEverySeconds: number | null;
  /** Place of its first mention; absent in a file. */
  readonly at?: number;
};

/** A number with its unit and what it is a number of. Durations in seconds, sizes in bytes, rates per second or per day. */
export type QuantityKind =
  | "latency"
  | "update_interval"
  | "freshness_sla"
  | "downtime_per_month"
  | "outage"
  | "dual_run"
  | "tolerance"
  | "availability"
  | "retention"
  | "history"
  | "range"
  | "elapsed"
  | "run_time"
  | "window"
  | "bytes_per_day"
  | "bytes_total"
  | "event_bytes"
  | "events_per_second"
  | "events_per_day"
  | "events_per_run"
  | "emit_interval"
  | "requests_per_minute"
  | "count"
  | "money"
  | "clock";

export type Quantity = {
  readonly kind: QuantityKind;
  readonly value: number;
  /** As written: `30 秒以内`. */
  readonly text: string;
  readonly at: number;
  /** What is counted, for `count` (`account`), or whom it belongs to. */
  readonly of: string | null;
  /** Less than the value, not the value itself: 1 分未満, `under a minute`. */
  readonly isBelow?: boolean;
  /** Of each of several things, not of all together. */
  readonly isEach?: boolean;
  /** The most that comes at once, not what flows all day. */
  readonly isPeak?: boolean;
  /** Said of the tool at hand or of a plan, not demanded (`we thought of a one-minute sync`). */
  readonly isAside: boolean;
};

/** A thing the words speak of (`wish.no_checks`, `topic.dbt`), with how it is spoken of. */
export type Signal = {
  readonly id: string;
  readonly text: string;
  readonly at: number;
  readonly negated: boolean;
  /** For later, or somebody else's (`later on`, 後で). */
  readonly deferred: boolean;
};

export type Column = {
  readonly name: string;
  /** Kind of personal data, or null. */
  readonly sensitive: string | null;
};

export type Reading = {
  readonly form: "empty" | "text" | "yaml";
  readonly lang: Lang;
  readonly text: string;
  /** The words after a mode or recipe token. */
  readonly rest: string;
  /** Further pipelines of a list of several, each to be asked for by itself. */
  readonly others: readonly string[];
  readonly name: string | null;
  readonly routeToken: Route | null;
  readonly recipeToken: Recipe | null;
  readonly systems: readonly System[];
  /** Ids of systems that are named only to be ruled out: `no Kafka`, dbt は使わない. */
  readonly excluded: readonly string[];
  readonly quantities: readonly Quantity[];
  readonly signals: readonly Signal[];
  readonly columns: readonly Column[];
  readonly objects: readonly string[];
  /** Objects said to have no primary key. */
  readonly keyless: readonly string[];
  readonly tier: Tier | null;
  /** Personal data: said to be there, said not to be, or not spoken of. */
  readonly personalData: "none" | "some" | "unsaid";
  readonly personalWords: readonly string[];
  /** What the request decides about personal fields. */
  readonly handled: readonly Handled[];
  readonly regions: readonly string[];
  readonly consumers: readonly Consumer[];
  /** Who makes the data, where an agreement names it. */
  readonly producer: string | null;
  readonly owner: string | null;
  readonly environment: string | null;
  readonly service: string | null;
  readonly answers: Readonly<Record<string, string>>;
  readonly packets: readonly Packet[];
  readonly notUnderstood: readonly string[];
  readonly trace: readonly TraceStep[];
};

export type Handled = {
  /** A column or the words for it; `*` for all that is personal. */
  readonly name: string;
  readonly handling: "hash" | "encrypt" | "mask" | "drop";
  readonly atSource: boolean;
};

export type Consumer = {
  readonly name: string;
  readonly use: string | null;
  readonly reads: string | null;
  readonly latencySeconds: number | null;
  readonly updateEverySeconds: number | null;
};

/** What another specialist handed in (Schema, Pulse, Sentinel); model/pipeline-requirement.ts says who hands in what. */
export type Packet = {
  readonly from: "Schema" | "Pulse" | "Sentinel";
  readonly version: string | null;
  readonly summary: string | null;
  readonly decisions: readonly string[];
  readonly models: readonly {
    readonly object: string;
    /** Empty: known to have none. Null: not said. */
    readonly primaryKey: readonly string[] | null;
    readonly columns: readonly PacketColumn[];
  }[];
  readonly metrics: readonly {
    readonly name: string;
    readonly from: string | null;
    readonly grain: string | null;
    readonly freshnessSeconds: number | null;
  }[];
  readonly fields: readonly PacketField[];
};
export type PacketColumn = {
  readonly name: string;
  readonly type: string | null;
  readonly nullable: boolean | null;
};
export type PacketField = {
  readonly name: string;
  readonly handling: "hash" | "encrypt" | "drop" | "clear";
  readonly approvedBy: string | null;
};
