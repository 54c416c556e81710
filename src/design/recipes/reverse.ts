// reverse: from a warehouse mart out to an application. Mapping, deduplication, cadence, failures, the destination's limits.
import type { Case } from "../case.ts";
import { bi, line, type Rule, type RuleSet } from "../rule.ts";
import { duration, list, sinkName, sourceName } from "../words.ts";

const isReverse = (c: Case) => c.isDesign && c.decided.recipe === "reverse";
const mart = (c: Case): string | null =>
  c.reading.objects.find((one) => /mart|crm|gold|fct_|dim_/.test(one)) ??
  c.req.sources[0]?.objects.find((one) => /^[a-z_]+$/.test(one)) ??
  c.reading.objects.find((one) => /^[a-z_]+$/.test(one)) ??
  null;

/** `external_id は member_id`, `account_id is the key`: the warehouse's own identifier, where it is named. */
export function keyIn(text: string): string | null {
  const column = String.raw`[\x60"「]?([A-Za-z_]\w*)[\x60"」]?`;
  const says = [
    String.raw`(?:external[ _-]?id|match(?:ing)? key|突合キー|照合キー|一意キー|主キー|キー)\s*(?:field\s*)?(?:は|を|に|=|:|is|are)\s*(?:the\s+)?${column}`,
    String.raw`${column}\s*(?:is|as)\s+(?:the|our)\s+(?:external[ _-]?id|(?:match(?:ing)?\s+|unique\s+|primary\s+)?key)`,
    String.raw`\b(?:keyed|matched|match|upsert(?:ed)?|dedup(?:licated)?)\s+(?:by|on)\s+${column}`,
    String.raw`${column}\s*(?:を|で)\s*(?:突合|照合|キー|external)`,
  ];
  for (const one of says) {
    const found = new RegExp(one, "iu").exec(text)?.[1];
    if (found && !/^(?:external_id|external|key|the|a|an|it|to|of|with)$/i.test(found))
      return found;
  }
  return null;
}

const rules: readonly Rule[] = [
  {
    id: "REVERSE-01",
    stage: "say",
    seed: "000 §サブコマンドの振り分け (reverse)",
    title: bi("The source is a dbt mart", "ソースは dbt マート"),
    when: bi("the recipe is reverse", "レシピが reverse のとき"),
    effect: bi(
      "mart, key, deduplication, mapping, cadence, failures, limits",
      "マート、キー、重複排除、マッピング、頻度、失敗時の方針、制限を定める",
    ),
    holds: isReverse,
    instead: [
      "engine",
      "idempotency",
      "late_data",
      "raw_retention",
      "checkpoint",
      "replay",
      "quality",
    ],
    says: (c) => {
      const from = mart(c);
      const to = sinkName(c.sink());
      const key = keyIn(c.reading.text);
      const fields = c.reading.columns
        .filter((one) => !one.sensitive && one.name !== key && !/^external_?id$/i.test(one.name))
        .map((one) => one.name);
      const every = c.req.updateInterval ? duration(c.req.updateInterval.value) : null;
      const enums = fields.filter((one) => /stage|status|type|category|tier|segment/.test(one));
      const isPicked = c.has("topic.picklist");
      const tool = c.tool("census", "hightouch", "workato")?.title ?? null;
      const start = c.tool("airflow", "dagster", "prefect")?.title ?? null;
      return [
        line(
          "engine",
          `${tool ?? "Census, Hightouch or Workato (proposed: the one that is licensed already)"} runs the sync, started by ${start ?? "Airflow or Dagster"} once the tests of ${from ?? "the mart"} have passed, not by a clock of its own; nothing is sent from a mart that failed.`,
          `同期は ${tool ?? "Census・Hightouch・Workato のいずれか (提案: 契約済みのもの)"} で行います。独自の時刻ではなく、${from ?? "マート"} のテスト合格後に ${start ?? "Airflow または Dagster"} から起動し、不合格のマートからは送信しません。`,
        ),
        line(
          "source",
          `dbt mart ${from ?? "(to be named)"} in ${sourceName(c.source()).en}: one row per key, tested, nothing else is synced.`,
          `${sourceName(c.source()).ja} の dbt マート ${from ?? "(要指定)"} をソースとします。キーごとに 1 行でテスト済みのものだけを同期します。`,
        ),
        line(
          "key",
          `${key ?? "The warehouse's own identifier"} is written to an external-ID field of ${to.en} and is the match key; the destination's native ID is not.`,
          `${key ?? "ウェアハウス側の識別子"} を ${to.ja} の External ID 項目に持たせ、これを突合キーにします。送信先固有の ID は使いません。`,
        ),
        line(
          "idempotency",
          `Upsert by external ID: the same row sent twice leaves the same record in ${to.en}; a sync that broke off is run again from its checkpoint, and rows with an answer are not sent again (at-least-once, idempotent sink).`,
          `External ID による upsert のため、同じ行を 2 回送っても ${to.ja} のレコードは同じです。中断した同期はチェックポイントから再開し、応答済みの行は再送しません(at-least-once+冪等なシンク)。`,
        ),
        line(
          "late_data",
          "A row that changes while a sync runs goes with the next one; the weekly full comparison finds what a change time missed.",
          "同期中に変わった行は次回の同期で送ります。更新日時で捉えられなかった差異は、週 1 回の全件照合で検出します。",
        ),
        line(
          "raw_retention",
          `Sent values and the answers of ${to.en} are kept per run for 30 days (proposed): they are what a rollback writes back and what a dispute is settled by.`,
          `送信した値と ${to.ja} の応答を、実行ごとに 30 日間(提案値)保持します。ロールバック時の書き戻しと、差異が出たときの確認に使います。`,
        ),
        line(
          "checkpoint",
          `Per sync: the change time of ${from ?? "the mart"} that was read to, and the last batch ${to.en} confirmed, kept apart from both; it says which rows may be sent again and which may be skipped.`,
          `同期ごとに、${from ?? "マート"} をどの更新日時まで読んだかと、${to.ja} が受理した最後のバッチを、どちらのデータとも分けて記録します。再送してよい行とスキップしてよい行が分かります。`,
        ),
        line(
          "replay",
          `Chosen keys or runs are sent again from the values kept per run, with a checkpoint and a share of the API budget of their own (a quarter, proposed); the scheduled sync goes on.`,
          `キーまたは実行を指定し、実行ごとに保持した値から再送します。専用のチェックポイントと API 予算の 1/4 (提案値) を使い、定期同期は止めません。`,
        ),
        line(
          "quality",
          `Source (${sourceName(c.source()).en}): ${from ?? "the mart"} has one row per key, is fresh, and its count is within 20 % of the last sync; else nothing is sent.`,
          `ソース(${sourceName(c.source()).ja}): ${from ?? "マート"} がキーごとに 1 行で新しく、件数が前回の 20% 以内であること。満たさなければ送信しません。`,
        ),
        line(
          "quality",
          `Transform: every value has a mapping, required fields are filled, lengths and formats are what ${to.en} takes.`,
          `変換: すべての値に対応付けがあり、必須項目が埋まり、桁数と書式が ${to.ja} に合っていること。`,
        ),
        line(
          "quality",
          `Sink (${to.en}): sent = accepted + refused; 100 keys a run (proposed) are read back and compared field by field.`,
          `シンク(${to.ja}): 送信件数=受理+拒否。実行ごとに 100 件(提案値)を読み戻し、項目単位で比較します。`,
        ),
        line(
          "dedup",
          `By ${key ?? "primary key"} on the warehouse side, before the sync: newest row wins; a duplicate key stops the run.`,
          `同期の前に、ウェアハウス側で ${key ?? "主キー"} による重複排除を行います (最新行を採用)。キーが重複していたら実行を止めます。`,
        ),
        line(
          "mapping",
          `Fields: ${list(fields).en || "to be listed"}, each with type, nullability and who owns it on the ${to.en} side.`,
          `対象項目: ${list(fields).ja || "(要列挙)"}。型、NULL の可否、${to.ja} 側で正とする部署を項目ごとに定めます。`,
        ),
        ...(isPicked || enums.length > 0
          ? [
              line(
                "mapping",
                `${enums.length > 0 ? `${list(enums).en}: an` : "An"} explicit picklist (enumeration) mapping is a table in the warehouse; a value without a mapping is caught by a test before the sync, not by a rejection after it.`,
                `${enums.length > 0 ? `${list(enums).ja} の` : ""}選択リスト (enumeration) の対応表をウェアハウスに持ち、未対応の値は同期後の拒否ではなく、同期前のテストで検出します。`,
              ),
            ]
          : []),
        line(
          "cadence",
          `${every ? `Every ${every.en}${every.en === "1 h" ? " (hourly)" : every.en === "1 day" ? " (daily)" : ""}` : "To be set"}, batch; only rows changed since the last sync are sent, a full comparison runs weekly.`,
          `${every ? `${every.ja}${every.ja === "1 日" ? " (日次)" : ""}ごと` : "頻度は未定"}のバッチです。前回以降に変わった行だけを送り、全件照合は週 1 回行います。`,
        ),
        line(
          "failure_policy",
          "Row-level reject: a refused row is kept with the answer of the API and retried next time; above 2 % of a run (proposed) the whole sync halts and its owner is told.",
          "行単位の拒否とします。拒否された行は API の応答とともに保持し、次回再送します。1 回の実行で 2% (提案値) を超えたら同期全体を止め、所有者に通知します。",
        ),
        line(
          "rate_limit",
          `API budget of ${to.en}: bulk endpoints first, one token bucket at 80 % of the daily and per-second limits (read from the contract), shared with the other tools of the account.`,
          `${to.ja} の API 予算: 一括 API を優先し、日次・秒間の上限 (契約で要確認) の 80% を 1 つのトークンバケットで管理します。同じアカウントを使う他ツールと共有される枠です。`,
        ),
        line(
          "rollback",
          "The values that were sent are kept per run: a rollback writes the previous ones again; nothing is deleted in the destination.",
          "送信した値を実行ごとに保持し、ロールバックでは前の値を書き戻します。送信先での物理削除は行いません。",
        ),
      ];
    },
  },
  {
    id: "REVERSE-02",
    stage: "say",
    seed: "000 §サブコマンドの振り分け (reverse)",
    title: bi(
      "What an activation does not do to the application",
      "アクティベーションで送信先に対して行わないこと",
    ),
    when: bi(
      "a full mirror, a hard delete in the destination or its own ID as the key is asked for",
      "全件ミラー、送信先での物理削除、送信先固有 ID での突合を求めるとき",
    ),
    effect: bi(
      "a warning each, with the way that keeps the application's data and budget",
      "それぞれ警告し、送信先のデータと API 予算を守る方法を示す",
    ),
    holds: (c) =>
      isReverse(c) && c.has("activate.full_mirror", "activate.hard_delete", "activate.native_id"),
    says: (c) => {
      const to = sinkName(c.sink());
      const from = mart(c);
      const every = c.req.updateInterval ? duration(c.req.updateInterval.value) : null;
      return [
        ...(c.has("activate.full_mirror")
          ? [
              line(
                "warning",
                `Not a full mirror${every ? ` every ${every.en}` : ""}: it spends the API budget of ${to.en} on rows that did not change and overwrites what people edited there. Changed rows go each time; the whole is compared weekly.`,
                `${every ? `${every.ja}ごとの` : ""}全件ミラーは行いません。変わっていない行に ${to.ja} の API 予算を使い、現場の編集も上書きするためです。毎回送るのは変わった行だけとし、全件の照合は週 1 回とします。`,
              ),
            ]
          : []),
        ...(c.has("activate.hard_delete")
          ? [
              line(
                "warning",
                `Nothing is hard-deleted in ${to.en}: a row that leaves ${from ?? "the mart"} through a fault would take history, owner and activities with it. It is marked instead (a field such as in_mart = false), and who owns ${to.en} deletes by a rule of its own.`,
                `${to.ja} での物理削除は行いません。${from ?? "マート"} の不具合で行が消えた場合、履歴・担当・活動まで失われるためです。代わりに項目 (例: in_mart = false) で印を付け、削除は ${to.ja} の管理者が別の規則で行います。`,
              ),
            ]
          : []),
        ...(c.has("activate.native_id")
          ? [
              line(
                "warning",
                `The match key is not the ID that ${to.en} gave: it changes when records are merged or a sandbox is refreshed. An external-ID field holds the key of ${from ?? "the mart"}.`,
                `突合キーに ${to.ja} が発行した ID は使いません。レコードの統合や Sandbox の更新で変わるためです。External ID 項目に ${from ?? "マート"} のキーを持たせます。`,
              ),
            ]
          : []),
      ];
    },
  },
];

export const reverseRecipe: RuleSet = { name: "reverse", rank: 2, rules };
