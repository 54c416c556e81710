// Wishes that are said with a noun and a verb, or with a noun that is denied, in many word orders: `delete the raw file`, 生データは残さない,
// `no validation`. Each way is a list of parts that stand near each other; `!` before a part: it is denied.

export type Composite = {
  readonly id: string;
  readonly ways: readonly (readonly string[])[];
  /** A bare denial may describe what is (`the job has no checks`): then it is no wish. */
  readonly isWish: boolean;
};

const wish = (id: string, ...ways: readonly (readonly string[])[]): Composite => ({
  id,
  ways,
  isWish: true,
});

/** Said of what is there: no wish, and a denial of it is one more fact. */
const told = (id: string, ...ways: readonly (readonly string[])[]): Composite => ({
  id,
  ways,
  isWish: false,
});

export const composites: readonly Composite[] = [
  wish("wish.no_checks", ["!noun.checks"], ["verb.skip", "noun.checks"]),
  wish("wish.no_idempotency", ["!noun.idempotency"], ["verb.skip", "noun.idempotency"]),
  wish("wish.discard_raw", ["verb.delete", "noun.raw"], ["!verb.keep", "noun.raw"], ["!noun.raw"]),
  wish("wish.delete_quarantine", ["verb.delete", "noun.quarantine"]),
  wish("wish.no_approval", ["!noun.approval"], ["verb.skip", "noun.approval"]),
  wish("wish.no_monitoring", ["!noun.monitoring"], ["verb.skip", "noun.monitoring"]),
  wish("wish.no_lineage", ["!topic.lineage"], ["verb.skip", "topic.lineage"]),
  wish("wish.no_quarantine", ["!noun.hold"], ["!noun.dlq"], ["verb.skip", "noun.dlq"]),
  wish("wish.no_contract", ["!noun.agreement"], ["verb.skip", "noun.agreement"]),
  wish("wish.no_parallel", ["!topic.dual_run"], ["verb.skip", "topic.dual_run"]),
  wish("wish.release_quarantine", ["adv.unseen", "noun.quarantine"]),
  wish("wish.pii_clear", ["!noun.masking"], ["verb.skip", "noun.masking"]),
  wish("wish.no_schema_evolution", ["verb.skip", "noun.schema_change"], ["!noun.schema_change"]),
  wish(
    "wish.hardcode",
    ["noun.secret", "verb.embed", "noun.code"],
    ["noun.secret", "where.inside"],
  ),
  wish("wish.monolith", ["adj.big", "noun.unit"]),
  told("task.check_fired", ["noun.checks", "verb.failed"]),
  wish("wish.shared_checkpoint", ["verb.share", "noun.position", "noun.live"]),
  told("fail.commit_first", ["verb.commit", "when.before_work"]),
  told("topic.dlq_full", ["noun.dlq", "verb.grow"]),
  told("fail.reload", ["verb.truncate", "verb.reload"]),
  told("fail.whole_retry", ["verb.retry", "what.whole"]),
  told("task.connector_code", ["verb.implement", "noun.connector"]),
  told("task.release", ["noun.quarantine", "verb.release"]),
  wish("wish.no_backup", ["!noun.backup"], ["verb.skip", "noun.backup"]),
];
