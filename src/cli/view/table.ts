// Tables: fit to the width on a terminal, never cut when piped, a list below 60 columns or with --accessible.
import { cellWidth, cutMiddle, padEnd, padStart, printable, type Measure } from "./width.ts";

export type Column<Row> = {
  readonly title: string;
  readonly value: (row: Row) => string;
  readonly right?: boolean;
  /** May be cut in the middle on a narrow terminal. Numbers and states may not. */
  readonly cut?: boolean;
  /** May be left out where the table is wider than the terminal; the lowest number goes first. */
  readonly spare?: number;
  /** The first column: names that may not be cut and are long; each gets a line of its own where the table is too wide. */
  readonly own?: boolean;
};

export type TableStyle = Measure & {
  /** Null: no bound (piped). */
  readonly width: number | null;
  readonly list: boolean;
  /** Styles a finished cell; must not change its width. */
  readonly paint?: (cell: string, column: number, row: number) => string;
  readonly gap?: number;
};

/** A cell is one line of harmless text, whatever a source calls its tables. */
const harmless = <Row>(column: Column<Row>): Column<Row> => ({
  ...column,
  value: (row) => printable(column.value(row).replace(/\s*[\r\n\t]+\s*/g, " ")),
});

export function renderTable<Row>(
  given: readonly Column<Row>[],
  rows: readonly Row[],
  style: TableStyle,
): string {
  const columns = given.map(harmless);
  if (style.list || (style.width !== null && style.width < 60))
    return renderList(
      columns,
      rows.map((row) => columns.map((column) => column.value(row))),
    );
  const gap = style.gap ?? 2;
  const [first, ...others] = columns;
  const whole = leaveOut(columns, rows, gap, style);
  const own = first?.own && isWider(columns, rows, gap, style);
  return (
    (own
      ? withOwnLines(first, others, rows, gap, style)
      : renderFitting(whole, rows, gap, style)) ??
    renderList(
      columns,
      rows.map((row) => columns.map((column) => column.value(row))),
    )
  );
}

const isWider = <Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  gap: number,
  style: TableStyle,
): boolean =>
  style.width !== null &&
  columns.reduce((sum, column) => sum + naturalWidth(column, rows, style) + gap, -gap) >
    style.width;

const ownIndent = "    ";

/** The first column above each row. */
function withOwnLines<Row>(
  first: Column<Row>,
  others: readonly Column<Row>[],
  rows: readonly Row[],
  gap: number,
  style: TableStyle,
): string | null {
  const narrow = { ...style, width: style.width === null ? null : style.width - ownIndent.length };
  const rest = renderFitting(leaveOut(others, rows, gap, narrow), rows, gap, narrow);
  if (rest === null) return null;
  const [head = "", ...lines] = rest.split("\n");
  return [
    first.title,
    `${ownIndent}${head}`,
    ...rows.flatMap((row, at) => [first.value(row), `${ownIndent}${lines[at] ?? ""}`]),
  ].join("\n");
}

const naturalWidth = <Row>(column: Column<Row>, rows: readonly Row[], measure: Measure): number =>
  rows.reduce(
    (widest, row) => Math.max(widest, cellWidth(column.value(row), measure)),
    cellWidth(column.title, measure),
  );

/** Without the spare columns that do not fit: a name that is whole says more than two that are cut. */
function leaveOut<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  gap: number,
  style: TableStyle,
): readonly Column<Row>[] {
  const { width } = style;
  if (width === null) return columns;
  const left = columns.map((column) => ({ column, width: naturalWidth(column, rows, style) }));
  const whole = () => left.reduce((sum, one) => sum + one.width + gap, -gap);
  while (whole() > width) {
    const spare = left
      .filter(({ column }) => column.spare !== undefined)
      .sort((a, b) => (a.column.spare ?? 0) - (b.column.spare ?? 0))[0];
    if (!spare) break;
    left.splice(left.indexOf(spare), 1);
  }
  return left.map(({ column }) => column);
}

function renderFitting<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  gap: number,
  style: TableStyle,
): string | null {
  const cells = rows.map((row) => columns.map((column) => column.value(row)));
  const natural = columns.map((column) => naturalWidth(column, rows, style));
  const widths = fit(columns, natural, gap, style.width);
  if (widths === null) return null;
  const line = (row: readonly string[], index: number) =>
    row
      .map((text, i) => {
        const width = widths[i] ?? 0;
        const fitted = cutMiddle(text, width, style);
        const last = i === row.length - 1;
        const padded = columns[i]?.right
          ? padStart(fitted, width, style)
          : last
            ? fitted
            : padEnd(fitted, width, style);
        return style.paint && index >= 0 ? style.paint(padded, i, index) : padded;
      })
      .join(" ".repeat(gap))
      .trimEnd();
  return [
    line(
      columns.map((column) => column.title),
      -1,
    ),
    ...cells.map((row, i) => line(row, i)),
  ].join("\n");
}

/** Narrows the widest cuttable column until the table fits; null when nothing more can be cut. */
function fit<Row>(
  columns: readonly Column<Row>[],
  natural: readonly number[],
  gap: number,
  bound: number | null,
): number[] | null {
  const widths = [...natural];
  if (bound === null) return widths;
  const least = 8;
  let over = widths.reduce((sum, width) => sum + width, 0) + gap * (widths.length - 1) - bound;
  while (over > 0) {
    let widest = -1;
    columns.forEach((column, i) => {
      const width = widths[i] ?? 0;
      if (column.cut && width > least && (widest < 0 || width > (widths[widest] ?? 0))) widest = i;
    });
    if (widest < 0) return null;
    widths[widest] = (widths[widest] ?? 0) - 1;
    over--;
  }
  return widths;
}

function renderList<Row>(
  columns: readonly Column<Row>[],
  cells: readonly (readonly string[])[],
): string {
  return cells
    .map((row) => columns.map((column, i) => `${column.title}: ${row[i] ?? ""}`).join("\n"))
    .join("\n\n");
}

/** One row per line, tab-separated, no header; tabs and line ends inside a value are escaped. */
export function renderPlain<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  return rows
    .map((row) => columns.map((column) => plainCell(column.value(row))).join("\t"))
    .join("\n");
}

export const plainCell = (text: string): string =>
  text
    .replaceAll("\\", "\\\\")
    .replaceAll("\t", "\\t")
    .replaceAll("\n", "\\n")
    .replaceAll("\r", "\\r");
