// The checks of each dataset by family. Where the project has discovered the stream they are SQL that `revos query` runs and
// that must return 0; else what the answer asks for, in words, for the tool that holds the data.
import { one, type Artefact, type KnownStream, type Writing } from "../artefact.ts";
import { compact, toYaml } from "../yaml-text.ts";

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export function checks(w: Writing): Artefact | null {
  const { decided } = w.outcome.case;
  const said = w.outcome.lines.filter(
    (line) => line.key === "quality" || line.key === "validation",
  );
  const datasets = w.ground.streams.map((stream) =>
    compact({ dataset: stream.name, table: stream.table, checks: sqlChecks(w, stream) }),
  );
  if (said.length === 0 && datasets.length === 0) return null;
  const document = compact({
    apiVersion: "revos/v1",
    kind: "Checks",
    metadata: { name: w.layout.name },
    provisional: decided.provisional || undefined,
    run: datasets.length > 0 ? `revos query "<sql>"` : undefined,
    datasets,
    asked: said.map((line) => ({ says: line[w.lang], rule: line.rule })),
  });
  return {
    path: `checks/${w.layout.name}.yaml`,
    kind: "checks",
    comment: "yaml",
    blocks: [one("checks", toYaml(document))],
  };
}

function sqlChecks(w: Writing, stream: KnownStream): Record<string, unknown>[] {
  const from = quoted(stream.table);
  const found: Record<string, unknown>[] = [];
  const add = (name: string, family: string, why: string, sql: string) =>
    found.push({ name, family, mustBe: 0, because: why, sql });
  const required = stream.columns
    .filter((column) => stream.key.includes(column.name) || !column.nullable)
    .map((column) => column.name);
  if (required.length > 0)
    add(
      "required-present",
      "completeness",
      w.say("not null in the source, or part of the key", "ソースで NOT NULL、またはキーの一部"),
      `select count(*) from ${from} where ${required.map((name) => `${quoted(name)} is null`).join(" or ")}`,
    );
  if (stream.key.length > 0 && stream.syncMode === "incremental_deduped_history") {
    const key = stream.key.map(quoted).join(", ");
    add(
      "key-unique",
      "uniqueness",
      w.say(`primary key ${stream.key.join(", ")}`, `主キー ${stream.key.join(", ")}`),
      `select count(*) from (select ${key} from ${from} group by ${key} having count(*) > 1)`,
    );
  }
  const sla = w.outcome.case.decided.freshness?.slaSeconds;
  if (stream.cursor && sla)
    add(
      "fresh",
      "freshness",
      w.say(
        `newest ${stream.cursor} within the SLA of ${sla} s`,
        `最新の ${stream.cursor} が SLA (${sla} 秒) 以内`,
      ),
      `select case when max(${quoted(stream.cursor)}) >= now() - interval ${Math.ceil(sla)} second then 0 else 1 end from ${from}`,
    );
  for (const column of stream.columns)
    if (
      /^(?:decimal|number)/.test(column.type) &&
      /amount|price|total|quantity|qty/i.test(column.name)
    )
      add(
        `${column.name}-not-negative`,
        "validity",
        w.say(
          "proposed: amounts are not negative; drop it where refunds are",
          "提案: 金額・数量は負にならない (返金を含む場合は外す)",
        ),
        `select count(*) from ${from} where ${quoted(column.name)} < 0`,
      );
  return found;
}
