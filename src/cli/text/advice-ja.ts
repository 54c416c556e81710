// 助言の型 (日本語)。Advice that is made from facts where it happens, turned into Japanese by its form. What is a command, a key
// or a value stays as it is: those are captured and put back. A form that is not here stays English.

import { moreForms, type Form } from "./advice-forms-ja.ts";

const list = (text: string): string => text.replaceAll(" or ", ", ").replaceAll(" and ", ", ");

const forms: readonly Form[] = [
  [/^Use (.+)\.$/, (what) => `次のいずれかを使ってください: ${list(what)}`],
  [/^One of (.+)\.$/, (what) => `次のいずれかを指定してください: ${what}`],
  [/^Known keys: (.+)\.$/, (what) => `使えるキー: ${what}`],
  [/^Known: (.+)\.$/, (what) => `使えるもの: ${what}`],
  [/^Write (.+)\. Known: (.+)\.$/, (uri, what) => `${uri} と書いてください。使えるもの: ${what}`],
  [/^Remove it\. Keys here: (.+)\.$/, (what) => `削除してください。ここで使えるキー: ${what}`],
  [/^Remove (\S+)\.$/, (what) => `${what} を削除してください。`],
  [
    /^Remove (.+) from the copy: apply writes a new one\.$/,
    (what) => `複製から ${what} を削除してください。apply が新しい値を書きます。`,
  ],
  [/^[Dd]id you mean (.+)\?$/, (what) => `${list(what)} のことですか?`],
  [/^It (?:has|offers|allows):? (.+)\.$/, (what) => `使えるもの: ${what}`],
  [/^Its columns: (.+)\.$/, (what) => `列: ${what}`],
  [/^Use the id: (.+)$/, (what) => `ID を使ってください: ${what}`],
  [/^Add (.+), or (.+)\.$/, (one, other) => `${one} を付けるか、${other}`],
  [/^Add (.+?)\.$/, (what) => `${list(what)} を付けてください。`],
  [/^Set format to one of (.+)\.$/, (what) => `format に次のいずれかを指定してください: ${what}`],
  [
    /^Set options\.encoding to the encoding it was written in, perhaps (.+)\.$/,
    (what) => `options.encoding に書かれた文字コードを指定してください (おそらく ${what})。`,
  ],
  [
    /^Set (\S+) and run it again; nothing was read\.$/,
    (what) => `${what} を設定して、もう一度実行してください。何も読んでいません。`,
  ],
  [
    /^Set (.+), or another prefix\.$/,
    (what) => `${what} を指定するか、別の prefix にしてください。`,
  ],
  [
    /^export (\S+)=\.\.\. and run it again$/,
    (what) => `export ${what}=... を実行してから、もう一度実行してください`,
  ],
  [
    /^Close process (\d+) \((.+)\), then run it again\.$/,
    (pid, program) => `プロセス ${pid} (${program}) を終了して、もう一度実行してください。`,
  ],
  [/^Leave the column out: (.+)\.$/, (what) => `その列を除外してください: ${what}`],
  [
    /^Rename one with a field-renaming mapper, or leave it out: (.+)\.$/,
    (what) => `field-renaming マッパーで一方の名前を変えるか、除外してください: ${what}`,
  ],
  [
    /^The source names (.+) as its key: (.+)$/,
    (what, yaml) => `ソースのキーは ${what} です: ${yaml}`,
  ],
  [/^(revos .+?) prints what is needed\.$/, (command) => `必要な項目: ${command}`],
  [/^(revos .+?) makes it\.$/, (command) => `${command} で作成されます。`],
  [
    /^(revos .+?) shows those that were applied; (revos .+?) applies a file\.$/,
    (one, other) => `適用済みの一覧: ${one}。ファイルの適用: ${other}`,
  ],
  [
    /^(.+) With --skip-test it is created unchecked\.$/,
    (rest) => `${adviceJa(rest)} --skip-test を付けると検査せずに作成します。`,
  ],
  [
    /^Check the database name in the source's config\.?$/,
    () => "ソースの設定のデータベース名を確認してください。",
  ],
  [
    /^Check user and password in the source's config.*$/,
    () => "ソースの設定のユーザーとパスワードを確認してください。",
  ],
  [/^Correct the config and run it again\.$/, () => "設定を直して、もう一度実行してください。"],
  [
    /^Correct them at the source and repeat the revos sync line\.$/,
    () => "ソース側で直して、同じ revos sync をもう一度実行してください。",
  ],
  [
    /^Write the namespace (?:as well|that discovery shows for this stream)\.$/,
    () => "検出結果に表示されるネームスペースを書いてください。",
  ],
  [
    /^Use lower-case letters, digits and single hyphens, e\.g\. (.+)\.$/,
    (what) => `小文字、数字、単独のハイフンだけを使ってください (例: ${what})。`,
  ],
  [
    /^Write a number of rows \(100\) or a share \(5%\)\.$/,
    () => "行数 (100) または割合 (5%) を書いてください。",
  ],
  [/^Write the path as a list: (.+)\.$/, (what) => `パスはリストで書いてください: ${what}`],
  [/^Write (\S+: .+)$/, (what) => `${what} と書いてください`],
  [
    /^This folder is a project already: (.+)$/,
    (command) => `このフォルダーはすでにプロジェクトです: ${command}`,
  ],
  [
    /^Wait for that run to end; --timeout says how long a sync waits\.$/,
    () => "その実行の終了を待ってください。待つ時間は --timeout で指定できます。",
  ],
  [
    /^Run it again: nothing was published by half, and it goes on from the last checkpoint\.$/,
    () => "もう一度実行してください。途中までの公開はなく、最後のチェックポイントから続きます。",
  ],
  [
    /^Name its server in revos\.yaml: (.+), or leave --profile out\.$/,
    (yaml) => `revos.yaml にサーバーを書くか (${yaml})、--profile を外してください。`,
  ],
  [
    /^Look at the change\. To keep going in the same table, .*$/,
    () =>
      "変更を確認してください。同じテーブルで続けるには columns.<name>.type で型を指定し (text は何でも入ります)、新しい型でやり直すには別のテーブル (as: または --as) に読み込んでください。",
  ],
  [/^Use that system's own client\.$/, () => "そのシステムのクライアントを使ってください。"],
];

// The specific before the general.
const ordered = [...moreForms, ...forms].sort(
  ([a], [b]) => Number(isGeneral(a)) - Number(isGeneral(b)),
);

function isGeneral(pattern: RegExp): boolean {
  return /^\^(?:Use|Add|Write|Remove) \(/.test(pattern.source);
}

export function adviceJa(advice: string): string {
  for (const [pattern, make] of ordered) {
    const match = pattern.exec(advice);
    if (match) return make(...match.slice(1));
  }
  return advice;
}
