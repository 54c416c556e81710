// Files of each kind through the whole review: texts in, findings with file and line out.
import { describe, expect, it } from "vitest";
import { design } from "../../design/answer.ts";
import { artefactsOf } from "../../design/artefacts/artefacts.ts";
import { Answer } from "../../model/answer.ts";
import { reviewFiles } from "./review-files.ts";

const request = {
  text: "load orders from Postgres to Snowflake every hour, SLA 1 hour, no personal data, one region. Owner: sales-data",
};
const files = (lang: "en" | "ja") =>
  artefactsOf(design(request), request, { lang }).map((one) => ({
    path: one.path,
    text: one.blocks.map((block) => block.text).join("\n\n"),
  }));
const find = (path: string, lang: "en" | "ja" = "en") => {
  const found = files(lang).find((one) => one.path === path);
  if (!found) throw new Error(path);
  return found;
};

describe("files under review", () => {
  it("a connection: findings stand at their lines", () => {
    const text = [
      "kind: Connection",
      "spec:",
      "  owner: sales-data",
      "  schedule: { units: 1, timeUnit: days }",
      "  landing: { keep: 30d }",
      "  limits:",
      "    allowEmpty: true",
      "  streams: []",
    ].join("\n");
    const answer = reviewFiles([{ path: "connections/a.yaml", text }], "en");
    Answer.parse(answer);
    expect(answer.findings).toMatchObject([
      { rule: "R10", severity: "critical", file: "connections/a.yaml", line: 7 },
    ]);
  });

  it("a stored design: what its request leaves open", () => {
    const answer = reviewFiles([find("design.yaml")], "en");
    expect(answer.findings).toMatchObject([{ rule: "R07", file: "design.yaml" }]);
  });

  it.each(["en", "ja"] as const)(
    "a design document in %s: complete, then with a section taken out",
    (lang) => {
      const whole = find("architecture.md", lang);
      expect(reviewFiles([whole], lang).findings).toEqual([]);
      const title = lang === "en" ? "**Raw retention**" : "**生データの保持**";
      const [before = "", after = ""] = whole.text.split(title);
      const cut = before + after.slice(after.indexOf("\n**"));
      const answer = reviewFiles([{ ...whole, text: cut }], lang);
      expect(answer.findings.map((one) => one.rule)).toEqual(["R05", "C03"]);
      expect(answer.findings[0]?.message).toContain(
        lang === "en" ? "Raw retention" : "生データの保持",
      );
    },
  );

  it("a description: as words, with the file's name", () => {
    const answer = reviewFiles(
      [
        {
          path: "today.md",
          text: "Every night cron runs a Python script that does INSERT INTO invoices.",
        },
      ],
      "en",
    );
    expect(answer.findings.map((one) => one.rule)).toContain("R01");
    expect(answer.findings.every((one) => one.file === "today.md")).toBe(true);
  });

  it("a folder: all together, what is none of ours is named", () => {
    const all = files("en").filter((one) => one.path.endsWith(".yaml"));
    const answer = reviewFiles(
      [
        ...all,
        { path: "broken.yaml", text: "kind: [" },
        { path: "k8s.yaml", text: "kind: Deployment" },
      ],
      "en",
    );
    Answer.parse(answer);
    const checked = answer.sections.checked?.join("\n") ?? "";
    expect(checked).toContain("Could not judge broken.yaml: not YAML");
    expect(checked).toContain("Could not judge k8s.yaml: kind Deployment");
    expect(answer.findings.some((one) => one.file?.startsWith("contracts/"))).toBe(true);
  });

  it("a file alone that is not YAML is an error with its line", () => {
    expect(() =>
      reviewFiles([{ path: "broken.yaml", text: "kind: Connection\nspec: [" }], "en"),
    ).toThrow(expect.objectContaining({ code: "config.yaml_invalid" }));
  });
});
