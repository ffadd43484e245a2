/** A piece of one line. `style` is the parameter of a select-graphic-rendition sequence: `32` for green. */
export interface Segment {
  readonly text: string;
  readonly style?: string;
}

/** One line of a terminal. */
export type Line = readonly Segment[];

/** One column of a table. */
export interface Column<Row> {
  readonly heading: string;
  readonly align: "left" | "right";
  /** The column with the highest rank goes first where the terminal is too narrow. */
  readonly rank: number;
  /** One-cell characters only. */
  cell(row: Row): string;
  /** Style of the cell, if any. */
  style?(row: Row): string | undefined;
}

const gap = "  ";

/** A heading and a line for each row. Columns that do not fit into `width` cells are left out, lowest rank last. */
export function layOut<Row>(columns: readonly Column<Row>[], rows: readonly Row[], width: number): Line[] {
  const sized = columns.map((column) => ({
    column,
    width: Math.max(column.heading.length, ...rows.map((row) => column.cell(row).length)),
  }));
  let fitting = sized;
  while (fitting.length > 1 && totalWidth(fitting) > width) {
    const maxRank = Math.max(...fitting.map(({ column }) => column.rank));
    fitting = fitting.filter(({ column }) => column.rank !== maxRank);
  }
  const heading = fitting.map(({ column, width }) => ({ text: pad(column.heading, width, column.align), style: "2" }));
  const lines = rows.map((row) =>
    fitting.map(({ column, width }) => ({
      text: pad(column.cell(row), width, column.align),
      ...styleOf(column.style?.(row)),
    })),
  );
  return [heading, ...lines].map((cells) => cutLine(withGaps(cells), width));
}

function totalWidth(columns: readonly { readonly width: number }[]): number {
  return columns.reduce((sum, { width }) => sum + width, (columns.length - 1) * gap.length);
}

function styleOf(style: string | undefined): Pick<Segment, "style"> {
  return style === undefined ? {} : { style };
}

function pad(text: string, width: number, align: "left" | "right"): string {
  return align === "left" ? text.padEnd(width) : text.padStart(width);
}

function withGaps(cells: readonly Segment[]): Segment[] {
  return cells.flatMap((cell, index) => (index === 0 ? [cell] : [{ text: gap }, cell]));
}

/** The parts one after another, on as many lines as they need. */
export function flow(parts: readonly string[], width: number): Line[] {
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    const joined = last === undefined ? part : `${last}${gap}${part}`;
    if (last !== undefined && joined.length <= width) {
      lines[lines.length - 1] = joined;
    } else {
      lines.push(part);
    }
  }
  return lines.map((text) => cutLine([{ text }], width));
}

/** The first `width` cells of a line. */
export function cutLine(line: Line, width: number): Line {
  let left = Math.max(0, width);
  const kept: Segment[] = [];
  for (const segment of line) {
    if (left <= 0) {
      break;
    }
    kept.push({ ...segment, text: segment.text.slice(0, left) });
    left -= segment.text.length;
  }
  return kept;
}

/** The text of a line, without trailing blanks. */
export function plainText(line: Line): string {
  return line
    .map(({ text }) => text)
    .join("")
    .trimEnd();
}

/** The line with its styles as escape sequences. */
export function styledText(line: Line): string {
  return line.map(({ text, style }) => (style === undefined ? text : `\u001b[${style}m${text}\u001b[0m`)).join("");
}
