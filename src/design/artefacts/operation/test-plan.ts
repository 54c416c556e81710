// The test plan: what must be seen to hold before the pipeline is trusted, from the facts of this design only.
import { count, duration } from "../../words.ts";
import { one, type Artefact, type Writing } from "../artefact.ts";
import { connectionName, isRunnable } from "../runbooks/commands.ts";
import { table } from "../lines.ts";

export function testPlan(w: Writing): Artefact | null {
  const { req, decided } = w.outcome.case;
  const has = (key: string) => w.outcome.lines.some((line) => line.key === key);
  const rows: string[][] = [];
  const add = (what: string, how: string, pass: string) =>
    rows.push([`T${String(rows.length + 1).padStart(2, "0")}`, what, how, pass]);
  const name = connectionName(w);
  const runs = isRunnable(w);
  if (has("idempotency"))
    add(
      w.say("The same window twice", "同じウィンドウの再実行"),
      runs
        ? w.say(
            `\`revos sync ${name}\` twice without changes in the source`,
            `ソースを変えずに \`revos sync ${name}\` を 2 回実行`,
          )
        : w.say("run one window twice", "1 つのウィンドウを 2 回実行"),
      w.say("same rows, same sums", "行数と合計が同じ"),
    );
  if (has("checkpoint"))
    add(
      w.say("Broken off in the middle", "途中での中断"),
      runs
        ? w.say(
            `stop \`revos sync ${name}\` halfway, start it again`,
            `\`revos sync ${name}\` を途中で止め、再開する`,
          )
        : w.say("kill the loader between ingest and publish", "取り込みと公開の間でローダーを停止"),
      w.say(
        "goes on from the checkpoint, no row missing or double",
        "チェックポイントから再開し、欠損・重複なし",
      ),
    );
  if (has("quarantine") || has("dlq"))
    add(
      w.say("Invalid records", "不正レコード"),
      w.say("feed one record that breaks each check", "チェックごとに違反レコードを 1 件投入"),
      runs
        ? w.say(
            `\`revos quarantine list ${name}\` shows each with its reason; read = loaded + held`,
            `\`revos quarantine list ${name}\` に理由付きで並び、読込件数 = ロード + 隔離`,
          )
        : w.say(
            "each is held with its reason; read = loaded + held",
            "理由付きで隔離され、読込件数 = ロード + 隔離",
          ),
    );
  for (const stream of w.ground.streams)
    if (stream.key.length > 0)
      add(
        w.say(`Source and warehouse agree: ${stream.name}`, `ソースとの一致: ${stream.name}`),
        `\`revos verify ${name} --stream ${stream.namespace ? `${stream.namespace}.` : ""}${stream.name}\``,
        w.say(
          `no differing row by ${stream.key.join(", ")}`,
          `${stream.key.join(", ")} 単位で差分 0 件`,
        ),
      );
  if (has("late_data"))
    add(
      w.say("Late data", "遅延データ"),
      w.say(
        `a record of the window before${decided.freshness ? ` (${duration(decided.freshness.updateIntervalSeconds).en} old)` : ""}`,
        `1 つ前のウィンドウのレコード${decided.freshness ? ` (${duration(decided.freshness.updateIntervalSeconds).ja}前)` : ""}`,
      ),
      w.say("counted, and in its own window", "件数に計上され、本来のウィンドウに入る"),
    );
  if (has("schema_drift"))
    add(
      w.say("Schema drift", "スキーマドリフト"),
      w.say("add a nullable column, then retype one", "NULL 可の列を追加し、次に型を変更"),
      w.say(
        "the first flows as a minor version, the second holds the load and tells the owner",
        "前者はマイナー版として流れ、後者はロードを保留して所有者に通知",
      ),
    );
  const fresh = decided.freshness;
  if (fresh)
    add(
      w.say("Freshness alarm", "鮮度アラート"),
      w.say(
        `hold updates for ${duration(fresh.earlyWarningAfterSeconds).en}`,
        `更新を ${duration(fresh.earlyWarningAfterSeconds).ja}止める`,
      ),
      w.say(
        `early warning after ${duration(fresh.earlyWarningAfterSeconds).en}${fresh.slaSeconds ? `, breach after ${duration(fresh.slaSeconds).en}` : ""}`,
        `${duration(fresh.earlyWarningAfterSeconds).ja}で早期警告${fresh.slaSeconds ? `、${duration(fresh.slaSeconds).ja}で違反通知` : ""}`,
      ),
    );
  if (req.eventsPerSecond !== null)
    add(
      w.say("Peak rate", "ピーク流量"),
      w.say(
        `${count(req.eventsPerSecond * 2)} events/s for 10 minutes (2 x the stated ${count(req.eventsPerSecond)}, proposed)`,
        `毎秒 ${count(req.eventsPerSecond * 2)} 件を 10 分間 (記載値 ${count(req.eventsPerSecond)} の 2 倍、提案値)`,
      ),
      req.latency
        ? w.say(
            `latency stays below ${duration(req.latency.value).en}`,
            `レイテンシが ${duration(req.latency.value).ja}未満`,
          )
        : w.say("the backlog is gone within 10 minutes", "滞留が 10 分以内に解消"),
    );
  const { personalData, personalWords } = w.outcome.case.reading;
  const sensitive =
    req.sensitive.length > 0
      ? req.sensitive.map((column) => column.name)
      : personalData === "some"
        ? personalWords
        : [];
  if (sensitive.length > 0)
    add(
      w.say("Personal data", "個人情報"),
      w.say(
        `search ${sensitive.join(", ")} in sink, raw landing, quarantine and logs`,
        `${sensitive.join("、")} をシンク・生データ領域・隔離領域・ログで検索`,
      ),
      w.say("nowhere in clear outside raw landing", "生データ領域の外に平文が存在しない"),
    );
  if (has("replay"))
    add(
      w.say("Replay beside the live path", "ライブと分離したリプレイ"),
      runs
        ? `\`revos replay ${name} --target shadow --dry-run\``
        : w.say("replay one window into shadow tables", "1 ウィンドウをシャドウテーブルにリプレイ"),
      w.say(
        "live tables and live checkpoints unchanged",
        "ライブのテーブルとチェックポイントが不変",
      ),
    );
  if (rows.length === 0) return null;
  const text = [
    `# ${w.say("Test plan", "テスト計画")}: ${w.layout.name}`,
    "",
    ...table(
      ["#", w.say("What", "観点"), w.say("How", "手順"), w.say("Passes when", "合格条件")],
      rows,
    ),
  ];
  return {
    path: "tests/plan.md",
    kind: "test_plan",
    comment: "markdown",
    blocks: [one("plan", text.join("\n"))],
  };
}
