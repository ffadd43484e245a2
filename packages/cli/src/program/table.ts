import { trimDecimal } from "@depthwire/core/internal";

/** One column of a {@link table}. */
export interface Column<Row> {
  readonly title: string;
  readonly of: (row: Row) => string;
  /** Numbers stand at the right, without zeros at the end of their fraction. */
  readonly isNumber?: true;
}

const gap = "  ";

/** Rows under titles; one row a paragraph, with a line for each column, where the screen is narrower. */
export function table<Row>(rows: readonly Row[], columns: readonly Column<Row>[], screenColumns: number): string {
  const cells = rows.map((row) =>
    columns.map(({ of, isNumber }) => inOneLine(isNumber === true ? trimDecimal(of(row)) : of(row))),
  );
  const widths = columns.map(({ title }, at) => Math.max(title.length, ...cells.map((row) => row[at]?.length ?? 0)));
  const width = widths.reduce((sum, one) => sum + one, 0) + gap.length * (columns.length - 1);
  if (width > screenColumns) {
    return paragraphs(cells, columns);
  }
  const line = (texts: readonly string[]): string =>
    texts
      .map((text, at) =>
        columns[at]?.isNumber === true ? text.padStart(widths[at] ?? 0) : text.padEnd(widths[at] ?? 0),
      )
      .join(gap)
      .trimEnd();
  return [line(columns.map(({ title }) => title)), ...cells.map(line)].join("\n");
}

/** Texts of a venue may hold what moves a terminal's cursor. */
export function printable(text: string): string {
  return text.replace(/[^\P{Cc}\n]/gu, "\u{fffd}");
}

function inOneLine(text: string): string {
  return printable(text).replaceAll("\n", " ");
}

function paragraphs<Row>(cells: readonly (readonly string[])[], columns: readonly Column<Row>[]): string {
  const width = Math.max(...columns.map(({ title }) => title.length));
  return cells
    .map((row) => columns.map(({ title }, at) => `${title.padEnd(width)}${gap}${row[at] ?? ""}`).join("\n"))
    .join("\n\n");
}
