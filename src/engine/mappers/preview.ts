// What a list of mappers would do to sample rows: before and after, in memory only. `revos mappers preview` prints it.
import type { MapperPlan } from "./plan.ts";

export type SampleRows = {
  /** Source column names, in the order of the values. */
  readonly columns: readonly string[];
  /** Canonical texts; null is NULL. */
  readonly values: readonly (readonly (string | null)[])[];
};

export type PreviewRow = Readonly<Record<string, string | null>>;

export type MapperPreview = {
  readonly before: readonly PreviewRow[];
  /** Rows that would land, in the order of `before`, under their final names. */
  readonly after: readonly PreviewRow[];
  /** Rows that a row filter drops. */
  readonly dropped: number;
  /** Rows that would go to quarantine because a privacy transform failed: by column and rule, no values. */
  readonly quarantined: readonly {
    readonly column: string;
    readonly rule: string;
    readonly rows: number;
  }[];
};

/** Pure: nothing is stored, nothing leaves. Encrypted values differ from call to call, as they would from run to run. */
export function previewMappers(plan: MapperPlan, sample: SampleRows): MapperPreview {
  const places = new Map(sample.columns.map((name, at) => [name, at]));
  const after: PreviewRow[] = [];
  const failures = new Map<
    string,
    { readonly column: string; readonly rule: string; rows: number }
  >();
  let dropped = 0;
  for (const row of sample.values) {
    const get = (column: string): string | null => row[places.get(column) ?? -1] ?? null;
    if (plan.everyFilter && !plan.everyFilter.keep(plan.everyFilter.fields.map(get))) {
      dropped++;
      continue;
    }
    const { cells, failed } = applyRead(plan, get);
    for (const { column, rule } of failed) {
      const known = failures.get(`${column}\n${rule}`) ?? { column, rule, rows: 0 };
      known.rows++;
      failures.set(`${column}\n${rule}`, known);
    }
    if (failed.length === 0)
      after.push(
        Object.fromEntries(plan.project.map(({ name, from }) => [name, cells.get(from) ?? null])),
      );
  }
  return {
    before: sample.values.map((row) =>
      Object.fromEntries(sample.columns.map((name, at) => [name, row[at] ?? null])),
    ),
    after,
    dropped,
    quarantined: [...failures.values()],
  };
}

function applyRead(plan: MapperPlan, get: (column: string) => string | null) {
  const cells = new Map<string, string | null>();
  const failed: { readonly column: string; readonly rule: string }[] = [];
  for (const { source, name, privacy } of plan.read) {
    const text = get(source);
    const made = text === null || !privacy ? { text } : privacy(text);
    if ("failed" in made) failed.push({ column: name, rule: made.failed });
    cells.set(name, "text" in made ? made.text : null);
  }
  return { cells, failed };
}
