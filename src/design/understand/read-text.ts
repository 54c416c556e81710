// Free text, English, Japanese or mixed, to a reading.
import type { Tier, TraceStep } from "../../model/answer.ts";
import type { Consumer, Reading, System } from "../reading.ts";
import { personalItems } from "./fields.ts";
import { sensitiveKind } from "../lexicon/sensitive.ts";
import { findNames } from "./names.ts";
import { findHandled } from "./handling.ts";
import { findParties, type Parties } from "./parties.ts";
import { readersIn } from "./readers.ts";
import { clauseAt, hasJapanese, readLimit, toClauses, toText } from "./normalize.ts";
import { readQuantities, sinceTurn } from "./quantities.ts";
import { findRegions } from "./regions.ts";
import { areSeveral, itemsOf, looseParts, withoutMark } from "./several.ts";
import { findSignals } from "./signals.ts";
import { endsOfStatement, statementIn } from "./sql.ts";
import { findSystems } from "./systems.ts";
import { readTokens } from "./token.ts";

const thought =
  /\b(?:we thought of|we were thinking|we considered|someone suggested|somebody suggested|the vendor says|our first idea|the first idea|at first we|we wanted to|we had planned|the old plan)\b/;
const thoughtJa = /考えていた|案として/;

/** `Design both.` says how many, and is no part of any of them. */
const withoutBoth = (text: string): string =>
  text
    .replace(
      /\s*(?:(?:please\s+)?(?:design|plan|do|build)\s+(?:both|all(?:\s+of\s+them)?|all\s+\w+)(?:\s+(?:of them|please))?[.!]?|(?:両方|どちらも|いずれも|全部|すべて)(?:とも)?(?:を)?(?:設計|お願い|作|まとめて)[^。]*。?)\s*$/iu,
      "",
    )
    .trim();

/** A list of several pipelines is read as its first, with the others named; anything else as one request. */
export function readText(raw: string): Reading {
  // Full-width marks and words open a list as well: １）, Ｓｅｃｏｎｄ，, ①.
  const plain = raw.slice(0, readLimit).replace(/[！-～]/g, (char) => char.normalize("NFKC"));
  const items = itemsOf(plain);
  if (items.length < 2) return readLoose(raw);
  const parts = items.map((item) => ({
    text: withoutMark(item),
    systems: readOne(withoutMark(item)).systems,
  }));
  const [first, ...others] = parts;
  if (!first || !areSeveral(parts)) return readLoose(raw);
  const before = plain.slice(0, plain.indexOf(items[0] ?? "")).trim();
  return {
    ...readOne(before === "" ? first.text : `${before} ${first.text}`),
    lang: hasJapanese(raw) ? "ja" : "en",
    others: others.map((one) => withoutBoth(toText(one.text).shown.trim())),
  };
}

/** Two pipelines in a sentence or two are read as the first, with the other named. */
function readLoose(raw: string): Reading {
  const whole = readOne(raw);
  const [first, ...others] = looseParts(whole.text, whole, readOne) ?? [];
  if (first === undefined) return whole;
  return {
    ...readOne(first),
    lang: whole.lang,
    others: others.map((one) => withoutBoth(toText(one).shown.trim())),
  };
}

/**
 * What a hub writes around a request is no part of it: `Role: Stream` asks for no stream, `Constraints:` names no table.
 */
function withoutHub(raw: string): string {
  if (!/_AGENT_CONTEXT|NEXUS_ROUTING/.test(raw)) return raw;
  return raw
    .replace(/^[ \t]*(?:_AGENT_CONTEXT:?|#+[ \t]*NEXUS_ROUTING)[ \t]*$/gm, "")
    .replace(
      /^[ \t]*-?[ \t]*(?:role|agent|from|to|step|chain|next|id|session|priority|mode|status|protocol|version)[ \t]*:.*$/gim,
      "",
    )
    .replace(/^([ \t]*-?[ \t]*)[A-Za-z][A-Za-z_ ]{1,24}:[ \t]*(?=\S|$)/gm, "$1");
}

function readOne(given: string): Reading {
  const raw = withoutHub(given);
  const text = toText(raw);
  const { flat } = text;
  const trace: TraceStep[] = text.slips.map(({ wrote, read }) => ({
    reads: read,
    from: wrote,
    because: "read as a slip of the keys",
  }));
  const clauses = toClauses(flat);
  const tokens = readTokens(text);
  const isAsideAt = (at: number): boolean => {
    const { sentence } = clauseAt(clauses, at);
    const mates = clauses.filter((one) => one.sentence === sentence);
    const [from, to] = [mates[0]?.at ?? 0, mates.at(-1)?.end ?? flat.length];
    return thought.test(sinceTurn(flat.slice(from, at))) || thoughtJa.test(flat.slice(at, to));
  };
  // What was thought of and let go speaks for no mode: `we thought of streaming this, but …`.
  const signals = findSignals(flat, clauses).map((one) =>
    /^word\.(?:stream|realtime|continuous)$|^capture\.cdc$/.test(one.id) && isAsideAt(one.at)
      ? { ...one, deferred: true }
      : one,
  );
  const names = findNames(text);
  const parties = findParties(text.shown);
  const found = findSystems(text, clauses, isAsideAt, trace);
  const consumers = withReaders(parties, [...readersIn(text.shown), ...found.readers]);
  // `for the capacity planners`: who reads is no thing that is moved.
  const objects = names.objects.filter(
    (one) => !consumers.some(({ name }) => name.toLowerCase() === one.toLowerCase()),
  );
  const placed = placeObjects(found.systems, objects, text.shown).filter(
    (one) =>
      !isOfParty(one, text.shown, [
        ...consumers.map(({ name }) => name),
        parties.owner,
        parties.producer,
      ]),
  );
  const statement = found.systems.some((one) => one.id === "dbt") ? null : statementIn(text.shown);
  const isMoved =
    placed.some((one) => one.role === "source") && placed.some((one) => one.role === "sink");
  const ended = statement && !isMoved ? endsOfStatement(statement, placed) : placed;
  // `organisation.tier and organisation.arr` to an application are fields of its object, not tables.
  const fields = fieldsOfObject(objects, ended);
  const systems = ended.map((one) => ({
    ...one,
    objects: one.objects.filter((object) => !fields.includes(object)),
  }));
  const { quantities, unplaced } = readQuantities(flat, clauses);
  for (const one of quantities)
    trace.push({
      reads: `${one.kind} = ${one.value}${one.isAside ? " (aside)" : ""}`,
      from: one.text,
      because: "the unit and the words around it",
    });
  for (const one of signals)
    trace.push({
      reads: `${one.negated ? "not " : ""}${one.id}${one.deferred ? " (later)" : ""}`,
      from: one.text,
      because: one.negated ? "denied by the words around it" : "said",
    });
  const personal = signals.filter((one) => one.id === "data.personal");
  const sensitive = names.columns.filter((one) => one.sensitive !== null);
  const items = personal.some((one) => one.negated) ? [] : personalItems(text.shown);
  const saysSome = personal.some((one) => !one.negated) || sensitive.length > 0 || items.length > 0;
  return {
    form: flat.trim() === "" ? "empty" : "text",
    lang: hasJapanese(text.shown) ? "ja" : "en",
    text: text.shown,
    rest: text.shown.slice(tokens.rest).trim(),
    name: null,
    others: [],
    routeToken: tokens.route,
    recipeToken: tokens.recipe,
    systems,
    excluded: found.excluded,
    quantities,
    signals,
    columns: [
      ...names.columns,
      ...fields.map((name) => ({ name, sensitive: sensitiveKind(name) })),
    ],
    objects:
      statement && !isMoved
        ? [...statement.from, statement.to]
        : objects.filter((one) => !fields.includes(one)),
    keyless: names.keyless,
    tier: tierIn(flat),
    personalData: saysSome ? "some" : personal.some((one) => one.negated) ? "none" : "unsaid",
    personalWords: personalWordsOf(
      personal.filter((one) => !one.negated).map((one) => one.text),
      items,
    ),
    handled: findHandled(text.shown, [
      ...personal.map(({ text: words, at }) => ({ text: words, at })),
      ...[...sensitive, ...items.map((name) => ({ name }))].flatMap(({ name }) => {
        const at = text.shown.indexOf(name);
        return at < 0 ? [] : [{ text: name, at }];
      }),
    ]),
    regions: findRegions(flat, text.shown),
    ...parties,
    consumers,
    environment:
      /(?:environment|env|環境)\s*(?:is|は|:)?\s*(prod|production|staging|dev)\b/.exec(flat)?.[1] ??
      null,
    service:
      /(?:service|サービス)\s*(?:is|は|:)\s*([a-z][\w-]*)/.exec(flat)?.[1] ??
      /(?:^|[,.;、。(]\s*)(?:the )?(?:service|サービス)\s+([a-z][\w-]*)(?=\s*(?:[,.;、。)]|$))/.exec(
        flat,
      )?.[1] ??
      null,
    answers: {},
    packets: [],
    notUnderstood: [
      ...unplaced,
      ...(raw.length > readLimit
        ? [`(${raw.length - readLimit} characters after the first ${readLimit})`]
        : []),
    ],
    trace,
  };
}

/** The words of a list with all its items, in order; 患者 alone says whose data it is, and is shown as such. */
function personalWordsOf(words: readonly string[], items: readonly string[]): string[] {
  const said = words.map((one) => (one === "患者" ? "患者の情報" : one));
  const isIn = (word: string) =>
    items.some((one) => one.toLowerCase().includes(word.toLowerCase()));
  return [...new Set([...items, ...said.filter((one) => !isIn(one))])];
}

/** 店舗アプリ that reads, the CRM team that owns: the name of a party, and no system. */
function isOfParty(one: System, shown: string, parties: readonly (string | null)[]): boolean {
  const at = one.at ?? -1;
  return (
    one.roleFrom === "kind" &&
    (one.kind === "app" || one.id === "crm" || one.id === "erp") &&
    parties.some((name) => {
      const start = name ? shown.indexOf(name) : -1;
      return start >= 0 && at >= start && at < start + (name?.length ?? 0);
    })
  );
}

const schemas =
  /^(?:gold|silver|bronze|raw|public|dbo|stg|staging|marts?|prod|dwh|analytics|core|reporting)\./i;

/** Dotted names of one prefix that go from a warehouse to an application. */
function fieldsOfObject(objects: readonly string[], systems: readonly System[]): string[] {
  const isActivated =
    systems.some((one) => one.role === "source" && one.kind === "warehouse") &&
    systems.some((one) => one.role === "sink" && one.kind === "saas");
  return isActivated
    ? objects.filter(
        (one) =>
          /^[a-z][\w]*\.[a-z_]\w*$/i.test(one) &&
          !schemas.test(one) &&
          !/^(?:fct|dim|mart)_/.test(one),
      )
    : [];
}

/** Those that are named as such come first; who only reads in passing, or a dashboard, is added to them. */
function withReaders(parties: Parties, readers: readonly string[]): readonly Consumer[] {
  const known = [...parties.consumers.map((one) => one.name), parties.producer, parties.owner];
  const isKnown = (name: string) =>
    known.some((one) => one !== null && (one.includes(name) || name.includes(one)));
  return [
    ...parties.consumers,
    ...[...new Set(readers)]
      .filter((name) => !isKnown(name))
      .map((name) => ({
        name,
        use: null,
        reads: null,
        latencySeconds: null,
        updateEverySeconds: null,
      })),
  ];
}

function tierIn(flat: string): Tier | null {
  const match = /(?:tier|ティア|ティアー)[\s-]*([123])(?!\d)/.exec(flat);
  return match ? (`Tier ${match[1]}` as Tier) : null;
}

/** What stands between a sink and its own object: `Zendesk organizations`, BigQuery の `sales`, `into Snowflake table SHIPMENTS`. */
const ownOfSink =
  /^[\s"'`(:]*(?:'s|の|内の|上の|側の)?[\s"'`(:]*(?:(?:tables?|topics?|objects?|collections?|datasets?|テーブル|トピック|オブジェクト)[\s"'`:]*)?$/i;

/** Objects go to the end whose name stands nearest in the text; to a sink only where they stand right after its name. */
function placeObjects(systems: System[], objects: readonly string[], shown: string): System[] {
  const ends = systems.filter((one) => one.role === "source" || one.role === "sink");
  if (ends.length === 0) return systems;
  const sources = ends.filter((one) => one.role === "source");
  const owner = (object: string): System | undefined => {
    const at = shown.indexOf(object);
    const far = (one: System) => Math.abs((one.at ?? Number.MAX_SAFE_INTEGER) - at);
    const nearest = (list: readonly System[]) => list.toSorted((a, b) => far(a) - far(b))[0];
    const next = nearest(ends);
    if (next?.role !== "sink" || sources.length === 0 || next.at === undefined) return next;
    const after = shown.slice(next.at, at).replace(/^[\w./-]+|^[\p{Script=Katakana}ー]+/u, "");
    return at > next.at && ownOfSink.test(after) ? next : nearest(sources);
  };
  return systems.map((one) => ({
    ...one,
    objects: objects.filter((object) => owner(object) === one),
  }));
}
