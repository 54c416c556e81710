// Ids of quarantine groups: rows of one stream that are held for one reason. Readable (`q_orders-amount-3f9c1a`), the same
// in every run, and of its own for every source, stream and target, so that two connections never share a group.
import { createHash } from "node:crypto";
import { quoteText } from "../../connector/workbench.ts";

const slugLength = 24;
const hashLength = 6;

const slug = (name: string): string =>
  name
    .replace(/[^A-Za-z0-9_]+/g, "_")
    .slice(0, slugLength)
    .toLowerCase();

/** `scope`: what `quarantineScope` gives for the stream. A row with several reasons belongs to the group of its first. */
export function groupId(scope: string, stream: string, column: string, rule: string): string {
  const hash = createHash("sha256")
    .update(`${scope}\n${column}\n${rule}`)
    .digest("hex")
    .slice(0, hashLength);
  return `q_${slug(stream)}-${slug(column)}-${hash}`;
}

/** The same in DuckDB's SQL, over expressions for column and rule. */
export function groupIdSql(scope: string, stream: string, column: string, rule: string): string {
  const shown = `lower(left(regexp_replace(${column}, '[^A-Za-z0-9_]+', '_', 'g'), ${slugLength}))`;
  const hash = `left(sha256(${quoteText(`${scope}\n`)} || ${column} || chr(10) || ${rule}), ${hashLength})`;
  return `(${quoteText(`q_${slug(stream)}-`)} || ${shown} || '-' || ${hash})`;
}
