// Findings of a review as SARIF 2.1.0, which code hosts show beside the line. Only what they read: tool, rules, results.
import type { Answer } from "../../model/answer.ts";
import { failureOf } from "../../model/failure-modes.ts";

const levels = { critical: "error", warning: "warning", note: "note" } as const;

export function toSarif(answer: Answer, version: string): object {
  const ids = [...new Set(answer.findings.map((one) => one.rule))].sort();
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "revos",
            version,
            rules: ids.map((id) => ({
              id,
              shortDescription: { text: failureOf(id)?.title[answer.lang] ?? id },
              help: { text: failureOf(id)?.fix[answer.lang] ?? "" },
              properties: { group: failureOf(id)?.group ?? "" },
            })),
          },
        },
        results: answer.findings.map((one) => ({
          ruleId: one.rule,
          ruleIndex: ids.indexOf(one.rule),
          level: levels[one.severity],
          message: { text: `${one.message}. ${one.fix}.` },
          ...(one.file === null
            ? {}
            : {
                locations: [
                  {
                    physicalLocation: {
                      artifactLocation: { uri: one.file.replaceAll("\\", "/") },
                      ...(one.line === null ? {} : { region: { startLine: one.line } }),
                    },
                  },
                ],
              }),
        })),
      },
    ],
  };
}
