// Handoff packets: one file per partner with what it does, the paths it owns and what it starts from (000 §コラボレーション).
import { one, type Artefact, type Writing } from "../artefact.ts";
import { layoutState, partnersOf, type Partner } from "./partners.ts";

export function handoffs(w: Writing): Artefact[] {
  const partners = partnersOf(w);
  if (partners.length === 0) return [];
  const state = layoutState(w);
  const open = w.outcome.case.decided.asks.map((ask) => `\`${ask.code}\``).join(", ");
  if (state === "withheld")
    return [
      file("withheld", [
        `# ${w.say("Handoffs are withheld", "引き継ぎは保留中")}: ${w.layout.name} → -`,
        "",
        w.say(
          `LAYOUT is open (${open}): no partner starts before the mode is decided. Waiting: ${partners.map((p) => p.name).join(", ")}.`,
          `LAYOUT が未確定 (${open}) のため、処理モードが決まるまで引き継ぎません。待機中: ${partners.map((p) => p.name).join("、")}。`,
        ),
      ]),
    ];
  const owning = partners.filter((partner) => partner.owns !== null);
  return partners.map((partner) =>
    file(partner.name.toLowerCase(), packet(w, partner, owning, state === "provisional", open)),
  );
}

function packet(
  w: Writing,
  partner: Partner,
  owning: readonly Partner[],
  isProvisional: boolean,
  open: string,
): string[] {
  const others = owning.filter((other) => other.name !== partner.name);
  // Seed 000: three or more start in parallel after LAYOUT, each on its own paths; a single one is asked directly.
  const way =
    owning.length >= 3 && partner.owns !== null
      ? w.say(
          `In parallel with ${others.map((other) => `${other.name} (${other.owns})`).join(", ")}, after LAYOUT is agreed.`,
          `LAYOUT の確定後、${others.map((other) => `${other.name} (${other.owns})`).join("、")} と並行して開始します。`,
        )
      : w.say("Asked directly.", "直接依頼します。");
  return [
    `# ${w.say("Handoff", "引き継ぎ")}: ${w.layout.name} → ${partner.name}`,
    "",
    ...(isProvisional
      ? [
          w.say(
            `> **PROVISIONAL.** LAYOUT is open: ${open}. Read, do not build yet.`,
            `> **暫定版 (PROVISIONAL)。** LAYOUT が未確定です: ${open}。確認のみとし、実装は開始しないでください。`,
          ),
          "",
        ]
      : []),
    `- ${w.say("Task", "作業")}: ${partner.needs.map((need) => need[w.lang].replace(/[.。]$/, "")).join(w.say("; ", "、"))}${w.say(".", "。")}`,
    ...(partner.owns
      ? [
          `- ${w.say("Owns", "担当パス")}: \`${partner.owns}\`${w.say(" and nothing else.", " のみ。")}`,
        ]
      : []),
    `- ${w.say("Starts from", "入力")}: ${partner.reads.map((path) => `\`${path}\``).join(", ")}`,
    `- ${w.say("Way", "進め方")}: ${way}`,
    `- ${w.say("Done when", "完了条件")}: ${w.say("the contracts of each boundary hold, and tests/plan.md passes on it.", "各境界のコントラクトを満たし、tests/plan.md に合格すること。")}`,
  ];
}

const file = (name: string, text: readonly string[]): Artefact => ({
  path: `handoff/${name}.md`,
  kind: "handoff",
  comment: "markdown",
  blocks: [one("packet", text.join("\n"))],
});
