// Which file is reviewed by what, and the answer made of all findings: four groups, worst first, and what could not be judged.
import type { Answer, ReviewFinding } from "../model/answer.ts";
import { groupTitles, severityTitles } from "../model/failure-modes.ts";
import { reviewConnection } from "./connection.ts";
import { reviewContract } from "./contract.ts";
import { asMap, asText, type Lang, type ReviewedFile, type Words } from "./file.ts";

export type FileKind = "connection" | "contract" | "design" | "requirement" | "other";

export function kindOf(value: unknown): FileKind {
  const kind = asText(asMap(value)["kind"]);
  switch (kind) {
    case "Connection":
      return "connection";
    case "DataContract":
      return "contract";
    case "Design":
      return "design";
    case "PipelineRequirement":
      return "requirement";
    default:
      return "other";
  }
}

/** Findings of a connection or a contract; null for what this room does not read. */
export function reviewFile(file: ReviewedFile, lang: Lang): ReviewFinding[] | null {
  const kind = kindOf(file.value);
  if (kind === "connection") return reviewConnection(file, lang);
  if (kind === "contract") return reviewContract(file, lang);
  return null;
}

export type NotJudged = { readonly file: string; readonly why: Words };

const weight = { critical: 0, warning: 1, note: 2 } as const;
const severities = ["critical", "warning", "note"] as const;

export function toReviewAnswer(
  given: readonly ReviewFinding[],
  files: number,
  notJudged: readonly NotJudged[],
  lang: Lang,
): Answer {
  const ja = lang === "ja";
  const findings = given.toSorted(
    (a, b) =>
      weight[a.severity] - weight[b.severity] ||
      compare(a.file ?? "", b.file ?? "") ||
      (a.line ?? 0) - (b.line ?? 0) ||
      compare(a.rule, b.rule),
  );
  const ofGroup = (group: ReviewFinding["group"]) => findings.filter((one) => one.group === group);
  const counts = severities
    .map((severity) => ({
      severity,
      count: findings.filter((one) => one.severity === severity).length,
    }))
    .filter((one) => one.count > 0)
    .map(({ severity, count }) =>
      ja
        ? `${severityTitles[severity].ja} ${count} 件`
        : `${count} ${severityTitles[severity].en}${severity !== "critical" && count > 1 ? "s" : ""}`,
    );
  const headline =
    counts.length === 0 ? (ja ? "指摘なし" : "nothing found") : counts.join(ja ? "、" : ", ");
  const checked = [
    ja
      ? `${files} 個のファイルを、信頼性・データ品質・コスト・運用性の障害モードに照らしました。`
      : `${files} ${files === 1 ? "file was" : "files were"} held against the failure modes of reliability, data quality, cost and operability.`,
    ...notJudged.map(({ file, why }) =>
      ja ? `判定できず: ${file} (${why.ja})` : `Could not judge ${file}: ${why.en}.`,
    ),
  ];
  const place = (one: ReviewFinding) =>
    `${one.file ?? ""}${one.line === null ? "" : `:${one.line}`}`;
  const text = [
    `# ${ja ? "レビュー" : "review"}: ${headline}`,
    "",
    ...groupTitles.flatMap(([group, title]) => {
      const own = ofGroup(group);
      if (own.length === 0) return [];
      return [
        `## ${title[lang]}`,
        "",
        ...own.flatMap((one) => [
          `- **${severityTitles[one.severity][lang]}** \`${one.rule}\` ${one.message}  \`${place(one)}\``,
          `  ${ja ? "対策" : "fix"}: ${one.fix}`,
        ]),
        "",
      ];
    }),
    `## ${ja ? "確認した範囲" : "Checked"}`,
    "",
    ...checked.map((one) => `- ${one}`),
  ].join("\n");
  const lines = findings.map(
    (one) => `${one.rule} ${severityTitles[one.severity][lang]}: ${one.message} ${place(one)}`,
  );
  return {
    apiVersion: "revos/v1",
    kind: "Answer",
    lang,
    route: "review",
    redirectTo: [],
    refusal: "none",
    recipe: null,
    mode: null,
    provisional: false,
    questions: [],
    tier: null,
    freshness: null,
    decisions: [
      {
        rule: "REVIEW-01",
        seed: "001 §モード：レビュー",
        because: ja
          ? `${files} 個のファイルをレビューしたため`
          : `${files} ${files === 1 ? "file was" : "files were"} reviewed`,
      },
    ],
    sections: {
      findings: groupTitles.map(([group, title]) => {
        const ids = [...new Set(ofGroup(group).map((one) => one.rule))];
        return ja
          ? `${title.ja}: ${ids.length === 0 ? "指摘なし" : ids.join("、")}`
          : `${title.en}: ${ids.length === 0 ? "nothing found" : ids.join(", ")}`;
      }),
      ...(lines.length > 0 ? { finding: lines } : {}),
      checked,
    },
    findings,
    artifacts: [],
    document: null,
    notUnderstood: [],
    turnings: [],
    facts: [],
    text: `${text}\n`,
  };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
