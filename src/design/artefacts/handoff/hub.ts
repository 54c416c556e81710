// Blocks for an orchestrating hub, only when the input asks: `_STEP_COMPLETE` after an `_AGENT_CONTEXT`, and `NEXUS_HANDOFF`
// after `## NEXUS_ROUTING`, with the eleven fields seed 000 names. The shape of the former is ours, described in docs/internals.
import { toYaml, compact } from "../yaml-text.ts";
import { one, type Artefact, type Writing } from "../artefact.ts";
import { gateText, qualityGate } from "./quality-gate.ts";
import { layoutState, partnersOf } from "./partners.ts";

export const asksForStep = (text: string): boolean => /^\s*_AGENT_CONTEXT\s*:/m.test(text);
export const asksForNexus = (text: string): boolean => /^\s*##\s*NEXUS_ROUTING\b/m.test(text);

export function hubBlocks(w: Writing, request: string, paths: readonly string[]): string | null {
  const parts: string[] = [];
  if (asksForStep(request) || asksForNexus(request))
    parts.push(["```yaml", gateText(w), "```"].join("\n"));
  if (asksForStep(request))
    parts.push(["```yaml", toYaml({ _STEP_COMPLETE: step(w, paths) }), "```"].join("\n"));
  if (asksForNexus(request)) parts.push(nexus(w, request, paths));
  return parts.length === 0 ? null : parts.join("\n\n");
}

export function hubArtefact(
  w: Writing,
  request: string,
  paths: readonly string[],
): Artefact | null {
  const text = hubBlocks(w, request, paths);
  return text === null
    ? null
    : { path: "handoff/hub.md", kind: "handoff", comment: "markdown", blocks: [one("hub", text)] };
}

function status(w: Writing): string {
  if (w.outcome.case.decided.refusal === "full") return "FAILED";
  if (qualityGate(w).status === "BLOCKED" || layoutState(w) === "withheld") return "BLOCKED";
  return layoutState(w) === "provisional" ? "PARTIAL" : "SUCCESS";
}

function step(w: Writing, paths: readonly string[]): Record<string, unknown> {
  const { decided } = w.outcome.case;
  const next = partnersOf(w).map((partner) => partner.name);
  return {
    Agent: "Stream",
    Status: status(w),
    Output: compact({
      pipeline: w.layout.name,
      route: decided.route,
      recipe: decided.recipe,
      mode: decided.mode,
      provisional: decided.provisional,
      tier: decided.tier,
      contracts: w.layout.boundaries.map(
        (boundary) =>
          `${boundary.fromName[w.lang]} -> ${boundary.toName[w.lang]}: ${boundary.datasets.join(", ")}`,
      ),
      artifacts: [...paths],
    }),
    Risks: risks(w),
    Next:
      layoutState(w) === "agreed" && next.length > 0
        ? next
        : decided.asks.length > 0
          ? "USER"
          : "DONE",
    Reason: reasonOf(w),
  };
}

const risks = (w: Writing): string[] => [
  ...new Set(
    w.outcome.lines
      .filter((line) => line.key === "warning" || line.key === "limit")
      .map((line) => line[w.lang]),
  ),
];

function reasonOf(w: Writing): string {
  const mode = w.outcome.held.find(({ rule }) => rule.stage === "mode");
  return mode
    ? `${mode.rule.id}: ${mode.because[w.lang]}`
    : w.say("no mode is decided", "処理モードは未決定");
}

function nexus(w: Writing, request: string, paths: readonly string[]): string {
  const { decided } = w.outcome.case;
  const routed = /^\s*(?:-\s*)?Step\s*:\s*(.+)$/im.exec(request)?.[1]?.trim();
  const next = partnersOf(w);
  const none = w.say("none", "なし");
  const items = (texts: readonly string[]) =>
    texts.length > 0 ? texts.map((text) => `  - ${text}`).join("\n") : `  - ${none}`;
  const confirmations = decided.asks.map((ask) =>
    [
      `  - Trigger: ${ask.code}`,
      `    Question: ${ask.text[w.lang]}`,
      `    Options: ${ask.default ? w.say(`answer it, or go on with "${ask.default.en}"`, `回答するか、「${ask.default.ja}」で進める`) : w.say("answer it", "回答する")}`,
      `    Recommended: ${ask.default?.[w.lang] ?? w.say("answer before WIRE", "WIRE 前に回答")}`,
    ].join("\n"),
  );
  return [
    "## NEXUS_HANDOFF",
    `- Step: ${routed ?? w.layout.name}`,
    "- Agent: Stream",
    `- Summary: ${[decided.route, decided.recipe, decided.mode, decided.tier].filter(Boolean).join(" / ")} (${w.layout.name})`,
    "- Key findings:",
    items([
      reasonOf(w),
      ...w.outcome.lines
        .filter((line) => line.key === "mode" || line.key === "tier")
        .map((line) => line[w.lang]),
    ]),
    "- Artifacts:",
    items(paths),
    "- Risks:",
    items(risks(w)),
    "- Open questions:",
    items(decided.asks.map((ask) => ask.text[w.lang])),
    "- Pending Confirmations:",
    confirmations.length > 0 ? confirmations.join("\n") : `  - ${none}`,
    "- User Confirmations:",
    items(
      Object.entries(w.outcome.case.reading.answers)
        .sort()
        .map(([code, reply]) => `${code}: ${reply}`),
    ),
    `- Suggested next agent: ${next[0]?.name ?? none}`,
    `- Next action: ${layoutState(w) === "agreed" ? w.say("start WIRE with the packets in handoff/", "handoff/ のパケットで WIRE を開始") : w.say("ask the user the open questions", "未決事項をユーザーに確認")}`,
  ].join("\n");
}
