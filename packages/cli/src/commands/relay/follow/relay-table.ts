import { colours, statusStyle } from "../../../books/status-style.js";
import { type Column, flow, type Line, layOut } from "../../../screen/layout.js";
import { milliseconds } from "../../../screen/number-format.js";
import type { ScreenSize } from "../../../screen/screen.js";
import { wrapText } from "../../../screen/wrap-text.js";
import type { RelayedFacts } from "./relayed-book.js";

const absent = "-";

const columns: readonly Column<RelayedFacts>[] = [
  { heading: "pair", align: "left", rank: 0, cell: ({ pair }) => pair },
  {
    heading: "status",
    align: "left",
    rank: 1,
    cell: ({ status }) => status,
    style: ({ status }) => statusStyle[status],
  },
  { heading: "bid", align: "right", rank: 3, cell: ({ bids }) => bids[0]?.price ?? absent, style: priceStyle("bid") },
  { heading: "ask", align: "right", rank: 4, cell: ({ asks }) => asks[0]?.price ?? absent, style: priceStyle("ask") },
  { heading: "spread", align: "right", rank: 6, cell: ({ spread }) => spread ?? absent },
  {
    heading: "fresh",
    align: "right",
    rank: 5,
    cell: ({ status, freshWithinMs }) =>
      status === "live" && freshWithinMs !== undefined ? `≤ ${milliseconds(Math.ceil(freshWithinMs))}` : absent,
  },
  { heading: "lag", align: "right", rank: 7, cell: ({ lagMs }) => milliseconds(lagMs) },
  { heading: "owner", align: "left", rank: 2, cell: ({ owner }) => instanceOf(owner) ?? absent },
  { heading: "/s", align: "right", rank: 8, cell: ({ perSecond }) => perSecond?.toFixed(1) ?? absent },
  { heading: "term", align: "right", rank: 9, cell: ({ term }) => (term > 0 ? String(term) : absent) },
];

/** An instance draws another ending for its name at each start; here there is no room for it. */
function instanceOf(owner: string | undefined): string | undefined {
  return owner?.replace(/-[0-9a-z]{8,9}-[0-9a-z]{1,7}$/, "");
}

/** All pairs as lines that fit `size`; below them, how many books are live, and why the others are not. */
export function relayTable(books: readonly RelayedFacts[], { columns: width, rows }: ScreenSize): Line[] {
  const live = books.filter(({ status }) => status === "live").length;
  const reasons = reasonLines(books, width);
  const foot = [...flow([`live ${live}/${books.length}`], width), ...reasons];
  const room = Math.max(1, rows - 1 - foot.length - 1);
  const shown = books.length <= room ? books : troubledFirst(books).slice(0, Math.max(1, room - 1));
  const hidden = books.length - shown.length;
  const more = hidden > 0 ? flow([`${hidden} more`], width) : [];
  return [...layOut(columns, shown, width), ...more, [], ...foot].slice(0, rows);
}

/** Each reason once, with how many books it holds for. */
function reasonLines(books: readonly RelayedFacts[], width: number): Line[] {
  const counted = new Map<string, number>();
  for (const { status, reason } of books) {
    if (status !== "live") {
      const what = `${status}: ${reason ?? "no reason given"}`;
      counted.set(what, (counted.get(what) ?? 0) + 1);
    }
  }
  return [...counted].flatMap(([what, count]) =>
    wrapText(`${count} ${what}`, width).map((text): Line => [{ text, style: colours.bad }]),
  );
}

/** Books that are not live come first where not all fit: they are what a person must see. */
function troubledFirst(books: readonly RelayedFacts[]): readonly RelayedFacts[] {
  const isLive = ({ status }: RelayedFacts): boolean => status === "live";
  return [...books.filter((book) => !isLive(book)), ...books.filter(isLive)];
}

function priceStyle(side: "bid" | "ask"): (facts: RelayedFacts) => string {
  return ({ status }) => (status === "live" ? colours[side] : colours.dim);
}
