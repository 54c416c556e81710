// ask and design: how a request reaches the architect: words, a requirement written as words, or text on stdin.
import { describe, expect, it } from "vitest";
import { runIn } from "../testing/run-cli.ts";
import { answerDocument } from "../testing/sample-answer.ts";

const operations = { "design.answer": () => answerDocument };
const requirement = "kind: PipelineRequirement\nname: a\nsources: [{ system: mysql }]\n";

describe("a request on the command line", () => {
  it("is taken as words", async () => {
    const done = await runIn(["ask", "orders", "hourly", "--json"], { operations });
    expect(done.calls[0]?.input).toMatchObject({ text: "orders hourly" });
  });

  it("is a requirement where the words are one", async () => {
    const done = await runIn(["ask", requirement, "--json"], { operations });
    expect(done.calls[0]?.input).toMatchObject({
      requirement: { kind: "PipelineRequirement", name: "a", sources: [{ system: "mysql" }] },
    });
  });

  it.each([["kind: of blue"], ["kind: PipelineRequirement\nname: [broken"]])(
    "stays words where it is no YAML of that kind: %j",
    async (text) => {
      const done = await runIn(["ask", text, "--json"], { operations });
      expect(done.calls[0]?.input).toMatchObject({ text });
    },
  );

  it.each([
    ["ask", "-"],
    ["design", "-"],
    ["ask", "--file", "-"],
  ])("is read from stdin: %s %s", async (...argv) => {
    const done = await runIn([...argv, "--json"], { operations, input: "orders hourly" });
    expect(done.calls[0]?.input).toMatchObject({ text: "orders hourly" });
  });
});
