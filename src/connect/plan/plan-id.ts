// The name of a plan: a hash of what it would do, so that apply does exactly that plan or refuses.

import type { PlanItem } from "../../model/plan.ts";

import { sorted } from "./flatten.ts";

/** `p_` and six characters over actions, changes and effects; estimates are left out, so that counting rows changes no plan. */
export function planId(items: readonly PlanItem[], consent: string): string {
  const content = items.map(({ action, name, id, changes, effects }) => ({
    action,
    name,
    id: id ?? null,
    changes: sorted(changes),
    effects: effects.map(({ code, data }) => [code, sorted({ ...data, rows: null, bytes: null })]),
  }));
  return `p_${hashText(JSON.stringify([content, consent]))}`;
}

/** The same for a plan that is no list of items. */
export const contentId = (content: unknown): string =>
  `p_${hashText(JSON.stringify(sorted(content)))}`;

/** Two 32-bit mixes of the text (cyrb53), as six base-32 characters: enough to tell plans apart, not a secret. */
function hashText(text: string): string {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return (
    ((b >>> 0) % 0x40000000).toString(32).padStart(6, "0").slice(0, 3) +
    ((a >>> 0) % 0x40000000).toString(32).padStart(6, "0").slice(-3)
  );
}
