// Backfill, replay, rollback and on-call as steps for the person who is awake: commands of revos where it runs the load, the
// design's own facts with their rules in any case. A runbook without a fact to rest on is not written.
import { bytes, count, duration } from "../../words.ts";
import { one, type Artefact, type Writing } from "../artefact.ts";
import { bullets, section } from "../lines.ts";
import { connectionName, isRunnable, reach, shell, streamNames } from "./commands.ts";

export function runbooks(w: Writing): Artefact[] {
  return [backfill(w), replay(w), rollback(w), onCall(w)].filter((file) => file !== null);
}

function runbook(
  w: Writing,
  name: string,
  title: string,
  body: readonly string[],
): Artefact | null {
  if (body.join("").trim() === "") return null;
  const text = [`# ${title}: ${w.layout.name}`, "", ...owner(w), ...body];
  return {
    path: `runbooks/${name}.md`,
    kind: "runbook",
    comment: "markdown",
    blocks: [one(name, text.join("\n"))],
  };
}

function owner(w: Writing): string[] {
  const { owner: named } = w.outcome.case.reading;
  return [
    w.say(
      `Owner: ${named ?? "TO BE NAMED before the first run"}.`,
      `所有者: ${named ?? "未定 (初回実行までに指名)"}。`,
    ),
    "",
  ];
}

function backfill(w: Writing): Artefact | null {
  const { req } = w.outcome.case;
  const facts = bullets(w, "backfill", "late_data", "raw_retention", "retention");
  if (facts.length === 0 && !isRunnable(w)) return null;
  const name = connectionName(w);
  const named = w.outcome.case.reading.objects.find((object) => /^[\w.]+$/.test(object));
  const stream = streamNames(w)[0] ?? named ?? "<stream>";
  const steps = !isRunnable(w)
    ? []
    : [
        ...reach(w),
        w.say(
          "1. Plan. Nothing is read or written; the parts and their rows are shown:",
          "1. 計画を確認します。読み書きは行わず、分割と件数だけを表示します。",
        ),
        ...shell(`revos backfill ${name} --stream ${stream} --from <date> --to <date> --dry-run`),
        w.say(
          "2. Run. Each part is loaded beside the live table and published in one step; the live sync goes on:",
          "2. 実行します。各部分はライブのテーブルの横にロードし、一度に公開します。ライブの同期は継続します。",
        ),
        ...shell(`revos backfill ${name} --stream ${stream} --from <date> --to <date> --yes`),
        w.say(
          "3. Only what failed or is missing, as often as needed:",
          "3. 失敗・欠落した部分だけを、必要な回数だけ再実行します。",
        ),
        ...shell(`revos backfill ${name} --stream ${stream} --only failed,missing --yes`),
        w.say("4. Prove it:", "4. 結果を照合します。"),
        ...shell(`revos verify ${name} --stream ${stream}`, `revos backfill list ${name}`),
      ];
  return runbook(w, "backfill", w.say("Backfill", "バックフィル"), [
    ...section(w.say("How much it is", "規模"), size(w)),
    ...section(w.say("Steps", "手順"), steps),
    ...section(w.say("What holds here", "この設計での前提"), facts),
    ...(req.range
      ? section(w.say("Range", "対象期間"), [
          w.say(`Asked for: "${req.range.text}".`, `依頼: 「${req.range.text}」。`),
        ])
      : []),
  ]);
}

/** Size of the past to load: days times the daily volume, with the sum. */
function size(w: Writing): string[] {
  const { req } = w.outcome.case;
  const past = req.range ?? req.history;
  const out: string[] = [];
  if (past && req.bytesPerDay) {
    const days = past.value / 86_400;
    out.push(
      `- ${duration(past.value)[w.lang]} × ${bytes(req.bytesPerDay.value)}${w.say("/day", "/日")} = **${bytes(days * req.bytesPerDay.value)}**`,
    );
  } else if (req.bytesTotal !== null)
    out.push(
      `- ${w.say("in all", "合計")}: **${bytes(req.bytesTotal)}** (${w.say("request", "依頼")})`,
    );
  if (past && req.eventsPerSecond !== null)
    out.push(
      `- ${count(req.eventsPerSecond)}/s × ${count(past.value)} s = **${count(req.eventsPerSecond * past.value)}** ${w.say("records", "件")}`,
    );
  return out;
}

function replay(w: Writing): Artefact | null {
  const facts = bullets(w, "replay", "raw_retention", "idempotency", "dedup");
  if (bullets(w, "replay").length === 0) return null;
  const name = connectionName(w);
  const steps = !isRunnable(w)
    ? []
    : [
        ...reach(w),
        w.say(
          "1. See which runs still have their raw data, and where each stream stands:",
          "1. 生データが残っている実行と、各ストリームの進捗を確認します。",
        ),
        ...shell(`revos runs list --connection ${name}`, `revos checkpoints list ${name}`),
        w.say(
          "2. Plan, then into shadow tables; readers see nothing of it:",
          "2. 計画を確認し、シャドウテーブルに書き出します。利用者からは見えません。",
        ),
        ...shell(
          `revos replay ${name} --run <run> --dry-run`,
          `revos replay ${name} --run <run> --target shadow --yes`,
        ),
        w.say(
          "3. Compare the shadow with the live tables. When they are as expected, replay into the live tables, part by part:",
          "3. シャドウとライブを比較し、想定どおりであればライブに部分ごとに反映します。",
        ),
        ...shell(`revos replay ${name} --run <run> --target live --yes`),
        w.say(
          "4. Records that were held go in after a fix:",
          "4. 隔離されたレコードは、修正後に投入します。",
        ),
        ...shell(`revos quarantine list ${name}`, `revos quarantine replay ${name} --dry-run`),
      ];
  return runbook(w, "replay", w.say("Replay", "リプレイ"), [
    ...section(w.say("Steps", "手順"), steps),
    ...section(w.say("What holds here", "この設計での前提"), facts),
  ]);
}

function rollback(w: Writing): Artefact | null {
  const facts = bullets(w, "rollback", "coexistence", "schema_evolution");
  const name = connectionName(w);
  const steps = !isRunnable(w)
    ? []
    : [
        ...reach(w),
        w.say(
          "1. Stop new writes; data that is there stays:",
          "1. 新しい書き込みを止めます。既存のデータは残ります。",
        ),
        ...shell(`revos connections pause ${name}`),
        w.say(
          "2. Find the run that wrote it, and see what taking it back would change:",
          "2. 書き込んだ実行を特定し、取り消しの影響を確認します。",
        ),
        ...shell(`revos backfill list ${name}`, "revos backfill rollback <run> --dry-run"),
        w.say("3. Take it back, prove it, go on:", "3. 取り消し、照合してから再開します。"),
        ...shell(
          "revos backfill rollback <run> --yes",
          `revos verify ${name}`,
          `revos connections resume ${name}`,
        ),
        w.say(
          "A definition is rolled back in version control, then applied:",
          "接続定義はバージョン管理で戻してから適用します。",
        ),
        ...shell(`revos diff`, `revos apply`),
      ];
  if (facts.length === 0 && steps.length === 0) return null;
  return runbook(w, "rollback", w.say("Rollback", "ロールバック"), [
    ...section(w.say("Steps", "手順"), steps),
    ...section(w.say("What holds here", "この設計での前提"), facts),
  ]);
}

function onCall(w: Writing): Artefact | null {
  const fresh = w.outcome.case.decided.freshness;
  const name = connectionName(w);
  const runs = isRunnable(w);
  const facts = bullets(w, "recovery", "retry", "failure_policy", "state", "runbook");
  if (facts.length === 0 && !fresh) return null;
  const part = (title: string, lines: readonly string[]) => section(title, lines);
  return runbook(w, "on-call", w.say("On call", "オンコール"), [
    ...(runs
      ? part(w.say("First look (2 minutes)", "最初の確認 (2 分)"), [
          ...reach(w),
          ...shell(
            "revos status",
            `revos runs list --connection ${name} --limit 5`,
            "revos runs logs <run> --level warn",
            `revos checkpoints list ${name}`,
          ),
        ])
      : []),
    ...part(w.say("Data is late", "データの遅延"), [
      ...(fresh
        ? [
            w.say(
              `Early warning at ${duration(fresh.earlyWarningAfterSeconds).en} without an update${fresh.slaSeconds ? `, breach at ${duration(fresh.slaSeconds).en}` : ""}.`,
              `更新が ${duration(fresh.earlyWarningAfterSeconds).ja}ないと早期警告${fresh.slaSeconds ? `、${duration(fresh.slaSeconds).ja}で SLA 違反` : ""}です。`,
            ),
            "",
          ]
        : []),
      ...bullets(w, "early_warning", "freshness"),
      ...(runs ? ["", ...shell(`revos sync ${name} --dry-run`, "revos runs retry <run>")] : []),
    ]),
    ...part(w.say("Records are held", "レコードの隔離"), [
      ...bullets(w, "quarantine", "dlq"),
      ...(runs
        ? [
            "",
            ...shell(
              `revos quarantine list ${name}`,
              `revos quarantine show <group>`,
              `revos quarantine replay <group> --dry-run`,
            ),
          ]
        : []),
    ]),
    ...part(w.say("The schema changed", "スキーマの変更"), [
      ...bullets(w, "schema_drift"),
      ...(runs
        ? [
            "",
            ...shell(
              `revos schema-changes list ${name}`,
              "revos schema-changes accept <id> --dry-run",
              "revos schema-changes ignore <id>",
            ),
          ]
        : []),
    ]),
    ...part(w.say("What is safe to retry", "安全に再試行できる範囲"), facts),
    ...part(w.say("Whom to call", "連絡先"), bullets(w, "owner", "notify", "alerts")),
  ]);
}
