// FRAME as a table: each quantity of the requirement with its value and where it comes from; what is not said stands as open.
import { bytes, duration, names, rate } from "../../words.ts";
import type { Quantity } from "../../reading.ts";
import type { Missing } from "../../requirement.ts";
import type { Writing } from "../artefact.ts";
import { table } from "../lines.ts";

const missingWords: Readonly<Record<Missing, readonly [string, string]>> = {
  source: ["source", "ソース"],
  sink: ["sink", "シンク"],
  latency: ["latency", "レイテンシ"],
  volume: ["volume", "データ量"],
  correctness: ["correctness (loss, duplicates, order)", "一貫性 (欠損・重複・順序)"],
  consumers: ["consumers", "利用者"],
  personal_data: ["personal data", "個人情報"],
  replay: ["how far back a replay reaches", "リプレイの対象期間"],
  owner: ["owner", "所有者"],
};

export function frameRows(w: Writing): (readonly [string, string, string])[] {
  const { req, reading } = w.outcome.case;
  const rows: (readonly [string, string, string])[] = [];
  const fact = (en: string, ja: string, value: string, from: string) =>
    rows.push([w.say(en, ja), value, from]);
  const said = (one: Quantity): string => w.say(`request: "${one.text}"`, `依頼: 「${one.text}」`);
  const request = w.say("request", "依頼");
  const spoken = (en: string, ja: string, one: Quantity | null) => {
    if (one) fact(en, ja, duration(one.value)[w.lang], said(one));
  };
  const none = { en: "", ja: "" };
  if (req.sources.length > 0) fact("Source", "ソース", names(req.sources, none)[w.lang], request);
  if (req.sinks.length > 0) fact("Sink", "シンク", names(req.sinks, none)[w.lang], request);
  if (reading.objects.length > 0)
    fact("Datasets", "データセット", reading.objects.join(", "), request);
  spoken("Latency", "レイテンシ", req.latency);
  spoken("Update interval", "更新間隔", req.updateInterval);
  spoken("Freshness SLA", "鮮度 SLA", req.freshnessSla);
  if (req.bytesPerDay) {
    const how = {
      said: request,
      rate: w.say(
        `${rate(req.eventsPerSecond ?? 0).en} x ${bytes(req.eventBytes ?? 0)} x 86,400 s`,
        `${rate(req.eventsPerSecond ?? 0).ja} × ${bytes(req.eventBytes ?? 0)} × 86,400 秒`,
      ),
      month: w.say("monthly figure / 30 days", "月間の値 ÷ 30 日"),
      run: w.say("size of a run x runs a day", "1 回の量 × 1 日の実行回数"),
    }[req.bytesPerDay.how];
    fact("Volume a day", "1 日のデータ量", bytes(req.bytesPerDay.value), how);
  }
  if (req.bytesTotal !== null) fact("Volume in all", "総データ量", bytes(req.bytesTotal), request);
  if (req.eventsPerSecond !== null)
    fact("Rate", "流量", rate(req.eventsPerSecond)[w.lang], request);
  if (req.requestsPerMinute !== null)
    fact(
      "Request limit",
      "呼び出し制限",
      w.say(`${req.requestsPerMinute} a minute`, `毎分 ${req.requestsPerMinute} 回`),
      request,
    );
  if (req.availabilityPercent !== null)
    fact("Availability", "可用性", `${req.availabilityPercent} %`, request);
  spoken("History", "履歴", req.history);
  spoken("Range", "対象期間", req.range);
  spoken("Retention", "保持期間", req.retention);
  if (req.sensitive.length > 0)
    fact(
      "Personal data",
      "個人情報",
      req.sensitive.map((one) => `${one.name} (${one.kind})`).join(", "),
      w.say("column names", "列名"),
    );
  else if (reading.personalData === "none")
    fact("Personal data", "個人情報", w.say("none", "なし"), request);
  else if (reading.personalData === "some")
    fact(
      "Personal data",
      "個人情報",
      reading.personalWords.join(", ") || w.say("yes", "あり"),
      request,
    );
  if (reading.regions.length > 0)
    fact("Regions", "リージョン", reading.regions.join(", "), request);
  for (const one of req.consumers)
    fact(
      "Consumer",
      "利用者",
      [one.name, one.use, one.latencySeconds === null ? null : duration(one.latencySeconds)[w.lang]]
        .filter(Boolean)
        .join(", "),
      request,
    );
  if (reading.owner) fact("Owner", "所有者", reading.owner, request);
  for (const one of req.missing)
    fact(
      missingWords[one][0],
      missingWords[one][1],
      w.say("open", "未定"),
      w.say("not in the request", "依頼に記載なし"),
    );
  for (const [code, reply] of Object.entries(reading.answers).sort())
    fact(`Answer: ${code}`, `回答: ${code}`, reply, w.say("answer given", "確認事項への回答"));
  return rows;
}

export const frameTable = (w: Writing): string[] =>
  table([w.say("What", "項目"), w.say("Value", "値"), w.say("From", "根拠")], frameRows(w));
