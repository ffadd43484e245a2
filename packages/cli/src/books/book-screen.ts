import { cutLine, type Line, plainText } from "../screen/layout.js";
import type { ScreenSize } from "../screen/screen.js";
import type { BookFacts } from "./book-facts.js";
import { bookTable } from "./book-table.js";
import { headRows, ladder, minTwoSidedColumns } from "./ladder.js";

/** A ladder that is one of several has at least so many rows: title, figures, headings, and some levels. */
const minLadderRows = 12;
const gap = 4;

/** All books as lines that fit the terminal: ladders as long as there is room for each, a table beyond. */
export function bookScreen(books: readonly BookFacts[], size: ScreenSize): Line[] {
  const [only] = books;
  if (only !== undefined && books.length === 1) {
    return ladder(only, size);
  }
  const { across, rows } = placesFor(books.length, size);
  return rows < minLadderRows ? bookTable(books, size) : grid(books, size, across, rows);
}

/** How many ladders stand beside each other, and how high each is. */
function placesFor(books: number, size: ScreenSize): { readonly across: number; readonly rows: number } {
  const across = Math.max(1, Math.min(books, Math.floor((size.columns + gap) / (minTwoSidedColumns + gap))));
  const down = Math.ceil(books / across);
  return { across, rows: Math.floor((size.rows - (down - 1)) / down) };
}

/** Most levels a side that the screen shows of each of so many books. */
export function levelsThatFit(books: number, size: ScreenSize): number {
  const { rows } = placesFor(books, size);
  if (books > 1 && rows < minLadderRows) {
    return 1;
  }
  return Math.max(1, rows - headRows, Math.ceil(rows / 2));
}

function grid(books: readonly BookFacts[], { columns }: ScreenSize, across: number, rows: number): Line[] {
  const width = Math.floor((columns + gap) / across) - gap;
  const lines: Line[] = [];
  for (let first = 0; first < books.length; first += across) {
    if (first > 0) {
      lines.push([]);
    }
    const row = books.slice(first, first + across).map((facts) => ladder(facts, { columns: width, rows }));
    const height = first + across >= books.length ? Math.max(...row.map(({ length }) => length)) : rows;
    for (let at = 0; at < height; at++) {
      lines.push(row.flatMap((cells, index) => besideEachOther(cells[at] ?? [], width, index === row.length - 1)));
    }
  }
  return lines;
}

function besideEachOther(line: Line, width: number, isLast: boolean): Line {
  const cut = cutLine(line, width);
  const length = cut.reduce((sum, { text }) => sum + text.length, 0);
  return isLast ? cut : [...cut, { text: " ".repeat(width - length + gap) }];
}

/** A screen as plain text. */
export function screenText(lines: readonly Line[]): string {
  return lines.map(plainText).join("\n");
}
