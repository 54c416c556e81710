// Whether a mention is denied or put off. English denies before the word and within the clause; Japanese after it.
import { clauseAt, type Clause } from "./normalize.ts";

const deniedBeforeEn =
  /(?:^|[\s(,])(?:no|not|never|without|nor|neither|nothing|none of the|isn't|aren't|don't|doesn't|do not|does not|didn't|won't|can't|cannot|instead of|rather than|except(?: for)?|excluding|drop|avoid|stop using|no longer|free of|lacks?|zero|not about|hardly any)(?:\s+(?:need|want|have|contain|include|hold|any|a|an|the|use|using|to|be|is|are|of|our|as|want to|plan to|really|yet|involve|require|carry|see|do|run|doing)){0,5}\s*$/;
/** `no A or B`, `no A, no B`: a list that a negation opened reaches on. */
const listOpen =
  /(?:^|[\s(,])(?:no|without|neither|not)\s+(?:[a-z0-9'/-]+\s+){1,3}(?:or|and|nor)\s+(?:[a-z0-9'/-]+\s+){0,1}$/;
const deniedAfterEn =
  /^\s*(?:is|are|was|will be|should be|data)?\s*(?:not needed|not required|unnecessary|not involved|not allowed|excluded|out of scope|off the table|is none|: none|none\b|not included|isn't needed|is not there|does not apply|comes for free)/;
const deniedAfterJa =
  /^[^、。,\n]{0,12}?(?:ではな|じゃな|でな(?:い|く)|はな(?:い|く|し)|がな(?:い|く)|もな(?:い|く|し)|なし|無し|無い|無く|不要|いらない|要らない|いりません|ありません|含まな|含まれな|含みません|しない|せず|しなく|しません|扱わな|扱いません|使わな|使いません|以外|抜きで|を除|対象外|禁止|避けたい|やめたい|ゼロ)/;
/** Words between a mention and a denial that belong to another verb: `取り込みは日次でよく、監視は不要` stops at 、 already. */
const stopJa = /(?:したい|ほしい|してください|必要|だが|けれど|ので|ため)/;

const deferredEn =
  /\b(?:later(?: on)?|afterwards|at some point|some day|someday|eventually|in the future|next year|next quarter|comes later|not now|a separate project|once that is done|in a second step|phase two|phase 2)\b/;
const deferredJa =
  /後で|あとで|後日|将来|いずれ|今後|次の段階|次フェーズ|別途|別プロジェクト|そのうち|後回し/;

export type Sense = { readonly negated: boolean; readonly deferred: boolean };

export function senseOf(flat: string, clauses: readonly Clause[], at: number, end: number): Sense {
  const clause = clauseAt(clauses, at);
  const before = flat.slice(clause.at, at);
  const after = flat.slice(end, Math.max(end, clause.end));
  const stop = stopJa.exec(after);
  const denial = deniedAfterJa.exec(after);
  const negated =
    deniedBeforeEn.test(before) ||
    listOpen.test(before) ||
    deniedAfterEn.test(after) ||
    (denial !== null && !(stop && stop.index < denial[0].length - 3));
  return { negated, deferred: isDeferred(flat, clauses, clause) };
}

/** `later` holds for its own sentence: `Later on somebody also has to work out the star schema.` */
function isDeferred(flat: string, clauses: readonly Clause[], clause: Clause): boolean {
  const mates = clauses.filter((one) => one.sentence === clause.sentence);
  const own = flat.slice(clause.at, clause.end);
  if (deferredEn.test(own) || deferredJa.test(own)) return true;
  // A clause that opens the sentence with `later` reaches over its comma.
  const first = mates[0];
  if (!first || first === clause) return false;
  const opening = flat.slice(first.at, first.end).trim();
  return /^(?:later(?: on)?|afterwards|eventually|in the future|後で|あとで|将来は?|今後は?|いずれは?|後日)[,、]?$/.test(
    opening,
  );
}
