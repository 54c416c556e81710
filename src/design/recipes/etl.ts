// etl: source, transform, load. First lines; the depth of the recipe comes here.
import { bi, line, type RuleSet } from "../rule.ts";
import type { Case } from "../case.ts";
import { count, duration, sourceName } from "../words.ts";

const isFileDrop = (c: Case) =>
  c.isDesign && c.has("access.export", "access.export_only") && c.decided.recipe !== "reverse";
const isLimited = (c: Case) =>
  c.isDesign &&
  (c.has("access.rate_limited") || c.req.requestsPerMinute !== null) &&
  c.decided.recipe !== "reverse";

export const etlRecipe: RuleSet = {
  name: "etl",
  rank: 2,
  rules: [
    {
      id: "ETL-01",
      stage: "say",
      seed: "001 §モード：設計 5",
      title: bi("A file drop has a contract of arrival", "ファイル連携は到着の取り決めを持つ"),
      when: bi("the source is an export or file drop", "ソースがエクスポートやファイル連携のとき"),
      effect: bi(
        "arrival, duplicates, invalid records and cutoff are agreed",
        "到着・重複・不正レコード・締め切りを取り決める",
      ),
      holds: isFileDrop,
      says: (c) => [
        line(
          "contract",
          `The export of ${sourceName(c.source()).en}: arrival${c.req.clock ? ` (${c.req.clock})` : ""} and what a missing file means; a file that comes twice is known by name and checksum; invalid records go to quarantine; rows after the cutoff belong to the next export.`,
          `${sourceName(c.source()).ja} のエクスポート: 到着時刻${c.req.clock ? `(${c.req.clock})` : ""}と未着時の扱い、同じファイルの再送はファイル名とチェックサムで判別、不正レコードは隔離、締め切り後の行は次回分とします。`,
        ),
        line(
          "replay",
          "From the raw landing zone, not from the source: the export of a past day cannot be asked for again.",
          "リプレイは生データ領域から行います。過去のエクスポートをソースに再要求できるとは限らないためです。",
        ),
      ],
    },
    {
      id: "ETL-02",
      stage: "say",
      seed: "000 §決して行わないこと",
      title: bi("A limited API has a request budget", "制限のある API にはリクエスト予算を立てる"),
      when: bi("the source limits its requests", "ソースが呼び出しを制限しているとき"),
      effect: bi(
        "the budget with its arithmetic, bounded backoff from the last checkpoint",
        "計算に基づく予算と、最後のチェックポイントからの上限付き再試行",
      ),
      holds: isLimited,
      says: (c) => {
        const perMinute = c.req.requestsPerMinute;
        const units =
          c.req.counts.find((one) => /account|アカウント|store|店舗|customer|件/.test(one.of ?? ""))
            ?.value ?? null;
        const minutes = perMinute && units ? Math.ceil(units / perMinute) : null;
        return [
          perMinute && units && minutes
            ? line(
                "rate_limit",
                `${count(units)} units at ${count(perMinute)} requests a minute = about ${minutes} min at one request each; the budget is kept at 80 % of the limit so that a retry never trips it.`,
                `${count(units)} 件を毎分 ${count(perMinute)} リクエストで処理すると、1 件 1 リクエストで約 ${minutes} 分です。再試行で上限を超えないよう、予算は上限の 80% に抑えます。`,
              )
            : line(
                "rate_limit",
                `The API of ${sourceName(c.source()).en} limits its requests${perMinute ? ` (${count(perMinute)} a minute)` : "; the figure has to be read from its contract"}: one token bucket for all workers, at 80 % of the limit.`,
                `${sourceName(c.source()).ja} の API には呼び出し制限があります${perMinute ? `(毎分 ${count(perMinute)} 回)` : "。上限値は契約で確認が必要です"}。全ワーカー共通のトークンバケットで、上限の 80% に抑えます。`,
              ),
          line(
            "retry",
            "On a limit answer: wait as the API says, then back off up to 5 tries, and go on from the last checkpoint (page or unit), not from the start.",
            "制限応答を受けたら API の指示どおり待ち、上限 5 回まで間隔を延ばして再試行し、最初からではなく最後のチェックポイント(ページまたは単位)から続けます。",
          ),
          line(
            "contract",
            `Arrival, duplicates, invalid records and cutoff of each pull${c.req.updateInterval ? ` (every ${duration(c.req.updateInterval.value).en})` : ""} are agreed: a re-pull replaces its window.`,
            `取得${c.req.updateInterval ? `(${duration(c.req.updateInterval.value).ja}ごと)` : ""}ごとの到着・重複・不正レコード・締め切りを取り決めます。取り直しは対象ウィンドウを置き換えます。`,
          ),
        ];
      },
    },
    {
      id: "ETL-03",
      stage: "say",
      seed: "000 §レシピ",
      title: bi(
        "A SaaS source is read through its API, within its limits",
        "SaaS のソースは API の制限内で読む",
      ),
      when: bi("a SaaS is the source", "ソースが SaaS のとき"),
      effect: bi("its API and limits are named", "API とその制限を示す"),
      holds: (c) => c.isDesign && c.source("saas") !== null && c.decided.recipe !== "reverse",
      says: (c) => [
        line(
          "source",
          `${sourceName(c.source("saas")).en} through its API, incrementally by its change time, within its rate limits (shared with other tools of the same account).`,
          `${sourceName(c.source("saas")).ja} は API で更新日時による差分を取得します。レート制限は同じアカウントを使う他ツールと共有される点に注意します。`,
        ),
      ],
    },
    {
      id: "ETL-04",
      stage: "say",
      seed: "000 §モードの選択 (制約のあるソース)",
      title: bi(
        "A source that must not be burdened is read sparingly",
        "負荷をかけられないソースは控えめに読む",
      ),
      when: bi(
        "the source is said to be small, busy, or closed during some hours",
        "ソースの余力がない、または読める時間帯が限られるとき",
      ),
      effect: bi(
        "a replica or the log, changes only, few connections; the conflict with the interval is said",
        "レプリカかログから差分だけを少ない接続で読む。間隔との矛盾も示す",
      ),
      holds: (c) =>
        c.isDesign &&
        c.has("access.constrained") &&
        c.source() !== null &&
        c.decided.recipe !== "reverse",
      says: (c) => {
        const from = sourceName(c.source());
        const every = c.req.updateInterval ?? c.req.latency ?? c.req.freshnessSla;
        const often = every ? duration(every.value) : null;
        const isHours = /office hours|business hours|業務時間|営業時間|日中/.test(
          c.reading.text.toLowerCase(),
        );
        return [
          line(
            "source",
            `${from.en} is spared: read from a replica or its change log where there is one, only what changed since the last run, over 1 connection with a statement time limit; no transformation runs there.`,
            `${from.ja} に負荷をかけないよう、レプリカまたは変更ログがあればそこから、前回以降の差分だけを、1 接続・実行時間の上限付きで読みます。変換は ${from.ja} 上では行いません。`,
          ),
          ...(isHours && every && often && every.value < 43_200
            ? [
                line(
                  "resolution",
                  `A load every ${often.en} falls into the hours in which ${from.en} must be left alone. Either it reads from a replica or the log, or it runs outside those hours and the data is up to a day old in between: somebody has to choose.`,
                  `${often.ja}ごとのロードは、${from.ja} に触れてはならない時間帯と重なります。レプリカまたはログから読むか、その時間帯を避けて (日中は最大で半日程度古いデータで) 運用するかの選択が必要です。`,
                ),
              ]
            : []),
        ];
      },
    },
  ],
};
