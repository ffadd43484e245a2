import { type Column, flow, type Line, layOut } from "../screen/layout.js";
import { milliseconds } from "../screen/number-format.js";
import type { ScreenSize } from "../screen/screen.js";
import type { BookFacts } from "./book-facts.js";
import { sparkLine } from "./spark-line.js";
import { colours, statusStyle } from "./status-style.js";

const absent = "-";
const sparkColumns = 20;

/** From this width on a status stands beside the prices; in a narrower table it stands in their place. */
const minStatusColumns = 44;

const narrowColumns: readonly Column<BookFacts>[] = [
  { heading: "pair", align: "left", rank: 1, cell: ({ pair }) => pair },
  {
    heading: "bid",
    align: "right",
    rank: 0,
    cell: ({ status, bids }) => (status === "live" ? (bids[0]?.price ?? absent) : status),
    style: ({ status }) => (status === "live" ? colours.bid : statusStyle[status]),
  },
  {
    heading: "ask",
    align: "right",
    rank: 2,
    cell: ({ status, asks }) => (status === "live" ? (asks[0]?.price ?? absent) : ""),
    style: () => colours.ask,
  },
];

const columns: readonly Column<BookFacts>[] = [
  { heading: "pair", align: "left", rank: 0, cell: ({ pair }) => pair },
  {
    heading: "status",
    align: "left",
    rank: 2,
    cell: ({ status }) => status,
    style: ({ status }) => statusStyle[status],
  },
  { heading: "bid", align: "right", rank: 1, cell: ({ bids }) => bids[0]?.price ?? absent, style: priceStyle("bid") },
  { heading: "ask", align: "right", rank: 3, cell: ({ asks }) => asks[0]?.price ?? absent, style: priceStyle("ask") },
  { heading: "spread", align: "right", rank: 5, cell: ({ spread }) => spread ?? absent },
  { heading: "imbalance", align: "right", rank: 6, cell: ({ imbalance }) => imbalance ?? absent },
  { heading: "/s", align: "right", rank: 7, cell: ({ perSecond }) => perSecond?.toFixed(1) ?? absent },
  { heading: "lag", align: "right", rank: 8, cell: ({ lagMs }) => milliseconds(lagMs) },
  {
    heading: "mid",
    align: "left",
    rank: 9,
    cell: ({ mids }) => sparkLine(mids, sparkColumns).padEnd(sparkColumns),
    style: () => "36",
  },
  { heading: "why not live", align: "left", rank: 4, cell: ({ reason }) => reason ?? "" },
];

/** Many books as lines that fit `size`: a narrow terminal loses columns, a low one rows, and the last line says how many. */
export function bookTable(books: readonly BookFacts[], { columns: width, rows }: ScreenSize): Line[] {
  const live = books.filter(({ status }) => status === "live").length;
  const all = live === books.length ? "" : `live ${live}/${books.length}`;
  const headingRows = 1;
  const isRoomy = books.length + headingRows + (all === "" ? 0 : 1) <= rows;
  const shown = isRoomy ? books : mostTroubled(books, Math.max(1, rows - headingRows - 1));
  const hidden = books.length - shown.length;
  const foot = [...(hidden > 0 ? [`${hidden} more`] : []), ...(all === "" ? [] : [all])];
  const wide = books.some(({ reason }) => reason !== undefined) ? columns : columns.slice(0, -1);
  const kept = width < minStatusColumns ? narrowColumns : wide;
  return [...layOut(kept, shown, width), ...flow(foot, width)].slice(0, rows);
}

/** Books that are not live come first where not all fit: they are what a person must see. */
function mostTroubled(books: readonly BookFacts[], max: number): readonly BookFacts[] {
  const troubled = books.filter(({ status }) => status !== "live");
  return [...troubled, ...books.filter(({ status }) => status === "live")].slice(0, max);
}

function priceStyle(side: "bid" | "ask"): (facts: BookFacts) => string {
  return ({ status }) => (status === "live" ? colours[side] : colours.dim);
}
