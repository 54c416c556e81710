// 短い句の型 (日本語)。Short phrases that are made where the facts are (why a row is held, why an operation is safe, what a step of a
// check found), turned into Japanese by their form; a phrase that is not here stays as it is. JSON keeps the originals.
import type { Lang } from "../terminal.ts";
import { messageJaByForm } from "./sentences-ja.ts";

type Form = readonly [RegExp, (...parts: string[]) => string];

/** `rule` of a row in quarantine, `reason` of a gate. */
const reasons: readonly Form[] = [
  [/^not representable as (.+)$/, (type) => `${type} では表せません`],
  [/^not a finite number$/, () => "有限の数ではありません"],
  [/^not valid (Unicode|UTF-8)$/, (what) => `正しい ${what} ではありません`],
  [
    /^(\d+) fields, header has (\d+)$/,
    (found, wanted) => `項目 ${found} 個 (ヘッダーは ${wanted} 個)`,
  ],
  [/^a quote is opened and never closed$/, () => "引用符が閉じられていません"],
  [/^late: more than (.+) below the watermark$/, (by) => `遅延: ウォーターマークより ${by} 以上前`],
  [
    /^(.+) cannot store the character NUL in text$/,
    (what) => `${what} は文字列に NUL を保存できません`,
  ],
  [/^outside of what (.+) can hold$/, (what) => `${what.replace("'s ", " の ")} の範囲外です`],
  [
    /^read (\d+), but written (\d+) \+ quarantined (\d+) \+ filtered (\d+) \+ deduplicated (\d+) is (\d+)$/,
    (read, written, held, filtered, twice, sum) =>
      `読み込み ${read} に対し、書き込み ${written} + 隔離 ${held} + 除外 ${filtered} + 重複 ${twice} = ${sum}`,
  ],
  [/^(\d+) columns? (?:is|are) added or widened$/, (count) => `追加または拡張された列 ${count} 個`],
  [/^the mode has no key$/, () => "このモードにキーはありません"],
  [
    /^(\d+) rows? without any value in the key \((.+)\)$/,
    (rows, key) => `キー (${key}) に値がない行 ${rows}`,
  ],
  [/^(\d+) keys stand more than once \((.+)\)$/, (keys, key) => `重複するキー ${keys} 個 (${key})`],
  [
    /^(\d+) of (\d+) rows do not fit, above the limit of (.+) rows and (.+) %$/,
    (bad, rows, limit, share) => `${rows} 行中 ${bad} 行が不適合 (上限 ${limit} 行かつ ${share} %)`,
  ],
  [/^the table becomes empty, which is allowed$/, () => "テーブルは空になります (許可済み)"],
  [
    /^the table has rows and would become empty \((\d+) rows were read\)$/,
    (rows) => `行のあるテーブルが空になります (読み込み ${rows} 行)`,
  ],
];

/** Why an operation is safe, or comes next. */
const whys: readonly Form[] = [
  [/^a run is in progress$/, () => "実行中です"],
  [
    /^published whole in one commit; running again reads all of it and replaces the table$/,
    () => "1 つのコミットで全体を公開済み。再実行ではすべてを読み直して置き換えます",
  ],
  [
    /^a schema change holds it: nothing of it was read; it is read again after the decision$/,
    () => "スキーマ変更で保留中。何も読んでいません。判断の後に読み直します",
  ],
  [
    /^published with its position in one commit; running again reads only what is new$/,
    () => "位置と同じコミットで公開済み。再実行では新しい行だけを読みます",
  ],
  [
    /^a gate held it: readers see the state before, the new rows are staged$/,
    () => "ゲートで保留中。読み手には以前の状態が見えています",
  ],
  [
    /^nothing of it was published; the position has not moved$/,
    () => "何も公開していません。位置も動いていません",
  ],
  [/^rolled (\S+) back in one commit$/, (run) => `${run} を 1 つのコミットで取り消しました`],
  [
    /^taken back by (\S+); the table is as it was before$/,
    (run) => `${run} が取り消しました。テーブルは元のままです`,
  ],
  [
    /^(\d+) of (\d+) parts are committed; running them again changes nothing$/,
    (done, all) => `${all} 中 ${done} 個がコミット済み。再実行しても変わりません`,
  ],
  [
    /^(\d+) of (\d+) parts are committed, the others left nothing behind; (revos runs retry \S+) does the rest$/,
    (done, all, command) => `${all} 中 ${done} 個がコミット済み。残りは ${command} で続けられます`,
  ],
  [
    /^(\d+) schema changes? waits? for a decision$/,
    (count) => `判断待ちのスキーマ変更 ${count} 件`,
  ],
  [/^(\d+) rows? (?:is|are) held back$/, (rows) => `隔離中の行 ${rows}`],
  [/^why (\d+) rows were held back$/, (rows) => `${rows} 行が隔離された理由`],
  [/^nothing is held back$/, () => "隔離された行はありません"],
  [/^goes on from the last checkpoint$/, () => "最後のチェックポイントから続けます"],
  [
    /^(\d+) of (\d+) streams (?:is|are) not published$/,
    (open, all) => `${all} 中 ${open} ストリームが未公開`,
  ],
  [/^look at what has landed$/, () => "読み込んだ行を見る"],
  [/^what is loaded, how fresh it is$/, () => "読み込んだものとその鮮度"],
  [/^ask the warehouse anything$/, () => "ウェアハウスに問い合わせる"],
  [/^what it takes to connect your own data$/, () => "自分のデータの接続に必要なもの"],
  [
    /^start the shop's Postgres again and sync again$/,
    () => "ショップの Postgres を起動して再同期",
  ],
  [/^first load has not run$/, () => "初回読み込みがまだです"],
];

/** What the demo says and makes. */
const demo: readonly Form[] = [
  [
    /^project settings \(embedded mode: no server, no sign-in\)$/,
    () => "プロジェクト設定 (組み込みモード: サーバー、サインイン不要)",
  ],
  [/^the connection: which streams, how$/, () => "接続: ストリームと同期モード"],
  [
    /^the warehouse, for any DuckDB client: (.+)$/,
    (how) => `ウェアハウス (DuckDB で開けます): ${how}`,
  ],
  [
    /^state, kept raw data and credentials, ignored by git$/,
    () => "状態、生データ、認証情報 (git の対象外)",
  ],
  [/^Which customers brought the most revenue, in euro\?$/, () => "売上の多い顧客は? (ユーロ)"],
  [
    /^Started a real Postgres \(from npm\) for this demo in (.+); it ends with it\.$/,
    (time) => `デモ用に本物の Postgres (npm) を ${time} で起動しました。デモと共に終了します。`,
  ],
  [
    /^Made a shop in it: (\d+) streams, (.+) million rows, in (.+)\.$/,
    (streams, rows, time) =>
      `ショップを作成しました: ストリーム ${streams} 個、${Math.round(Number(rows) * 100)} 万行 (${time})`,
  ],
  [/^The shop is there from an earlier run\.$/, () => "前回のショップをそのまま使います。"],
  [
    /^Source (\S+) \((.+)\): (\d+) streams in (\d+) namespaces\.$/,
    (id, name, streams, namespaces) =>
      `ソース ${id} (${name}): ストリーム ${streams} 個、ネームスペース ${namespaces} 個`,
  ],
  [/^\nGoal: (.+)$/, (goal) => `\n目的: ${goal}`],
  [
    /^Accepted for this demo: the (streams|sync modes) above\. revos connections propose asks you\.$/,
    (what) =>
      `デモでは上の${what === "streams" ? "ストリーム" : "同期モード"}をそのまま使います。revos connections propose では確認があります。`,
  ],
  [
    /^\nPersonal data: (.+) are hashed before they touch a disk\.$/,
    (fields) =>
      `\n個人情報: ${fields.replaceAll(", ", "、")} はディスクに書く前にハッシュ化します。`,
  ],
  [
    /^Wrote (\S+) \((\d+) streams\)\.$/,
    (path, streams) => `${path} を書き込みました (${streams} ストリーム)。`,
  ],
  [
    /^Plan (\S+): (\d+) to create, (\d+) to update\.$/,
    (plan, create, update) => `変更プラン ${plan}: 作成 ${create}、更新 ${update}`,
  ],
  [/^Applied (\S+)\.\n$/, (plan) => `${plan} を適用しました。\n`],
  [
    /^(?:Every|All) streams? of (\S+) was published: there is nothing to run again\.$/,
    (run) => `${run} のストリームはすべて公開済みです。再実行するものはありません。`,
  ],
  [
    /^Every part of (\S+) is done: there is nothing to run again\.$/,
    (run) => `${run} はすべて完了しています。再実行するものはありません。`,
  ],
];

/** What a step of a check found. */
const details: readonly Form[] = [
  [/^port (\d+)$/, (port) => `ポート ${port}`],
  [/^Unix socket$/, () => "Unix ソケット"],
  [/^as (\S+) by (\S+)$/, (user, plugin) => `ユーザー ${user} (${plugin})`],
  [/^as (\S+)$/, (user) => `ユーザー ${user}`],
  [/^(\S+) as seen from (\S+)$/, (place, host) => `${host} から見た ${place}`],
  [/^off \(not encrypted\)$/, () => "なし (暗号化されていません)"],
  [
    /^may read (\d+) of (\d+) streams(?: it can see)?$/,
    (open, all) => `${all} 中 ${open} ストリームを読み取り可能`,
  ],
  [/^no table to try it on$/, () => "試せるテーブルがありません"],
  [/^from (.+)$/, (table) => `${table} から`],
  [/^nothing to read$/, () => "読むものがありません"],
  [/^reads of one run see one moment$/, () => "1 回の実行は同じ時点を読みます"],
  [
    /^Reads by a time cursor cannot see how long others' transactions are open, so rows that are committed late may need a lookback\.$/,
    () =>
      "時刻のカーソルでは他のトランザクションの長さが分かりません。遅れてコミットされる行には lookback が必要なことがあります。",
  ],
  [
    /^(.+) \(no revos\.yaml; revos init makes one\)$/,
    (dir) => `${dir} (revos.yaml なし。revos init で作成)`,
  ],
  [/^(\S+) at (.+)$/, (kind, place) => `${kind} (${place})`],
  [/^(.+) GB free at (.+)$/, (free, place) => `空き ${free} GB (${place})`],
  [/^budget of a run (.+)$/, (budget) => `1 回の実行の上限 ${budget}`],
  [
    /^(DuckDB \S+), warehouse (.+)$/,
    (engine, place) => `${engine}、ウェアハウス ${place === "not made yet" ? "未作成" : place}`,
  ],
  [/^none open$/, () => "判断待ちなし"],
  [
    /^(\d+) open, (\d+) streams? held: (.+)$/,
    (open, held, command) => `判断待ち ${open} 件、保留中のストリーム ${held} 個: ${command}`,
  ],
  [
    /^waiting for (\S+) \(process (\d+)\), which writes to (.+)$/,
    (run, pid, place) => `${place} に書き込み中の ${run} (プロセス ${pid}) を待っています`,
  ],
];

const all = [...reasons, ...whys, ...demo, ...details];

/** The phrase in the reader's language. */
export function phrase(text: string, lang: Lang): string {
  if (lang === "en") return text;
  for (const [pattern, make] of all) {
    const match = pattern.exec(text);
    if (match) return make(...match.slice(1));
  }
  return messageJaByForm(text) ?? text;
}
