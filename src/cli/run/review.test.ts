// review: paths are read and handed on, words go the way of other requests; exit 3 at --fail-on; SARIF for code hosts.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { ReviewFinding } from "../../model/answer.ts";
import { failureIds, failureModes } from "../../model/failure-modes.ts";
import { makeFolder, runIn } from "../testing/run-cli.ts";
import { answerDocument } from "../testing/sample-answer.ts";

const finding = (severity: ReviewFinding["severity"]): ReviewFinding => ({
  rule: "R01",
  group: "reliability",
  severity,
  file: "connections/a.yaml",
  line: 4,
  message: "m",
  fix: "f",
});
const answering = (...findings: ReviewFinding[]) => ({
  "design.review": () => ({ ...answerDocument, route: "review" as const, findings }),
  "design.answer": () => ({ ...answerDocument, route: "review" as const, findings }),
});

describe("review", () => {
  it("hands on the files of a folder, and fails at critical findings of files", async () => {
    using folder = makeFolder();
    mkdirSync(join(folder.dir, "connections"));
    writeFileSync(join(folder.dir, "connections", "a.yaml"), "kind: Connection");
    writeFileSync(join(folder.dir, "notes.md"), "not read in a folder");
    const done = await runIn(["review", "."], {
      cwd: folder.dir,
      operations: answering(finding("critical")),
    });
    expect(done.code).toBe(3);
    expect(done.calls).toEqual([
      {
        name: "design.review",
        input: { files: [{ path: "connections/a.yaml", text: "kind: Connection" }] },
      },
    ]);
  });

  it.each([
    ["critical", "warning", 0],
    ["warning", "warning", 3],
    ["note", "note", 3],
    ["warning", "note", 0],
    ["never", "critical", 0],
  ] as const)("--fail-on %s with a %s exits %d", async (level, severity, code) => {
    using folder = makeFolder();
    writeFileSync(join(folder.dir, "a.yaml"), "kind: Connection");
    const done = await runIn(["review", "a.yaml", "--fail-on", level], {
      cwd: folder.dir,
      operations: answering(finding(severity)),
    });
    expect(done.code).toBe(code);
  });

  it("of words exits 0 unless a level is given", async () => {
    const words = ["review", "nightly billing ETL"];
    const operations = answering(finding("critical"));
    expect((await runIn(words, { operations })).code).toBe(0);
    expect((await runIn([...words, "--fail-on", "critical"], { operations })).code).toBe(3);
  });

  it("prints SARIF 2.1.0 with rule, level, file and line", async () => {
    using folder = makeFolder();
    writeFileSync(join(folder.dir, "a.yaml"), "kind: Connection");
    const done = await runIn(["review", "a.yaml", "--format", "sarif", "--fail-on", "never"], {
      cwd: folder.dir,
      operations: answering(finding("critical"), finding("note")),
    });
    const sarif = JSON.parse(done.stdout) as { version: string; runs: unknown[] };
    expect(sarif.version).toBe("2.1.0");
    expect(sarif.runs[0]).toMatchObject({
      tool: { driver: { name: "revos", rules: [{ id: "R01" }] } },
      results: [
        {
          ruleId: "R01",
          ruleIndex: 0,
          level: "error",
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: "connections/a.yaml" },
                region: { startLine: 4 },
              },
            },
          ],
        },
        { level: "note" },
      ],
    });
  });

  it("has each failure mode explained by help", async () => {
    const done = await runIn(["help", "r07"], {});
    expect(done.code).toBe(0);
    expect(done.stdout).toContain("R07: The early warning comes after the SLA is broken");
    expect(done.stdout).toContain("severity: warning");
  });

  it("a path that is not there is an error, not a description", async () => {
    using folder = makeFolder();
    const done = await runIn(["review", "connections/nope.yaml"], {
      cwd: folder.dir,
      operations: answering(),
    });
    expect(done.code).toBe(5);
    expect(done.calls).toEqual([]);
  });

  it("lists its rules by id, in the reader's language, and reviews nothing", async () => {
    const done = await runIn(["review", "--rules", "--json"], {});
    expect([done.code, done.calls]).toEqual([0, []]);
    const rules = JSON.parse(done.stdout) as { rule: string; severity: string; title: string }[];
    expect(rules.map(({ rule }) => rule)).toEqual([...failureIds]);
    expect(rules[0]).toMatchObject({ rule: "R01", group: "reliability", severity: "critical" });
    const ja = await runIn(["review", "--rules", "--lang", "ja"], {});
    expect(ja.stdout).toContain(failureModes.R01.title.ja);
  });
});
