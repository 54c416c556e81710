// 指摘の型 (日本語)。Messages of findings in a connection file: what is wrong at a place, with the names that stand there.
import type { Sentence } from "./sentences-ja.ts";

const file: readonly Sentence[] = [
  [
    "A connection file is a mapping with apiVersion, kind, metadata and spec; this is {what!}",
    "接続ファイルは apiVersion、kind、metadata、spec のマッピングです。これは{what}です",
  ],
  [
    "The file holds more than one YAML document; one connection is one file",
    "ファイルに YAML 文書が 2 つ以上あります。1 ファイルに接続は 1 つです",
  ],
  ["The file repeats itself too often through aliases", "エイリアスによる繰り返しが多すぎます"],
  ["The alias {alias} has no anchor", "エイリアス {alias} のアンカーがありません"],
  ["The alias {alias} contains itself", "エイリアス {alias} が自分自身を含んでいます"],
  ["Tabs are not allowed as indentation", "字下げにタブは使えません"],
  [
    "Nested mappings are not allowed in compact mappings",
    "1 行の中にマッピングを重ねられません。コロンを含む値は引用符で囲みます",
  ],
  ["All collection items must start at the same column", "項目の字下げがそろっていません"],
  ["Implicit keys need to be on a single line", "キーは 1 行に書いてください"],
  ["Implicit map keys need to be followed by map values", "キーの後に「: 値」がありません"],
  ["Missing closing {quote}quote", "{quote} が閉じられていません"],
  ["Unexpected scalar at node end", "値の後に余分な文字があります"],
  ["A block sequence may not be used as an implicit map key", "リストはキーに使えません"],
  [
    "Flow map in block collection must be sufficiently indented and end with a }",
    "{ } が閉じられていないか、字下げが足りません",
  ],
  [
    "Flow sequence in block collection must be sufficiently indented and end with a ]",
    "[ ] が閉じられていないか、字下げが足りません",
  ],
  ["Flow map must end with a }", "{ } が閉じられていません"],
  ["Flow sequence must end with a ]", "[ ] が閉じられていません"],
  [
    "Plain value cannot start with reserved character {sign}",
    "値は {sign} で始められません。引用符で囲みます",
  ],
  [
    "The file is {name}.yaml, the connection is {connection}; they must agree",
    "ファイル名は {name}.yaml、接続名は {connection} です。一致させてください",
  ],
  [
    "{key} appears twice; the second would silently win. Both: line {one} and line {other}",
    "{key} が 2 回書かれています ({one} 行目と {other} 行目)。そのままでは 2 つ目が優先されてしまいます",
  ],
  ["{value} is not a kind that connections/ holds", "kind: {value} は connections/ に置けません"],
  [
    "{value} is not an apiVersion that this revos reads",
    "apiVersion {value} はこの revos では読めません",
  ],
  [
    "{value} is not a slug: lower-case letters, digits and single hyphens, none at the ends",
    "{value} はスラッグではありません。小文字、数字、単独のハイフンだけを使えます (先頭と末尾には使えません)",
  ],
  [
    "{key} is not a key of {place}; it stands in the wrong place",
    "{place}に {key} というキーはありません。書く場所が違います",
  ],
  ["{key} is not a key of {place}", "{place}に {key} というキーはありません"],
  ["{key} is not supported yet: {why!}", "{key} にはまだ対応していません ({why})"],
  [
    "{key} is not supported yet: {why!}. Only {line} can be written",
    "{key} にはまだ対応していません ({why})。書けるのは {line} だけです",
  ],
  [
    "metadata.id is set, but the connection is new; apply writes it",
    "新しい接続に metadata.id が書かれています。apply が書き込みます",
  ],
  [
    "spec.prefix is set, but the connection is new; apply writes it",
    "新しい接続に spec.prefix が書かれています。apply が書き込みます",
  ],
  [
    "The label {label} has underscores; it is for people",
    "表示名 {label} にアンダースコアがあります。人が読む名前です",
  ],
  [
    "The label repeats the slug {name}; it should say what is synced",
    "表示名がスラッグ {name} と同じです。何を同期するかを書いてください",
  ],
  ["There is no destination {name}", "送信先 {name} はありません"],
  ["There is no source {id}", "ソース {id} はありません"],
  [
    "spec.source.id is the name {name}; a server id is needed",
    "spec.source.id に名前 {name} が書かれています。サーバー ID が必要です",
  ],
  [
    "The streams of {id} are not known yet, so nothing about them was checked",
    "ソース {id} のストリームがまだ分からないため、検査していません",
  ],
];

const shape: readonly Sentence[] = [
  ["{name} is missing", "{name} がありません"],
  ["{name} is empty", "{name} が空です"],
  ["{name} is an empty list", "{name} が空のリストです"],
  ["{name} must be {wanted!}; this is {what!}", "{name} は{wanted}で書きます。これは{what}です"],
  ["{value} is too small", "{value} は小さすぎます"],
  ["{value} is not one of {choices}", "{value} は次のどれでもありません: {choices}"],
  ["{value} is not a valid value of {name}", "{value} は {name} の値として正しくありません"],
  ["{value} is not a schedule", "{value} はスケジュールとして読めません"],
  [
    "A schedule is an interval or a cron line, not both",
    "スケジュールは間隔か cron のどちらか一方です",
  ],
  ["cron is missing or not a text", "cron がないか、文字列ではありません"],
  ["{value} is not a time zone", "{value} はタイムゾーンではありません"],
  ["units is missing", "units がありません"],
  ["{value} is not a whole number above 0", "{value} は 1 以上の整数ではありません"],
  ["timeUnit is missing", "timeUnit がありません"],
  ["{value} is not a unit of time", "{value} は時間の単位ではありません"],
  [
    "{value} is not a cron line of five fields: minute, hour, day, month, weekday",
    "{value} は cron の 5 項目 (分 時 日 月 曜日) ではありません",
  ],
  [
    "{value} is not a duration such as {example}",
    "{value} は {example} のような長さではありません",
  ],
];

const streams: readonly Sentence[] = [
  [
    "cursorField is a flat list of path segments, from the outside in",
    "cursorField はパスの平らなリストです (外側から内側へ)",
  ],
  [
    "primaryKey is a list of lists: each inner list is the path of one key column",
    "primaryKey はリストのリストです。内側の各リストがキー列 1 つのパスです",
  ],
  [
    "Stream {stream}: namespace is missing; the source has this stream in {places}",
    "ストリーム {stream} に namespace がありません。ソースでは {places} にあります",
  ],
  [
    "Stream {stream}: this source has no namespaces",
    "ストリーム {stream}: このソースにネームスペースはありません",
  ],
  [
    "The source has no stream {stream} in {namespace}; it is in {places}",
    "ソースの {namespace} にストリーム {stream} はありません。{places} にあります",
  ],
  ["The source has no stream {stream}", "ソースにストリーム {stream} はありません"],
  [
    "Stream {stream} has no cursorField; its mode needs one ({mode})",
    "ストリーム {stream} に cursorField がありません。モード {mode} には必要です",
  ],
  [
    "Stream {stream} has no primaryKey; its mode needs one ({mode})",
    "ストリーム {stream} に primaryKey がありません。モード {mode} には必要です",
  ],
  [
    "cursorField has no effect with {mode} (accepted)",
    "{mode} では cursorField は使われません (そのままで構いません)",
  ],
  [
    "primaryKey has no effect with {mode} (accepted)",
    "{mode} では primaryKey は使われません (そのままで構いません)",
  ],
  [
    "Stream {stream} is listed twice; both would land in {table}",
    "ストリーム {stream} が 2 回書かれています。どちらも {table} に入ります",
  ],
  [
    "Streams {one} and {other} would share the table {table}",
    "ストリーム {one} と {other} が同じテーブル {table} になります",
  ],
  [
    "Stream {stream}: its column {name} is called like {own}, which revos adds itself",
    "ストリーム {stream}: 列 {name} の名前は、revos が追加する列 {own} と重なります",
  ],
  [
    "Stream {stream}: its columns {one} and {other} would be one in the warehouse, which compares names without letter case",
    "ストリーム {stream}: 列 {one} と {other} は、大文字小文字を区別しないウェアハウスでは同じ列になります",
  ],
  ["{name} cannot be a table name", "{name} はテーブル名に使えません"],
  [
    "{name} cannot be a table name: names that begin with _revos are kept for revos",
    "{name} はテーブル名に使えません。_revos で始まる名前は revos が使います",
  ],
  ["Stream {stream} has no column {column}", "ストリーム {stream} に列 {column} はありません"],
  ["{type} is not a column type", "{type} は列の型ではありません"],
  [
    "{column} is left out, so its type has no effect",
    "{column} は除外されているため、型の指定は使われません",
  ],
  [
    "Stream {stream}: late says what becomes of late rows, but lateAfter, which says when a row is late, is missing",
    "ストリーム {stream}: late (遅延した行の扱い) がありますが、遅延の基準 lateAfter がありません",
  ],
  [
    "Stream {stream}: lateAfter needs eventTime, because the stream has no cursor to measure by",
    "ストリーム {stream}: カーソルがないため、lateAfter には eventTime が必要です",
  ],
  [
    "Stream {stream}: {field} is its key and cannot be left out",
    "ストリーム {stream}: {field} は主キーのため、除外できません",
  ],
  [
    "Stream {stream}: {field} is its cursor and cannot be left out",
    "ストリーム {stream}: {field} はカーソルのため、除外できません",
  ],
  [
    "Stream {stream}: {field} is its {use!}; a mapper {what!}",
    "ストリーム {stream}: {use}の {field} を{what}",
  ],
];

const mappers: readonly Sentence[] = [
  [
    "conditions is one node: { type: AND, conditions: [...] } or { type: EQUAL, fieldName, comparisonValue }",
    "conditions は 1 つの節です: { type: AND, conditions: [...] } または { type: EQUAL, fieldName, comparisonValue }",
  ],
  [
    "A mapper is { type, mapperConfiguration }; this is {what!}",
    "マッパーは { type, mapperConfiguration } の形です。これは{what}です",
  ],
  ["mappers is a list; this is {what!}", "mappers はリストです。これは{what}です"],
  ["The mapper has no type", "マッパーに type がありません"],
  ["{value} is not a mapper type", "{value} はマッパーの種類ではありません"],
  ["{value} is not a method", "{value} は method ではありません"],
  ["{value} is not a mode", "{value} は mode ではありません"],
  ["{value} is not a padding", "{value} は padding ではありません"],
  ["{value} is not a algorithm", "{value} は algorithm ではありません"],
  [
    "hmacKey stands in the file in clear; keys are references",
    "hmacKey がそのまま書かれています。鍵は参照で書きます",
  ],
  [
    "key stands in the file in clear; keys are references",
    "key がそのまま書かれています。鍵は参照で書きます",
  ],
  ["mode belongs to AES; RSA has none", "mode は AES のものです。RSA にはありません"],
  [
    "padding belongs to AES; RSA always uses OAEP with SHA-256",
    "padding は AES のものです。RSA は常に OAEP (SHA-256) を使います",
  ],
  [
    "NoPadding cannot be used with {mode}: values are not whole blocks",
    "NoPadding は {mode} では使えません。値の長さがブロックに合いません",
  ],
  [
    "PKCS5Padding cannot be used with {mode}, which needs no padding",
    "PKCS5Padding は {mode} では使えません。埋め合わせは不要です",
  ],
  ["NOT takes one condition; this has {count}", "NOT の条件は 1 つです (今は {count} 個)"],
  ["{type} needs a comparisonValue", "{type} には comparisonValue が必要です"],
  ["IN needs a list of values", "IN には値のリストが必要です"],
  ["{type} needs one value, not a list", "{type} の値は 1 つです (リストではありません)"],
  ["MATCHES needs a regular expression that can be read", "MATCHES には読める正規表現が必要です"],
  [
    "{text} is not a field path: join the parts of a nested field with dots, quote a name that holds a dot",
    "{text} は項目のパスではありません。入れ子はドットでつなぎ、ドットを含む名前は引用符で囲みます",
  ],
  [
    "{text} no longer exists here: a mapper before this one replaced or dropped it",
    "{text} はここにはもうありません。前のマッパーが置き換えたか削除しています",
  ],
  ["The stream has no field {text}", "ストリームに項目 {text} はありません"],
  [
    "{field} already exists in the stream; choose another suffix",
    "{field} はすでにストリームにあります。別の接尾辞にしてください",
  ],
  [
    "{field} already exists in the stream; two columns cannot share a name",
    "{field} はすでにストリームにあります。同じ名前の列は 2 つ作れません",
  ],
  [
    "{field}: names that begin with _revos_ are kept for revos",
    "{field}: _revos_ で始まる名前は revos が使います",
  ],
  ["{field} is not a field name", "{field} は項目名として使えません"],
];

export const sentencesOfFindings: readonly Sentence[] = [...file, ...shape, ...streams, ...mappers];
