// The design document: FRAME, LAYOUT, OPTIMIZE, WIRE (000 §ワークフロー) with every cited line of the answer in its phase.
import { sectionKeys, type SectionKey } from "../../../model/section-key.ts";
import { duration } from "../../words.ts";
import { one, type Artefact, type Writing } from "../artefact.ts";
import { section, table, titled } from "../lines.ts";
import { diagram } from "./diagram.ts";
import { frameTable } from "./frame.ts";

const frame: readonly SectionKey[] = [
  "refusal",
  "source",
  "sink",
  "latency",
  "volume",
  "region",
  "pii",
  "assumption",
  "limit",
  "warning",
  "resolution",
  "question",
];
const layout: readonly SectionKey[] = [
  "mode",
  "reason",
  "alternative",
  "direction",
  "stages",
  "engine",
  "hybrid_paths",
  "layers",
  "naming",
  "dbt",
  "materialization",
  "fit",
  "isolation",
  "snapshot",
  "replica_identity",
  "slot",
  "publication",
  "plugin",
  "heartbeat",
  "mapping",
  "cadence",
  "rate_limit",
  "contract",
  "owner",
];
const wire: readonly SectionKey[] = [
  "replay",
  "backfill",
  "rollback",
  "validation",
  "coexistence",
  "current_state",
  "handoff",
  "partner",
  "steps",
  "runbook",
  "checked",
  "finding",
  "findings",
];
const known = new Set<SectionKey>([...frame, ...layout, ...wire]);
const optimize = sectionKeys.filter((key) => !known.has(key));

export function designDocument(w: Writing): Artefact {
  const { decided, reading } = w.outcome.case;
  const title = reading.name ?? w.layout.name;
  const shown = [decided.recipe, decided.mode, decided.tier].filter(Boolean).join(" / ");
  const head = [
    `# ${title}${shown === "" ? "" : `: ${shown}`}`,
    "",
    ...(decided.provisional ? [provisional(w), ""] : []),
    ...(reading.text.trim() === "" || reading.form === "yaml" ? [] : [...quote(reading.text), ""]),
    ...section(
      w.say("To be answered first", "先に確認したいこと"),
      decided.asks.map(
        (ask, i) =>
          `${i + 1}. ${ask.text[w.lang]} \`${ask.code}\`${ask.blocking ? w.say(" (blocks the start)", " (着手前に必須)") : ""}`,
      ),
    ),
  ];
  const boundaries = table(
    [
      w.say("Boundary", "境界"),
      w.say("From", "送る側"),
      w.say("To", "受ける側"),
      w.say("Contract", "コントラクト"),
      w.say("Lane", "経路"),
    ],
    w.layout.boundaries.map((b) => [
      b.id,
      b.fromName[w.lang],
      b.toName[w.lang],
      b.datasets.map((one) => `contracts/${one}.odcs.yaml`).join(", "),
      b.lane === "live" ? w.say("live", "ライブ") : w.say("history", "履歴"),
    ]),
  );
  const blocks = [
    one("head", head.join("\n")),
    one("frame", section("FRAME", [...frameTable(w), "", ...titled(w, frame)]).join("\n")),
    one(
      "layout",
      section("LAYOUT", [
        "```mermaid",
        diagram(w),
        "```",
        "",
        ...boundaries,
        "",
        ...titled(w, layout),
      ]).join("\n"),
    ),
    one("optimize", section("OPTIMIZE", [...arithmetic(w), ...titled(w, optimize)]).join("\n")),
    one("wire", section("WIRE", titled(w, wire)).join("\n")),
  ].filter((block) => block.text !== "");
  return { path: "architecture.md", kind: "design_document", comment: "markdown", blocks };
}

function provisional(w: Writing): string {
  const codes = w.outcome.case.decided.asks.map((ask) => `\`${ask.code}\``).join(", ");
  return w.say(
    `> **PROVISIONAL.** LAYOUT is open until these are answered: ${codes || "the mode"}.`,
    `> **暫定版 (PROVISIONAL)。** 次の確認が済むまで LAYOUT は確定しません: ${codes || "処理モード"}。`,
  );
}

/** The request in its own words; a long one is cut, for the document is not its archive. */
function quote(text: string): string[] {
  const short = text.length > 600 ? `${text.slice(0, 600)}...` : text;
  return short
    .trim()
    .split(/\r?\n/)
    .map((line) => `> ${line.replace(/^[>#\s]+/, "").replaceAll("<!--", "<!- -")}`);
}

/** The freshness sums, in one line each: the numbers stand in the SLO file as well. */
function arithmetic(w: Writing): string[] {
  const fresh = w.outcome.case.decided.freshness;
  if (!fresh) return [];
  const show = (seconds: number): string => duration(seconds)[w.lang];
  const rows: string[][] = [];
  if (fresh.slaSeconds !== null)
    rows.push([
      w.say("Freshness check", "鮮度チェック"),
      show(fresh.checkEverySeconds),
      w.say(`at most ${show(fresh.slaSeconds)} / 2`, `${show(fresh.slaSeconds)} ÷ 2 以下`),
    ]);
  rows.push([
    w.say("Early warning (TSLU)", "早期警告 (TSLU)"),
    show(fresh.earlyWarningAfterSeconds),
    `1.5 × ${show(fresh.updateIntervalSeconds)}${fresh.proposed?.includes("updateInterval") ? w.say(" (proposed)", " (提案値)") : ""}`,
  ]);
  return [...table([w.say("What", "項目"), w.say("Value", "値"), w.say("Sum", "計算")], rows), ""];
}
