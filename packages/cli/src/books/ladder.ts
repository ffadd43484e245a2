import { cutLine, type Line, type Segment } from "../screen/layout.js";
import type { ScreenSize } from "../screen/screen.js";
import type { BookFacts, LevelText } from "./book-facts.js";
import { sparkLine } from "./spark-line.js";
import { colours, statusStyle } from "./status-style.js";

/** From this width on bids and asks stand beside each other. */
export const minTwoSidedColumns = 44;
/** Rows above the levels: title, figures, a line between, headings. */
export const headRows = 4;
/** Lower than that there is room for prices only. */
const minRowsForHead = 9;
const minSpark = 8;
const minBar = 4;
const between = " │ ";
const gap = "  ";

/** One book as lines that fill `size` and are never more: a wide one with bids and asks beside each other, a narrow one above each other. */
export function ladder(facts: BookFacts, { columns, rows }: ScreenSize): Line[] {
  const isWide = columns >= minTwoSidedColumns && rows >= minRowsForHead;
  return isWide ? wideLadder(facts, columns, rows) : narrowLadder(facts, columns, rows);
}

/** One book as lines that are not wider than `columns`, with as many levels as it has, on as many rows as they need. */
export function wholeLadder(facts: BookFacts, columns: number): Line[] {
  const levels = Math.max(facts.bids.length, facts.asks.length);
  return columns >= minTwoSidedColumns
    ? wideLadder(facts, columns, levels + headRows)
    : narrowLadder(facts, columns, 2 * levels + headRows);
}

function wideLadder(facts: BookFacts, columns: number, rows: number): Line[] {
  const { bids, asks } = facts;
  const levels = rows - headRows;
  const widths = widthsOf(bids.slice(0, levels), asks.slice(0, levels));
  const half = Math.floor((columns - between.length) / 2);
  const head = [titleLine(facts, columns), figuresLine(facts, columns), [], headingLine(widths, half)];
  const count = Math.min(levels, Math.max(bids.length, asks.length));
  const body = Array.from({ length: count }, (_, index) => [
    ...faded(facts, bidHalf(bids[index], widths, half)),
    { text: between, style: colours.dim },
    ...faded(facts, askHalf(asks[index], widths, half)),
  ]);
  return [...head, ...body].slice(0, rows).map((line) => cutLine(line, columns));
}

/** The title alone, then asks above bids, the best beside each other. */
function narrowLadder(facts: BookFacts, columns: number, rows: number): Line[] {
  const { bids, asks, spread } = facts;
  const hasSpread = rows >= 6 && spread !== undefined;
  const side = Math.max(1, Math.floor((rows - 1 - (hasSpread ? 1 : 0)) / 2));
  const [shownAsks, shownBids] = [asks.slice(0, side), bids.slice(0, side)];
  const widths = widthsOf(shownBids, shownAsks);
  const row = ({ price, quantity }: LevelText, style: string): Line =>
    faded(facts, [
      { text: price.padStart(widths.price), style },
      { text: `${gap}${quantity.padStart(widths.quantity)}` },
    ]);
  const title: Line =
    rows === 1 ? [...(asks[0] ? row(asks[0], colours.ask) : [{ text: facts.status }])] : titleLine(facts, columns);
  const lines = [
    title,
    ...[...shownAsks].reverse().map((level) => row(level, colours.ask)),
    ...(hasSpread ? [[{ text: `spread ${spread}`, style: colours.dim }]] : []),
    ...shownBids.map((level) => row(level, colours.bid)),
  ];
  return lines.slice(0, rows).map((line) => cutLine(line, columns));
}

function titleLine({ pair, status, seq, perSecond, lagMs }: BookFacts, columns: number): Line {
  const figures = [
    ...(seq === undefined ? [] : [`seq ${seq}`]),
    ...(perSecond === undefined ? [] : [`${perSecond.toFixed(1)}/s`]),
    ...(lagMs === undefined ? [] : [`lag ${lagMs} ms`]),
  ];
  const state: Segment = { text: status, style: statusStyle[status] };
  const head = pair.length + gap.length + status.length;
  if (head > columns) {
    // What must not be missed is that it is not live.
    return [status === "live" ? { text: pair, style: statusStyle.live } : state];
  }
  return [
    { text: pair, style: colours.bold },
    { text: gap },
    state,
    { text: whole(figures, columns - head), style: colours.dim },
  ];
}

/** As many of the words as there is room for, each with a gap before it. */
function whole(words: readonly string[], room: number): string {
  let text = "";
  for (const word of words) {
    const longer = `${text}${gap}${word}`;
    if (longer.length > room) {
      break;
    }
    text = longer;
  }
  return text;
}

/** What can be read off the best levels; while the book is not live, why. */
function figuresLine({ status, reason, mid, spread, imbalance, mids }: BookFacts, columns: number): Line {
  if (status !== "live") {
    return [{ text: reason ?? "", style: colours.warn }];
  }
  const parts = [
    ["mid ", mid],
    ["spread ", spread],
    ["imbalance ", imbalance],
  ].flatMap(([name, value]) =>
    value === undefined ? [] : [{ text: name ?? "", style: colours.dim }, { text: value + gap }],
  );
  const left = columns - parts.reduce((sum, { text }) => sum + text.length, 0);
  return left < minSpark ? parts : [...parts, { text: sparkLine(mids, left), style: "36" }];
}

interface Widths {
  readonly price: number;
  readonly quantity: number;
  readonly total: number;
}

function widthsOf(bids: readonly LevelText[], asks: readonly LevelText[]): Widths {
  const levels = [...bids, ...asks];
  const widest = (pick: (level: LevelText) => string, heading: string): number =>
    Math.max(heading.length, ...levels.map((level) => pick(level).length));
  return {
    price: widest(({ price }) => price, "bid"),
    quantity: widest(({ quantity }) => quantity, "quantity"),
    total: widest(({ total }) => total, "total"),
  };
}

/** What of a side fits into half the width: the total goes before the bar does. */
function partsOf(
  { price, quantity, total }: Widths,
  half: number,
): { readonly hasTotal: boolean; readonly bar: number } {
  const plain = price + gap.length + quantity;
  const hasTotal = plain + gap.length + total <= half;
  const bar = half - plain - (hasTotal ? gap.length + total : 0) - gap.length;
  return { hasTotal, bar: bar >= minBar ? bar : 0 };
}

function headingLine(widths: Widths, half: number): Line {
  const { hasTotal } = partsOf(widths, half);
  const { price, quantity, total } = widths;
  const left = [...(hasTotal ? ["total".padStart(total)] : []), "quantity".padStart(quantity), "bid".padStart(price)];
  const right = ["ask".padStart(price), "quantity".padStart(quantity), ...(hasTotal ? ["total".padStart(total)] : [])];
  const text = `${left.join(gap).padStart(half)}${" ".repeat(between.length)}${right.join(gap)}`;
  return [{ text, style: colours.dim }];
}

function bidHalf(level: LevelText | undefined, widths: Widths, half: number): Line {
  if (level === undefined) {
    return [{ text: " ".repeat(half) }];
  }
  const { hasTotal, bar } = partsOf(widths, half);
  const total = hasTotal ? `${level.total.padStart(widths.total)}${gap}` : "";
  const quantity = `${level.quantity.padStart(widths.quantity)}${gap}`;
  const price = level.price.padStart(widths.price);
  const rest = half - bar - total.length - quantity.length - price.length;
  return [
    { text: barText(level.share, bar).padStart(bar), style: `2;${colours.bid}` },
    { text: " ".repeat(Math.max(0, rest)) },
    { text: total, style: colours.dim },
    { text: quantity },
    { text: price, style: colours.bid },
  ];
}

function askHalf(level: LevelText | undefined, widths: Widths, half: number): Line {
  if (level === undefined) {
    return [];
  }
  const { hasTotal, bar } = partsOf(widths, half);
  return [
    { text: level.price.padStart(widths.price), style: colours.ask },
    { text: `${gap}${level.quantity.padStart(widths.quantity)}` },
    { text: hasTotal ? `${gap}${level.total.padStart(widths.total)}` : "", style: colours.dim },
    { text: gap },
    { text: barText(level.share, bar), style: `2;${colours.ask}` },
  ];
}

function barText(share: number, width: number): string {
  return "█".repeat(Math.round(share * width));
}

/** Levels of a book that is not live are what was known last: they must not look like the present. */
function faded({ status }: BookFacts, line: Line): Line {
  return status === "live" ? line : line.map(({ text }) => ({ text, style: colours.dim }));
}
