// Commands of the plan that this version does not have. Each says so with exit 2; none stands in the main help.
import { command } from "../command.ts";

const later = (path: string, en: string, ja: string) =>
  command(path, {
    summary: [en, ja],
    examples: [path, `help ${path}`],
    args: [{ name: "args", many: true }],
    freeText: true,
  });

export const laterCommands = [
  later("checkpoints show", "one checkpoint in full", "チェックポイントの詳細"),
  later("checkpoints export", "checkpoints as a file", "チェックポイントの書き出し"),
  later("checkpoints set", "move a checkpoint", "チェックポイントの変更"),
  later("contracts", "manage data contracts", "データコントラクトの管理"),
  later("quality", "checks and gates", "品質チェックとゲート"),
  later("lineage", "where data comes from and goes to", "データの来歴"),
  later("slo", "freshness objectives", "鮮度の目標"),
  later("incidents", "one root cause each, with owner and end", "インシデント"),
  later("activations", "rows from the warehouse to applications", "アクティベーション"),

  later("serve", "server mode with web UI", "サーバーモードと Web UI"),
  later("worker", "a worker of a team server", "チームサーバーのワーカー"),
  later("open", "the matching page in the browser", "ブラウザーで開く"),
  later("mcp", "agent server over stdio", "エージェント用サーバー"),
  later("approve", "human consent for a plan", "プランへの承認"),
];
