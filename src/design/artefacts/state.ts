// The state of a design as a file: the request, the answers so far, and how far each phase is. `--file design.yaml` goes on from it.
import type { Request } from "../understand/read-request.ts";
import { one, type Artefact, type Writing } from "./artefact.ts";
import { layoutState } from "./handoff/partners.ts";
import { compact, toYaml } from "./yaml-text.ts";

export function state(w: Writing, request: Request): Artefact {
  const { decided, req, reading } = w.outcome.case;
  const open = layoutState(w) !== "agreed";
  const blocking = decided.asks.filter((ask) => ask.blocking).map((ask) => ask.code);
  const document = compact({
    apiVersion: "revos/v1",
    kind: "Design",
    metadata: { name: w.layout.name },
    lang: w.lang,
    request: compact({
      route: request.route,
      recipe: request.recipe,
      text: request.text,
      requirement: request.requirement,
      asOf: request.asOf,
    }),
    answers:
      Object.keys(reading.answers).length > 0
        ? Object.fromEntries(Object.entries(reading.answers).sort())
        : undefined,
    phases: {
      FRAME: compact({
        status: req.missing.length === 0 ? "done" : "open",
        missing: [...req.missing],
      }),
      LAYOUT: compact({
        status: open ? "open" : "done",
        questions: decided.asks.map((ask) => ask.code),
        blocking,
      }),
      OPTIMIZE: { status: decided.freshness ? (open ? "provisional" : "done") : "open" },
      WIRE: { status: open ? "waits for LAYOUT" : "done" },
    },
    decisions: compact({
      route: decided.route,
      recipe: decided.recipe,
      mode: decided.mode,
      tier: decided.tier,
      provisional: decided.provisional || undefined,
      freshness: decided.freshness ? { ...decided.freshness } : undefined,
    }),
    rules: w.outcome.held.map(({ rule }) => rule.id),
  });
  return {
    path: "design.yaml",
    kind: "state",
    comment: "yaml",
    blocks: [one("design", toYaml(document))],
  };
}
