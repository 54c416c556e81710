// What a backfill, replay or rollback leads to, in the reader's language: how the rows go in, what leaves, and what stays as it is.
import type { PlannedStream, RewritePlan } from "../../model/rewrite-plan.ts";

export type Lang = "en" | "ja";
type Effect = RewritePlan["effects"][number];

const say = (lang: Lang, en: string, ja: string): string => (lang === "ja" ? ja : en);

export function effectsOf(
  streams: readonly PlannedStream[],
  facts: { readonly keeps: boolean; readonly isReplay: boolean },
  lang: Lang,
): Effect[] {
  if (streams.every((stream) => stream.parts.length === 0)) return [];
  return [
    ...streams.filter((stream) => stream.parts.length > 0).flatMap((stream) => wayOf(stream, lang)),
    {
      code: "live_untouched",
      text: say(
        lang,
        "the live position stays where it is, and freshness is not counted from this run",
        "ライブの位置は動かず、鮮度もこの実行からは数えません",
      ),
    },
    facts.keeps
      ? {
          code: "replaced_is_kept",
          text: say(
            lang,
            "what is replaced is kept for 7 days: revos backfill rollback <run>",
            "置き換えられた行は 7 日間保管されます: revos backfill rollback <run>",
          ),
        }
      : {
          code: "replaced_is_not_kept",
          text: say(
            lang,
            "what is replaced is too much to keep: this cannot be rolled back",
            "置き換えられる行が多すぎて保管できないため、ロールバックはできません",
          ),
        },
    ...(facts.isReplay
      ? [
          {
            code: "source_not_read",
            text: say(lang, "the source is not read", "ソースは読みません"),
          },
        ]
      : []),
  ];
}

function wayOf(stream: PlannedStream, lang: Lang): Effect[] {
  const data = { stream: stream.stream, namespace: stream.namespace, table: stream.table };
  const { table } = stream;
  switch (stream.how) {
    case "swap":
      return [
        {
          code: "table_swapped",
          text: say(
            lang,
            `${table}: loaded beside and swapped in one step; readers see the old rows until then`,
            `${table}: 別に読み込み、一度に入れ替えます。それまでは元の行が見えます`,
          ),
          data,
        },
        ...(stream.syncMode === "incremental_append"
          ? [
              {
                code: "history_lost",
                text: say(
                  lang,
                  `${table}: rows that the source no longer has leave the table, older versions included`,
                  `${table}: ソースにない行は、古い版も含めてテーブルから消えます`,
                ),
                data,
              },
            ]
          : []),
      ];
    case "replace":
      return [
        {
          code: "range_replaced",
          text: say(
            lang,
            `${table}: rows of these parts that the source no longer has leave; the rest of the table is not touched`,
            `${table}: 対象の範囲でソースにない行は消えます。範囲の外は変わりません`,
          ),
          data,
        },
      ];
    case "merge":
      return [
        {
          code: "rows_merged",
          text: say(
            lang,
            `${table}: merged by key; a newer version is never replaced by an older one, and no key is removed`,
            `${table}: キーで統合します。新しい版が古い版で上書きされることはなく、キーは削除されません`,
          ),
          data,
        },
      ];
    case "add":
      return [
        {
          code: "rows_added",
          text: say(
            lang,
            `${table}: rows that the table does not hold yet are added; nothing is removed`,
            `${table}: テーブルにまだない行だけを追加します。削除はありません`,
          ),
          data,
        },
      ];
    default:
      return [];
  }
}
