// One data contract per boundary, as ODCS 3.1 YAML: owner, freshness, versioning, checks, invalid records, and what a new
// version means for replay (001 §モード：契約, §重要なルール 1).
import type { Boundary } from "../../layout.ts";
import { toSlug } from "../../layout.ts";
import { duration } from "../../words.ts";
import { one, type Artefact, type KnownStream, type Writing } from "../artefact.ts";
import { compact, toYaml } from "../yaml-text.ts";
import { propertiesOf, streamsOf } from "./columns.ts";

export function contracts(w: Writing): Artefact[] {
  const byDataset = new Map<string, Boundary[]>();
  // A contract that is asked for by itself is the one between producer and consumer; a pipeline has one at each boundary.
  for (const boundary of w.layout.boundaries.filter((b) => !isAlone(w) || b.id.startsWith("out-")))
    for (const dataset of boundary.datasets)
      byDataset.set(dataset, [...(byDataset.get(dataset) ?? []), boundary]);
  return [...byDataset].map(([dataset, boundaries]) => ({
    path: `contracts/${dataset}.odcs.yaml`,
    kind: "contract",
    comment: "yaml",
    blocks: [one("contract", toYaml(contract(w, dataset, boundaries)))],
  }));
}

const isAlone = (w: Writing): boolean => w.outcome.case.decided.route === "contract";

function contract(
  w: Writing,
  dataset: string,
  boundaries: readonly Boundary[],
): Record<string, unknown> {
  const { decided, reading } = w.outcome.case;
  const [first] = boundaries;
  const from = first?.fromName[w.lang] ?? "";
  const to = boundaries.map((boundary) => boundary.toName[w.lang]).join(", ");
  const isOpen = decided.provisional || decided.asks.some((ask) => ask.blocking);
  return compact({
    apiVersion: "v3.1.0",
    kind: "DataContract",
    id: `${w.layout.name}.${dataset}`.replaceAll("_", "-"),
    name: dataset,
    version: isOpen ? "0.1.0" : "1.0.0",
    status: isOpen ? "draft" : "proposed",
    description: {
      purpose: isAlone(w)
        ? w.say(
            `What the consumers of ${dataset} may rely on.`,
            `${dataset} の利用者が前提にできる取り決め。`,
          )
        : w.say(
            `What ${from} hands to ${to} in the pipeline ${w.layout.name}.`,
            `パイプライン ${w.layout.name} で ${from} が ${to} に渡すデータの取り決め。`,
          ),
      ...(isOpen
        ? {
            limitations: w.say(
              `PROVISIONAL: open questions ${decided.asks.map((ask) => ask.code).join(", ")}.`,
              `暫定版 (PROVISIONAL): 未確認 ${decided.asks.map((ask) => ask.code).join(", ")}。`,
            ),
          }
        : {}),
    },
    team: {
      name: reading.owner ?? w.say("TO BE NAMED before the first run", "未定 (初回実行までに指名)"),
    },
    schema: schema(w, dataset, first),
    slaProperties: sla(w, boundaries),
    customProperties: custom(w, dataset, boundaries),
  });
}

function schema(
  w: Writing,
  dataset: string,
  boundary: Boundary | undefined,
): Record<string, unknown>[] {
  const isRaw = dataset.startsWith("raw_");
  const streams = boundary ? streamsOf(w, boundary, dataset) : [];
  const tables: (KnownStream | null)[] = streams.length > 0 ? [...streams] : [null];
  return tables.map((stream) =>
    compact({
      name: stream?.name ?? dataset,
      physicalName: stream
        ? isRaw
          ? [stream.namespace, stream.name].filter(Boolean).join(".")
          : stream.table
        : undefined,
      logicalType: "object",
      properties: propertiesOf(w, stream, isRaw, dataset),
      quality: quality(w, stream, dataset),
    }),
  );
}

function quality(
  w: Writing,
  stream: KnownStream | null,
  dataset: string,
): Record<string, unknown>[] {
  const checks: Record<string, unknown>[] = [];
  const isRaw = dataset.startsWith("raw_");
  const keys = stream?.key ?? [];
  if (keys.length > 0 && !isRaw)
    checks.push({
      id: "key-unique",
      type: "library",
      metric: "duplicateValues",
      arguments: { properties: keys },
      mustBe: 0,
      dimension: "uniqueness",
      severity: "error",
    });
  for (const key of keys)
    checks.push({
      id: `${toSlug(key)}-present`,
      type: "library",
      metric: "nullValues",
      arguments: { properties: [key] },
      mustBe: 0,
      dimension: "completeness",
      severity: "error",
    });
  // What the answer says of checks on this side, word for word; a contract without columns is held by them.
  const role = isRaw
    ? /^(?:Source|ソース)/
    : dataset.startsWith("clean_")
      ? /^(?:Transform|変換)/
      : /^(?:Sink|シンク)/;
  w.outcome.lines
    .filter((line) => line.key === "quality" && role.test(line[w.lang]))
    .forEach((line, i) => {
      checks.push({
        id: `said-${i + 1}`,
        type: "text",
        description: line[w.lang],
        customProperties: [{ property: "rule", value: line.rule }],
      });
    });
  return checks;
}

function sla(w: Writing, boundaries: readonly Boundary[]): Record<string, unknown>[] {
  const { decided, req } = w.outcome.case;
  const found: Record<string, unknown>[] = [];
  const end = req.sinks.find((system) =>
    boundaries.some((boundary) => boundary.to === system.title),
  );
  const own = end?.latencySeconds ?? end?.updateEverySeconds ?? null;
  const fresh = decided.freshness;
  const seconds = own ?? fresh?.slaSeconds ?? null;
  if (seconds !== null)
    found.push({
      id: "freshness",
      property: "latency",
      value: seconds,
      unit: "s",
      description:
        own === null
          ? fresh?.proposed?.includes("sla")
            ? w.say("proposed: the request gives no SLA", "提案値: 依頼に SLA の指定がないため")
            : w.say("freshness SLA of the request", "依頼の鮮度 SLA")
          : w.say(`what ${end?.title ?? ""} asks for`, `${end?.title ?? ""} の要件`),
    });
  if (fresh) {
    found.push({
      id: "update-interval",
      property: "frequency",
      value: fresh.updateIntervalSeconds,
      unit: "s",
      description: fresh.proposed?.includes("updateInterval")
        ? w.say(
            "proposed: 1.5 x it must come before the SLA",
            "提案値: 1.5 倍が SLA より前になる間隔",
          )
        : w.say("update interval of the request", "依頼の更新間隔"),
    });
  }
  if (boundaries.some((boundary) => boundary.datasets.some((one) => one.startsWith("raw_")))) {
    const days = rawDays(w);
    if (days !== null)
      found.push({
        id: "retention",
        property: "retention",
        value: days.value,
        unit: "d",
        description: days.from,
      });
  }
  if (decided.tier) {
    const percent = { "Tier 1": 99.9, "Tier 2": 99.5, "Tier 3": 99.0 }[decided.tier];
    found.push({
      id: "availability",
      property: "availability",
      value: percent,
      unit: "%",
      description: decided.tier,
    });
  }
  return found;
}

/** Days of raw data: as the request says, else as the answer proposes. */
export function rawDays(w: Writing): { readonly value: number; readonly from: string } | null {
  const said = w.outcome.case.req.retention;
  if (said)
    return {
      value: said.value / 86_400,
      from: w.say(`request: "${said.text}"`, `依頼: 「${said.text}」`),
    };
  for (const line of w.outcome.lines)
    if (line.key === "raw_retention") {
      const match = /(\d+) days/.exec(line.en);
      if (match)
        return {
          value: Number(match[1]),
          from: w.say(`proposed by ${line.rule}`, `${line.rule} による提案値`),
        };
    }
  return null;
}

function custom(
  w: Writing,
  dataset: string,
  boundaries: readonly Boundary[],
): Record<string, unknown>[] {
  const texts = (key: string) =>
    w.outcome.lines
      .filter((line) => line.key === key)
      .map((line) => line[w.lang])
      .join("\n");
  const window = w.outcome.case.decided.freshness?.updateIntervalSeconds;
  const properties: [string, unknown][] = [
    [
      "boundary",
      boundaries
        .map((boundary) => `${boundary.fromName[w.lang]} -> ${boundary.toName[w.lang]}`)
        .join("; "),
    ],
    ["lane", boundaries.some((boundary) => boundary.lane === "history") ? "history" : "live"],
    ["versioning", texts("schema_evolution")],
    [
      "breakingChanges",
      w.say(
        "removed, renamed or retyped column; changed key; changed meaning or unit; longer freshness",
        "列の削除・改名・型変更、キーの変更、意味や単位の変更、鮮度目標の緩和",
      ),
    ],
    [
      "nonBreakingChanges",
      w.say(
        "new nullable column; new check that only warns; shorter freshness",
        "NULL 可の列追加、警告のみのチェック追加、鮮度目標の強化",
      ),
    ],
    ["invalidRecords", texts("quarantine") || texts("dlq")],
    ["schemaDrift", texts("schema_drift")],
    [
      "onNewVersion",
      w.say(
        `A major version is served beside the old one; ${dataset} is rebuilt from raw landing into shadow tables and swapped when the counts agree${window ? `, window by window of ${duration(window).en}` : ""}. A minor version needs no replay.`,
        `メジャー版は旧版と並行提供します。${dataset} は生データ領域からシャドウテーブルに再構築し${window ? ` (${duration(window).ja}単位)` : ""}、件数の一致を確認してから入れ替えます。マイナー版ではリプレイは不要です。`,
      ),
    ],
  ];
  return properties
    .filter(([, value]) => value !== "")
    .map(([property, value]) => ({ property, value }));
}
