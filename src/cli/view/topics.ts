// `revos help exit-codes` and `revos help <error-code>`: answered offline, from the tables.
import { errorCodes, type ErrorCode } from "../../kernel/errors/codes.ts";
import type { Lang } from "../terminal.ts";
import { codeWordsJa } from "../text/codes-ja.ts";
import { padEnd } from "./width.ts";

type Row = readonly [
  code: string,
  name: string,
  en: string,
  ja: string,
  retry: string,
  retryJa: string,
];

export const exitRows: readonly Row[] = [
  [
    "0",
    "ok",
    "done; also nothing to do; also diff with changes",
    "完了 (変更なし、diff で変更ありも含む)",
    "-",
    "-",
  ],
  ["1", "failed", "it was tried and did not work", "実行したが失敗", "no", "不可"],
  [
    "2",
    "usage",
    "unknown command, flag, bad value, secret in argv",
    "コマンド、フラグ、値の誤り、引数中の秘密",
    "no",
    "不可",
  ],
  [
    "3",
    "invalid",
    "a file does not parse or breaks a rule",
    "ファイルが読めない、または規則に反する",
    "no",
    "不可",
  ],
  [
    "4",
    "auth",
    "not signed in, expired or not allowed",
    "未サインイン、期限切れ、権限なし",
    "after login",
    "サインイン後",
  ],
  ["5", "not found", "a named thing does not exist", "指定したものが無い", "no", "不可"],
  [
    "6",
    "conflict",
    "stale plan, lock held, same name exists",
    "古いプラン、ロック中、同名あり",
    "after diff",
    "diff の後",
  ],
  [
    "7",
    "consent",
    "a question could not be asked and no flag answered it",
    "確認できず、フラグの指定も無い",
    "with the named flag",
    "示されたフラグを付けて",
  ],
  [
    "8",
    "partial",
    "some streams or rows did not make it",
    "一部のストリームや行が未完了",
    "depends",
    "場合による",
  ],
  [
    "9",
    "held",
    "a gate said no, status --check",
    "ゲートで保留、status --check",
    "after a decision",
    "判断の後",
  ],
  [
    "10",
    "changes",
    "only diff --exit-code and pull --check",
    "diff --exit-code と pull --check のみ",
    "-",
    "-",
  ],
  [
    "11",
    "temporary",
    "network, time-out, source busy",
    "ネットワーク、時間切れ、混雑",
    "yes",
    "可",
  ],
  [
    "70",
    "bug",
    "our fault; a report line and a log path are printed",
    "revos の不具合 (報告用の行とログの場所を表示)",
    "no",
    "不可",
  ],
  [
    "130",
    "stopped",
    "Ctrl-C (143: SIGTERM); the checkpoint is saved",
    "Ctrl-C (143 は SIGTERM)。チェックポイントは保存済み",
    "yes",
    "可",
  ],
];

export function exitCodesHelp(lang: Lang): string {
  const measure = { ambiguousIsNarrow: lang !== "ja" };
  const rows = exitRows.map(([code, name, en, ja, retry, retryJa]) => [
    code,
    name,
    lang === "ja" ? ja : en,
    lang === "ja" ? retryJa : retry,
  ]);
  const head =
    lang === "ja"
      ? ["コード", "名前", "いつ", "再実行"]
      : ["CODE", "NAME", "WHEN", "SAFE TO RETRY"];
  const widths = [6, 10, 52];
  return [head, ...rows]
    .map((row) =>
      row
        .map((cell, i) => padEnd(cell, widths[i] ?? 0, measure))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

export function errorHelp(code: string, lang: Lang): string | null {
  const known =
    code in errorCodes ? code : `config.${code}` in errorCodes ? `config.${code}` : null;
  if (known === null) return null;
  const row = errorCodes[known as ErrorCode];
  const words = lang === "ja" ? (codeWordsJa[known as ErrorCode] ?? row) : row;
  const ja = lang === "ja";
  const retry = {
    auto: ja
      ? "自動で再試行。もう一度実行しても安全"
      : "retries by itself; running it again is safe",
    manual: ja ? "対処の後に再実行" : "run it again after the fix",
    never: ja ? "同じままでは直らない" : "will not get better by itself",
  }[row.retry];
  const blame = {
    you: ja ? "入力または設定" : "what was typed or configured",
    source: ja ? "ソース" : "the source",
    destination: ja ? "送信先" : "the destination",
    revos: "revos",
  }[row.blame];
  return [
    `${known}: ${words.title}`,
    "",
    `  ${ja ? "対処" : "fix"}: ${words.advice}`,
    `  ${ja ? "再実行" : "retry"}: ${retry}`,
    `  ${ja ? "原因" : "cause lies with"}: ${blame}`,
    `  ${ja ? "終了コード" : "exit"}: ${row.exit}`,
  ].join("\n");
}

export const errorCodeNames = (): string[] => Object.keys(errorCodes);
