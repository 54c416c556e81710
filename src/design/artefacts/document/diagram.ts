// The data flow as a Mermaid diagram: systems, stages and the contract on each boundary, drawn from the layout.
import { name } from "../../words.ts";
import type { Writing } from "../artefact.ts";

const quoted = (text: string): string => `"${text.replaceAll('"', "#quot;").replaceAll("`", "'")}"`;

export function diagram(w: Writing): string {
  const { req, decided } = w.outcome.case;
  const source = { en: "source (open)", ja: "ソース (未定)" };
  const sink = { en: "sink (open)", ja: "シンク (未定)" };
  const sources = (req.sources.length > 0 ? req.sources : [null]).map(
    (one) => name(one, source)[w.lang],
  );
  const sinks = (req.sinks.length > 0 ? req.sinks : [null]).map((one) => name(one, sink)[w.lang]);
  const inward = w.layout.boundaries.filter((one) => one.id.startsWith("in-"));
  const outward = w.layout.boundaries.filter((one) => one.id.startsWith("out-"));
  const clean = w.layout.boundaries.find((one) => one.id === "clean");
  const isHybrid = decided.mode === "HYBRID";
  const out = ["flowchart LR"];
  sources.forEach((text, i) => out.push(`  s${i + 1}[(${quoted(text)})]`));
  const stage = stagesOf(w);
  out.push(`  raw[${quoted(stage.raw)}]`);
  out.push(`  check{${quoted(stage.check)}}`);
  out.push(`  quarantine[/${quoted(w.say("quarantine", "隔離領域"))}/]`);
  out.push(`  transform[${quoted(stage.transform)}]`);
  sinks.forEach((text, i) => out.push(`  t${i + 1}[(${quoted(text)})]`));
  out.push(
    `  monitor([${quoted(w.say("monitor: freshness, counts, drift", "監視: 鮮度・件数・ドリフト"))}])`,
  );
  sources.forEach((_, i) =>
    out.push(`  s${i + 1} -->|${quoted(inward[i]?.datasets.join(", ") ?? "raw")}| raw`),
  );
  out.push(
    "  raw --> check",
    clean ? `  check -->|${quoted(clean.datasets.join(", "))}| transform` : "  check --> transform",
  );
  out.push(`  check -.->|${quoted(w.say("invalid records", "不正レコード"))}| quarantine`);
  out.push(`  quarantine -.->|${quoted(w.say("after a fix", "修正後"))}| check`);
  outward.forEach((boundary, i) => {
    const lane = !isHybrid
      ? ""
      : boundary.lane === "history"
        ? w.say(" (history)", " (履歴)")
        : w.say(" (live)", " (ライブ)");
    out.push(`  transform -->|${quoted(boundary.datasets.join(", ") + lane)}| t${i + 1}`);
    out.push(`  t${i + 1} -.-> monitor`);
  });
  return out.join("\n");
}

/** What stands between the ends, in the words of the recipe. */
function stagesOf(w: Writing): { raw: string; check: string; transform: string } {
  switch (w.outcome.case.decided.recipe) {
    case "reverse":
      return {
        raw: w.say("rows changed since the last sync", "前回同期以降に変わった行"),
        check: w.say("one row per key, values mapped", "キーごとに 1 行、値の対応付け"),
        transform: w.say("upsert by external ID", "External ID で upsert"),
      };
    case "cdc":
      return {
        raw: w.say("change topics", "変更トピック"),
        check: w.say("validate against the contract", "コントラクトで検証"),
        transform: w.say("consumers, sink connectors", "コンシューマー・シンクコネクター"),
      };
    case "dbt":
      return {
        raw: w.say("raw tables", "生テーブル"),
        check: w.say("staging and its tests", "staging とテスト"),
        transform: w.say("intermediate, marts", "intermediate・marts"),
      };
    case "quality":
      return {
        raw: w.say("partitions just loaded", "ロード直後のパーティション"),
        check: w.say("five families of checks", "5 種類のチェック"),
        transform: w.say("released to readers", "利用者へ公開"),
      };
    default:
      return {
        raw: w.say("raw landing", "生データ領域"),
        check: w.say("validate, normalize", "検証・正規化"),
        transform: w.say("transform", "変換"),
      };
  }
}
