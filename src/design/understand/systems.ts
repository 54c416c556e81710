// The systems a text names, with their roles. Names come from the lexicon and from words such as 出荷システム or `the fraud service`.
import type { Role, System, SystemKind } from "../reading.ts";
import type { TraceStep } from "../../model/answer.ts";
import { systemById, systemEntries, titleOf } from "../lexicon/systems.ts";
import { Matcher } from "./matcher.ts";
import { senseOf } from "./negation.ts";
import { clauseAt, hasJapanese, type Clause, type Text } from "./normalize.ts";
import { setAside } from "./asides.ts";
import { takeReaders } from "./readers.ts";
import { roleByWords } from "./roles.ts";
import { joinStores } from "./stores.ts";
import { findUnknown } from "./unknown.ts";
import { findWays } from "./ways.ts";

const matcher = new Matcher(
  systemEntries.flatMap((one) => one.names.map((name) => [one.id, name] as const)),
);

/** Named by what they are, not by product: they give way to a product named in the same role. */
const generic: ReadonlySet<string> = new Set([
  "oltp",
  "warehouse",
  "lake",
  "saas",
  "api",
  "files",
  "csv",
  "app",
  "crm",
  "erp",
  "dashboard",
  "ads",
  "iot",
  "rds",
  "clickstream",
  "parquet",
  "pos",
  "searchindex",
]);

const toolKinds: ReadonlySet<SystemKind> = new Set([
  "activation_tool",
  "capture_tool",
  "transform_tool",
  "engine",
  "orchestrator",
  "check_tool",
  "ingest_tool",
]);

export type Mention = {
  readonly id: string;
  title: string;
  readonly kind: SystemKind;
  at: number;
  end: number;
  /** Words of its own that tell it from another of its kind: `shop`, 分析用, a region. */
  readonly label: string | null;
  /** With whom it belongs to, as written: 運送会社の API. */
  readonly whose: string | null;
  role: Role | null;
  because: string;
};

export type FoundSystems = {
  readonly systems: System[];
  /** Named only to be ruled out. */
  readonly excluded: readonly string[];
  /** What reads from a sink beside it: a dashboard. */
  readonly readers: readonly string[];
};

export function findSystems(
  text: Text,
  clauses: readonly Clause[],
  isAsideAt: (at: number) => boolean,
  trace: TraceStep[],
): FoundSystems {
  const { flat } = text;
  const mentions: Mention[] = [];
  const denied = new Set<string>();
  const known = matcher.find(flat);
  for (const found of [...known, ...findUnknown(text, known)]) {
    const entry = systemById.get(found.id);
    // `dwh.daily_sales`, `raw.stripe`: a part of the name of a table.
    if (
      (generic.has(found.id) && /^\.[a-z_]/.test(flat.slice(found.end, found.end + 2))) ||
      /\w\.$/.test(flat.slice(Math.max(0, found.at - 2), found.at))
    )
      continue;
    const kind = entry?.kind ?? "app";
    if (senseOf(flat, clauses, found.at, found.end).negated) {
      trace.push({
        reads: `not ${found.id}`,
        from: found.text,
        because: "denied by the words around it",
      });
      denied.add(found.id);
      continue;
    }
    const isTool = toolKinds.has(kind) || isAsideAt(found.at);
    const { before, after } = sentenceAround(flat, clauses, found.at, found.end);
    const words = isTool
      ? { role: "tool" as const, because: "a tool or an aside" }
      : roleByWords(before, after, hasJapanese(before.slice(-20) + after.slice(0, 30)));
    // Two systems that are weighed against each other are neither source nor sink.
    const isWeighed =
      !words &&
      /better than|\bvs\.?\b|versus|compared (?:to|with)|should we (?:use|choose|pick)|which (?:is|one)|どちら|どっち|比較/.test(
        `${before} ${after}`,
      );
    // An unknown name counts only where the words give it a place.
    if (!entry && !words) continue;
    mentions.push({
      id: entry?.id ?? found.text,
      title: entry ? titleOf(entry, found.text) : text.shown.slice(found.at, found.end).trim(),
      kind,
      at: found.at,
      end: found.end,
      label: labelOf(text.shown, found.at, found.end),
      whose: whoseOf(text.shown, found.at, found.end),
      role: words?.role ?? (isWeighed ? "tool" : null),
      because: words?.because ?? (isWeighed ? weighed : ""),
    });
  }
  joinStores(flat, mentions);
  nameKinds(flat, mentions);
  onlyWhereAnother(mentions);
  weighPairs(flat, mentions);
  pairUp(flat, mentions);
  shareRoles(flat, mentions);
  const kept = dropFlowing(flat, dropGeneric(flat, mentions));
  bindLabels(flat, kept);
  giveDefaults(kept);
  setAside(flat, clauses, kept);
  findWays(flat, kept);
  const readers = takeReaders(flat, text.shown, kept);
  const systems: System[] = [];
  const labels = new Map<System, Mention>();
  for (const one of kept.toSorted((a, b) => a.at - b.at)) {
    const role = one.role ?? "tool";
    trace.push({
      reads: `${one.id} is ${role}`,
      from: flat.slice(Math.max(0, one.at - 12), one.end + 8).trim(),
      because: one.because || `usual for a ${one.kind}`,
    });
    const twin = systems.find(
      (other) =>
        other.id === one.id &&
        (other.role === role || one.because === "") &&
        !areTwo(labels.get(other), one, role),
    );
    if (twin) continue;
    const system: System = {
      id: one.id,
      title: one.title,
      kind: one.kind,
      role,
      roleFrom: one.because === "" ? "kind" : "words",
      version:
        /^\s*(\d{1,4}(?:\.\d+)*)(?![\d,.]*\s*(?:gb|tb|mb|件|%|rows|秒|分|s\b))/.exec(
          flat.slice(one.end, one.end + 12),
        )?.[1] ?? null,
      region: null,
      objects: [],
      columns: [],
      latencySeconds: null,
      updateEverySeconds: null,
      at: one.at,
    };
    labels.set(system, one);
    systems.push(system);
  }
  const excluded = [...denied].filter((id) => !systems.some((one) => one.id === id));
  return {
    systems: systems.map((one) => titled(one, labels.get(one), systems)),
    excluded,
    readers,
  };
}

/** Two of one kind in one role, told apart by words of their own: `the EU MySQL and the US MySQL`. */
const areTwo = (other: Mention | undefined, one: Mention, role: Role): boolean =>
  role !== "tool" &&
  one.because !== "" &&
  other !== undefined &&
  other.label !== null &&
  one.label !== null &&
  other.label !== one.label;

/** `Postgres (shop)` where another Postgres is in it. */
function titled(one: System, mention: Mention | undefined, all: readonly System[]): System {
  const isOneOfTwo = all.some((other) => other !== one && other.id === one.id);
  const label = mention?.label;
  // 運送会社の API, `the carrier's API`: whose it is makes it a system one can connect to.
  const whose = mention?.whose;
  if (whose && one.id === "api") return { ...one, title: whose };
  return isOneOfTwo && label ? { ...one, title: `${one.title} (${label})` } : one;
}

const labelBefore =
  /(?:^|[\s(])(?:(?:the|our|a|an|their|from|to|into|and|one|another)\s+)+((?:(?!(?:the|our|a|an|their|from|to|into|and|one|new|old|same|other|another|second)\s)[a-z][a-z0-9-]*\s+){1,2})$/i;
const labelBeforeJa =
  /(?:(?<![\p{Script=Han}\p{Script=Katakana}ー])([\p{Script=Han}\p{Script=Katakana}ー]{1,8}?))(?:用|側|系)?の?\s*$|(?<![A-Za-z0-9])([A-Z][A-Za-z0-9]{0,11})\s*(?:用|側|系)?の\s*$/u;
const labelAfter =
  /^\s*(?:(?:cluster|instance|database|db|account)\s+)?(?:in|\(|の|@)?\s*((?:us|eu|ap|sa|ca|asia|europe)-[a-z]+-?\d|(?:tokyo|osaka|frankfurt|ireland|london|paris|singapore|sydney|mumbai|seoul|virginia|oregon|ohio|berlin)(?![a-z]))/i;

function whoseOf(shown: string, at: number, end: number): string | null {
  const before = shown.slice(Math.max(0, at - 32), at);
  const own =
    /([\p{Script=Han}\p{Script=Katakana}ー]{2,10})の?\s*$/u.exec(before)?.[0] ??
    /(?:\b(?:the|our|a)\s+)((?:[a-z-]+\s){0,1}[a-z-]+(?:'s|s'))\s+$/i.exec(before)?.[1];
  return own ? `${own.trim()} ${shown.slice(at, end)}` : null;
}

/** In the reader's own letters: EC の MySQL is labelled `EC`. */
function labelOf(shown: string, at: number, end: number): string | null {
  const before = shown.slice(Math.max(0, at - 40), at);
  const found = labelBefore.exec(before) ?? labelBeforeJa.exec(before);
  const own = (found?.[1] ?? found?.[2])?.trim();
  return own && own !== "" ? own : (labelAfter.exec(shown.slice(end, end + 32))?.[1] ?? null);
}

/** `DWH は Snowflake`, `warehouse: BigQuery`: the kind is said first, and the product is the sink or source that such a thing is. */
function nameKinds(flat: string, mentions: readonly Mention[]): void {
  for (const [i, one] of mentions.entries()) {
    const next = mentions[i + 1];
    if (!next || !generic.has(one.id) || generic.has(next.id)) continue;
    if (!/^\s*(?:は|が|:|is|=|としては?)\s*$/.test(flat.slice(one.end, next.at))) continue;
    const role = one.role ?? (usualSinks.has(one.kind) ? "sink" : null);
    if (role) Object.assign(next, { role, because: `named as ${one.title}` });
  }
}

/** センサーデータを Kinesis から, `clickstream events from Kafka`: what flows, and what holds it. Only the second is a source. */
function dropFlowing(flat: string, mentions: readonly Mention[]): Mention[] {
  const flows = (one: Mention) =>
    one.kind === "app" &&
    one.role !== "sink" &&
    /^\s*(?:の)?(?:データ|ログ|イベント|data|events?|logs?|readings?|を)/.test(
      flat.slice(one.end, one.end + 12),
    );
  const holds = (one: Mention) =>
    one.role === "source" && ["broker", "database", "files", "lake"].includes(one.kind);
  const hasHolder = mentions.some(holds);
  return mentions.filter(
    (one) =>
      !(
        hasHolder &&
        ((generic.has(one.id) && flows(one) && !/^from$/.test(one.because)) ||
          // 基幹システムの Oracle: one system, said in two words.
          (!systemById.has(one.id) &&
            mentions.some(
              (other) =>
                other !== one &&
                /^\s*(?:の|である|\(|,? an?\s)?\s*$/.test(flat.slice(one.end, other.at)) &&
                other.at >= one.end,
            )))
      ),
  );
}

function sentenceAround(
  flat: string,
  clauses: readonly Clause[],
  at: number,
  end: number,
): { before: string; after: string } {
  const sentence = clauseAt(clauses, at).sentence;
  const mates = clauses.filter((one) => one.sentence === sentence);
  return {
    before: flat.slice(Math.max(mates[0]?.at ?? 0, at - 160), at),
    after: flat.slice(end, Math.min(mates.at(-1)?.end ?? flat.length, end + 160)),
  };
}

const weighed = "weighed against another";

/** `CDC vs batch for orders in Postgres`: a system is weighed only where another of its kind is. */
function onlyWhereAnother(mentions: readonly Mention[]): void {
  const candidates = mentions.filter((one) => one.because === weighed);
  for (const one of candidates)
    if (!candidates.some((other) => other.id !== one.id && other.kind === one.kind))
      Object.assign(one, { role: null, because: "" });
}

/** `Kafka or Kinesis?`, Kafka か Kinesis か: two of a kind without a place in the sentence are a choice, not a way. */
function weighPairs(flat: string, mentions: readonly Mention[]): void {
  const choice = /^\s*(?:,?\s*or|vs\.?|versus|か、?|か、?それとも|それとも|または|対)\s*$/;
  for (let i = 1; i < mentions.length; i += 1) {
    const [one, next] = [mentions[i - 1], mentions[i]];
    if (!one || !next || one.role || next.role || one.id === next.id || one.kind !== next.kind)
      continue;
    if (choice.test(flat.slice(one.end, next.at)))
      for (const each of [one, next]) Object.assign(each, { role: "tool", because: weighed });
  }
}

/** `Postgres to Redshift`, `Kafka clicks into ClickHouse`: who stands right before `to` the sink gives. */
function pairUp(flat: string, mentions: readonly Mention[]): void {
  const toward =
    /^\s*(?:v?\d+(?:\.\d+)*\s+)?(?:(?!to\b)[a-z][a-z0-9_-]*\s+){0,3}(?:to|into)\s+(?:(?:the|our|a|an)\s+)?(?:[a-z]+\s+)?$/;
  for (const [i, one] of mentions.entries()) {
    const next = mentions[i + 1];
    if (!next || one.role || next.role !== "sink") continue;
    if (toward.test(flat.slice(one.end, next.at)))
      Object.assign(one, { role: "source", because: `before to ${next.id}` });
  }
}

/** `warehouse and feature store`, 商談と取引先: a list shares the role of its first or last member. */
function shareRoles(flat: string, mentions: Mention[]): void {
  const joined =
    /^[\s"'`)]*(?:v?\d+(?:\.\d+)*\s*)?(?:(?:in\s+|\()[a-z]+-[a-z]+-\d[a-z]?\)?\s*)?(?:,|、|・|と|や|および|及び|and|or|&|\+|\/|and the|and our|and to|and into|and a|, and|and also|and from)\s*(?:the |our |a |an |one )?(?:[a-z]+\s)?$/;
  for (let i = 1; i < mentions.length; i += 1) {
    const [one, next] = [mentions[i - 1], mentions[i]];
    if (!one || !next || next.role || !one.role || one.role === "tool") continue;
    if (joined.test(flat.slice(one.end, next.at)))
      Object.assign(next, { role: one.role, because: `in a list with ${one.id}` });
  }
  for (let i = mentions.length - 2; i >= 0; i -= 1) {
    const [one, next] = [mentions[i], mentions[i + 1]];
    if (!one || !next || one.role || !next.role || next.role === "tool") continue;
    if (joined.test(flat.slice(one.end, next.at)))
      Object.assign(one, { role: next.role, because: `in a list with ${next.id}` });
  }
}

/** `our OLTP Postgres`, `the Snowflake warehouse`: one system named twice. */
function dropGeneric(flat: string, mentions: readonly Mention[]): Mention[] {
  return mentions.filter((one) => {
    if (!generic.has(one.id)) return true;
    // POS の API: how it is reached, and no system beside it.
    const holder = mentions.find(
      (other) =>
        other !== one &&
        other.end <= one.at &&
        /^(?:の|'s)?\s*$/.test(flat.slice(other.end, one.at).trim()) &&
        one.at - other.end <= 4,
    );
    if (one.id === "api" && holder) {
      if (!holder.role && one.role) Object.assign(holder, { role: one.role, because: one.because });
      return false;
    }
    // DWH の値が合わない。BigQuery → …: in another sentence the general word speaks of the warehouse that is named.
    if (
      one.id === "warehouse" &&
      mentions.some(
        (other) =>
          other.kind === one.kind &&
          !generic.has(other.id) &&
          /[。.!?\n]/.test(flat.slice(Math.min(one.end, other.end), Math.max(one.at, other.at))) &&
          !/(?:new|old|新|旧|現行)\s*$/.test(flat.slice(Math.max(0, one.at - 6), one.at)),
      )
    )
      return false;
    return !mentions.some((other) => {
      if (other === one || generic.has(other.id) || toolKinds.has(other.kind)) return false;
      const between =
        other.at > one.at ? flat.slice(one.end, other.at) : flat.slice(other.end, one.at);
      const isNear = between.length <= 3 && !/[、,と&]|and/.test(between);
      if (isNear) {
        // The specific name takes over what the words said of the other.
        if (!other.role && one.role) Object.assign(other, { role: one.role, because: one.because });
        return true;
      }
      const sameKind = other.kind === one.kind;
      return one.role === null
        ? sameKind || (other.role === "source" && !usualSinks.has(one.kind))
        : sameKind && other.role === one.role;
    });
  });
}

/** 工場側に書き込む: of two of a kind the one with that label is written, and the other is read. SFTP で取引先へ渡す: the way out. */
function bindLabels(flat: string, mentions: readonly Mention[]): void {
  for (const one of mentions) {
    const label = one.label?.toLowerCase();
    const twins = mentions.filter(
      (other) => other !== one && other.id === one.id && other.label !== one.label,
    );
    const at = label && twins.length > 0 ? flat.indexOf(`${label}側`, one.end) : -1;
    if (
      at >= 0 &&
      /^.{1,10}側\s*(?:に|へ)[^。、]{0,4}(?:書|反映|入れ|送|流|更新|同期|適用)/u.test(
        flat.slice(at, at + 24),
      )
    ) {
      Object.assign(one, { role: "sink", because: "…側に書く" });
      for (const twin of twins) Object.assign(twin, { role: "source", because: "read beside it" });
    }
    if (
      one.kind === "files" &&
      one.role === null &&
      !mentions.some((other) => other.role === "sink") &&
      /^\s*で[^。、]{1,12}(?:へ|に)(?:渡|送|納|届|提出|引き渡)/u.test(
        flat.slice(one.end, one.end + 30),
      )
    )
      Object.assign(one, { role: "sink", because: "で…へ渡す" });
  }
}

const usualSinks: ReadonlySet<SystemKind> = new Set([
  "warehouse",
  "lake",
  "online_store",
  "search",
  "dashboard",
]);

function giveDefaults(mentions: readonly Mention[]): void {
  const hasRole = (role: Role) => mentions.some((one) => one.role === role);
  for (const one of mentions) {
    if (one.role) continue;
    if (usualSinks.has(one.kind)) {
      if (one.kind === "warehouse" && hasRole("sink") && !hasRole("source")) one.role = "source";
      else one.role = "sink";
    } else if (!hasRole("source")) one.role = "source";
    else if (!hasRole("sink") && one.kind !== "files") one.role = "sink";
    else one.role = "tool";
  }
}
