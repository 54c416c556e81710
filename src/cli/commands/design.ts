// The architect: ask (any request), and its five modes by name. `contract` drafts an agreement; `contracts` manages those there are.
import { command, type Argument, type Command, type Flag, type Words } from "../command.ts";

const words: Argument = { name: "words", many: true };

const flags: readonly Flag[] = [
  {
    name: "file",
    value: "file|-",
    completes: "file",
    help: [
      "the request as a file: PipelineRequirement YAML, or text",
      "依頼をファイルで渡す (PipelineRequirement の YAML またはテキスト)",
    ],
  },
  {
    name: "answers",
    value: "file|-",
    completes: "file",
    help: ["answers to its questions, by code (YAML)", "確認事項への回答 (コードごと、YAML)"],
  },
  {
    name: "answer",
    value: "code=words",
    many: true,
    help: ["one answer: cross_region=no", "確認事項への回答を 1 つ (cross_region=no)"],
  },
  { name: "explain", help: ["why each word was read as it was", "語をどう読み取ったかを表示"] },
  {
    name: "out",
    short: "o",
    value: "dir",
    completes: "dir",
    help: [
      "also write its files here (design.yaml goes on later with --file)",
      "成果物をこのフォルダーに書き出す (design.yaml は --file で再開可)",
    ],
  },
  { name: "dry-run", help: ["with --out: only list the files", "--out の一覧だけを表示"] },
  {
    name: "overwrite",
    help: [
      "with --out: also replace blocks edited by hand",
      "--out で、手で編集したブロックも置き換える",
    ],
  },
  {
    name: "against",
    value: "design.yaml",
    completes: "file",
    help: ["what differs from an earlier design", "以前の設計との差分を表示"],
  },
  {
    name: "as-of",
    value: "day",
    help: [
      "judge the age of dated facts (versions, prices) on this day",
      "日付付きの事実 (版・価格など) の古さをこの日で判定",
    ],
  },
  {
    name: "format",
    value: "md|json",
    choices: ["md", "json"],
    help: ["md (default) or json", "md (既定) または json"],
  },
];

const mode = (path: string, summary: Words, examples: readonly string[]): Command =>
  command(path, {
    args: [words],
    flags,
    summary,
    examples,
    freeText: true,
    load: async () => (await import("../run/design.ts")).design,
  });

const reviewFlags: readonly Flag[] = [
  ...flags.filter((flag) => flag.name !== "format"),
  {
    name: "format",
    value: "md|json|sarif",
    choices: ["md", "json", "sarif"],
    help: [
      "md (default), json, or sarif for code hosts",
      "md (既定)、json、コードホスト向けの sarif",
    ],
  },
  {
    name: "fail-on",
    value: "level",
    choices: ["critical", "warning", "note", "never"],
    help: [
      "exit 3 at findings of this level (files: critical; words: never)",
      "この重大度以上の指摘で終了コード 3 (既定: ファイルは critical、文章は never)",
    ],
  },
  {
    name: "rules",
    help: [
      "list the rules that a review looks for, and review nothing",
      "レビューで調べる規則の一覧を表示 (レビューはしない)",
    ],
  },
];

export const designCommands = [
  mode(
    "ask",
    ["free text to the right mode and recipe", "自由文で相談し、適切なモードとレシピで回答を得る"],
    [
      'ask "orders from Postgres to Snowflake every hour, 40 GB a day"',
      "ask --file requirement.yaml --json",
    ],
  ),
  mode(
    "design",
    [
      "design a pipeline: etl, elt, stream, dbt, cdc, reverse, quality",
      "パイプラインの設計 (etl, elt, stream, dbt, cdc, reverse, quality)",
    ],
    [
      'design "clickstream ingestion to warehouse and feature store"',
      'design cdc "orders from Postgres 15 into Kafka within 10 seconds" --out design/orders',
    ],
  ),
  command("review", {
    args: [{ ...words, completes: "file" }],
    flags: reviewFlags,
    summary: [
      "review connections, contracts, designs, or a description",
      "接続・コントラクト・設計のファイル、または説明文をレビュー",
    ],
    examples: [
      "review connections/orders.yaml",
      "review design/orders --format sarif",
      'review "nightly billing ETL architecture"',
    ],
    freeText: true,
    load: async () => (await import("../run/review.ts")).review,
  }),
  mode(
    "operate",
    ["plan reliability, monitoring, recovery", "信頼性、監視、復旧の計画"],
    [
      'operate "strategy for backfills and failed partitions"',
      'operate "the orders mart goes stale; the SLA is 1 hour"',
    ],
  ),
  mode(
    "migrate",
    ["plan a move to another platform", "別の基盤への移行計画"],
    ['migrate "from cron scripts to an orchestrated pipeline"', "migrate --file today.md"],
  ),
  mode(
    "contract",
    [
      "draft a data contract (contracts: manage those there are)",
      "データコントラクトの起案 (既存の管理は contracts)",
    ],
    ['contract "orders fact table feed"', "contract --file requirement.yaml --json"],
  ),
];
