// Whether a mention is denied or put off. English denies before the word and within the clause; Japanese after it.
import { clauseAt, type Clause } from "./normalize.ts";

const deniedBeforeEn =
  /(?:^|[\s(,])(?:no|not|never|without|nor|neither|nothing|none of the|isn't|aren't|don't|doesn't|do not|does not|didn't|won't|can't|cannot|instead of|rather than|except(?: for)?|excluding|drop|avoid|stop using|no longer|free of|lacks?|zero|not about|hardly any)(?:\s+(?:need|want|have|contain|include|hold|any|that|this|those|these|a|an|the|use|using|to|be|is|are|of|our|as|want to|plan to|really|yet|involve|require|carry|see|do|run|doing)){0,5}\s*$/;
/** `no A or B`, `no A, no B`: a list that a negation opened reaches on. */
const listOpen =
  /(?:^|[\s(,])(?:no|without|neither|not)\s+(?:[a-z0-9'/-]+\s+){1,3}(?:or|and|nor)\s+(?:[a-z0-9'/-]+\s+){0,1}$/;
const deniedAfterEn =
  /^\s*(?:is|are|was|will be|should be|data)?\s*(?:not needed|not required|unnecessary|not involved|not allowed|excluded|out of scope|off the table|is none|: none|none\b|not included|isn't needed|is not there|does not apply|comes for free)/;
/** `XやYは含まない`, `XもYもいらない`, `X ではなく`: particles, a list, an adverb, then the denial. `しないといけない` is a duty, no denial. */
const deniedAfterJa = new RegExp(
  String.raw`^\s*(?:など|等|類|系)?(?:(?:や|と|・|か|も|とか)[^、。,\n]{1,14}?)?\s*(?:は|も|が|を|に|へ|には|へは|で|との|:|の[^、。,\n]{1,4}?で)?\s*(?:一切|特に|とくに|まったく|全く|今回は?|もう)?\s*` +
    String.raw`(?:では?な[いく]|じゃな[いく]|ではありません|な(?:い|く|し)(?!けれ)|無[いくし]|不要|不必要|いらな|要らな|いりません|要りません|(?:である|な|とする|にする)?必要(?:は|が|性は|性が)?(?:な|ありません|ございません|無)|ありません|含ま(?:な|れな|ず|ない)|含みません|(?:送ら|出さ|渡さ|流さ|越え|越さ|またが|移さ)(?:ず|な(?:い|く))|しない|せず|しません|行わ(?:な|ず)|行いません|扱わ(?:な|ず)|扱いません|使わ(?:な|ず)|使いません|使いたくな|使え(?:な|ず|ません)|使用(?:し(?:な|ません)|せず|不可|禁止)|利用(?:し(?:な|ません)|せず|不可)|用い(?:な|ず)|入れ(?:な|ず)|頼ら(?:な|ず)|やめ|以外|抜き|を?除[いく外]|対象外|禁止|避けたい|やめたい|ゼロ|NG|ng(?![a-z])|だめ|ダメ|省い|省略|省く)` +
    String.raw`(?!と(?:いけ|だめ|ダメ|困|なら|成り)|ければ|くては|ようにし|よう(?:に|な)|ことを(?:確認|保証)|わけ|だけで)`,
);

const deferredEn =
  /\b(?:later(?: on)?|afterwards|at some point|some day|someday|eventually|in the future|next year|next quarter|comes later|not now|a separate project|once that is done|in a second step|phase two|phase 2)\b/;
const deferredJa =
  /後で|あとで|後日|将来|いずれ|今後|次の段階|次フェーズ|別途|別プロジェクト|そのうち|後回し/;

export type Sense = { readonly negated: boolean; readonly deferred: boolean };

export function senseOf(flat: string, clauses: readonly Clause[], at: number, end: number): Sense {
  const clause = clauseAt(clauses, at);
  const before = flat.slice(clause.at, at);
  const after = flat.slice(end, Math.max(end, clause.end));
  const negated =
    (deniedBeforeEn.test(before) && !/\bnot (?:only|just|merely)\b[^,.]*$/.test(before)) ||
    listOpen.test(before) ||
    deniedAfterEn.test(after) ||
    deniedAfterJa.test(after);
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
