// A store and the table format in it are one system: S3 上の Iceberg, `Delta on GCS`, `Iceberg tables in ADLS`.
import type { Mention } from "./systems.ts";

const stores: ReadonlySet<string> = new Set(["s3", "gcs", "azureblob", "hive", "lake"]);
const formats: ReadonlySet<string> = new Set(["iceberg", "delta", "hudi", "parquet"]);

const inside =
  /^[\s"'`(]*(?:バケット|bucket)?\s*(?:上(?:の|に(?:ある|置いた)?)|の(?:上の?)?|内の|にある|に置いた|に置く|に)?\s*(?:apache\s+|open\s+)?[\s"'`(]*$/;
const on =
  /^\s*(?:v?\d+\s*)?(?:tables?|files?|format|lakehouse|テーブル|形式)?\s*(?:\(\s*)?(?:on|in|over|at|上|@|を|は)\s*(?:top\s+of\s+)?(?:(?:our|the|an?|amazon|aws|azure|google)\s+)*$/;

/** The format takes the place, and the words, of the two. */
export function joinStores(flat: string, mentions: Mention[]): void {
  for (let i = 0; i + 1 < mentions.length; i += 1) {
    const [one, next] = [mentions[i], mentions[i + 1]];
    if (!one || !next) continue;
    const between = flat.slice(one.end, next.at);
    const [store, format] =
      stores.has(one.id) && formats.has(next.id) && inside.test(between)
        ? [one, next]
        : formats.has(one.id) && stores.has(next.id) && on.test(between)
          ? [next, one]
          : [null, null];
    if (!store || !format) continue;
    // 「S3 に Parquet で」: written there as such files; the store is what is named.
    const kept = format.id === "parquet" ? store : format;
    const other = kept === store ? format : store;
    const isLast = kept === next;
    Object.assign(kept, {
      title: kept === format ? `${format.title} (${store.title})` : store.title,
      role: (isLast ? next.role : (one.role ?? next.role)) ?? other.role,
      because: (isLast ? next.because : one.because || next.because) || other.because,
      at: one.at,
      end: next.end,
    });
    mentions.splice(mentions.indexOf(other), 1);
    i -= 1;
  }
}
