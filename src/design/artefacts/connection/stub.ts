// Where the project has no source for the design there is no connection to write: this says what is missing and how to go on.
import { one, type Artefact, type Writing } from "../artefact.ts";
import { connectionName, foreignSinks, readerOf, shell } from "../runbooks/commands.ts";
import { sourceName } from "../../words.ts";
import { frameRows } from "../document/frame.ts";
import { table } from "../lines.ts";

export function connectionArtefact(w: Writing): Artefact | null {
  const { decided } = w.outcome.case;
  if (decided.route !== "design" || decided.recipe === "reverse") return null;
  const name = connectionName(w);
  if (w.ground.connection !== null)
    return {
      path: `connections/${name}.yaml`,
      kind: "connection",
      comment: "none",
      blocks: [one("connection", w.ground.connection)],
    };
  if (w.outcome.case.req.sources.length === 0) return null;
  return stub(w, name);
}

function stub(w: Writing, name: string): Artefact {
  const { req, decided } = w.outcome.case;
  const [source] = req.sources;
  const reader = readerOf(w);
  const title = sourceName(source ?? null)[w.lang];
  const foreign = foreignSinks(w);
  const objects = [
    ...new Set([...w.outcome.case.reading.objects, ...req.sources.flatMap((s) => s.objects)]),
  ];
  const missing: string[] = [];
  const steps: string[] = [];
  if (w.ground.gap) missing.push(`- ${w.ground.gap[w.lang]}`);
  else if (reader === null)
    missing.push(
      w.say(
        `- revos ${w.ground.sourceKinds.length > 0 ? `reads ${w.ground.sourceKinds.join(", ")}` : "has no reader"} in this version; ${title} has to be read by other means (see handoff/).`,
        `- この版の revos が読み込めるのは ${w.ground.sourceKinds.join("、")} です。${title} の取り込みは別の手段が必要です (handoff/ を参照)。`,
      ),
    );
  else if (decided.mode !== "STREAMING")
    missing.push(
      w.say(
        `- No source of kind \`${reader}\` is set up in this project.`,
        `- このプロジェクトに種類 \`${reader}\` のソースがありません。`,
      ),
    );
  if (decided.mode === "STREAMING" && reader !== null)
    missing.push(
      w.say(
        "- A connection of revos loads in batches; it can serve the history, not the live path of this design.",
        "- revos の接続はバッチで取り込みます。履歴側には使えますが、この設計のライブ経路には使えません。",
      ),
    );
  if (foreign.length > 0)
    missing.push(
      w.say(
        `- revos does not write to ${foreign.join(", ")}; a connection lands in \`${w.ground.destination}\` (${w.ground.destinationKinds.join(", ")}).`,
        `- revos は ${foreign.join("、")} に書き込めません。接続の送信先は \`${w.ground.destination}\` (${w.ground.destinationKinds.join("、")}) です。`,
      ),
    );
  if (reader !== null && decided.mode !== "STREAMING") {
    if (!w.ground.gap)
      steps.push(`revos sources create --connector ${reader} --name ${source?.id ?? reader}`);
    steps.push(
      w.ground.source
        ? `revos sources list-streams ${w.ground.source.id}`
        : "revos sources list-streams <source id>",
    );
    steps.push(
      w.say(
        `# then the same design again: it becomes connections/${name}.yaml`,
        `# その後に同じ設計を再実行すると connections/${name}.yaml になります`,
      ),
    );
    steps.push(`revos design --file ${w.out === "." ? "" : `${w.out}/`}design.yaml --out ${w.out}`);
  }
  const wanted = frameRows(w).filter(([what]) => /interval|SLA|間隔|Personal|個人/.test(what));
  const text = [
    `# ${w.say("Connection not made yet", "未作成の接続")}: ${name}`,
    "",
    ...missing,
    "",
    ...(objects.length > 0
      ? [
          w.say(
            `Streams it is to read: ${objects.join(", ")}.`,
            `読み込む予定のストリーム: ${objects.join("、")}。`,
          ),
          "",
        ]
      : []),
    ...table([w.say("What", "項目"), w.say("Value", "値"), w.say("From", "根拠")], wanted),
    "",
    ...(steps.length > 0 ? shell(...steps) : []),
  ];
  return {
    path: `connections/${name}.todo.md`,
    kind: "connection_stub",
    comment: "markdown",
    blocks: [one("missing", text.join("\n"))],
  };
}
