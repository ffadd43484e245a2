import type { DepthBook } from "@depthwire/book/internal";
import type { DecimalSink, Rows } from "../table-buffer.js";
import { commonColumns, commonFiller } from "./common-columns.js";
import type { Table, TableOptions } from "./table.js";

/** Where the levels of one side go. */
interface SideColumns {
  readonly prices: readonly DecimalSink[];
  readonly amounts: readonly DecimalSink[];
}

/** The top of the book behind each message that changed it: one row with the best levels of both sides, best first. */
export const bookSnapshots: Table = {
  name: "book-snapshots",
  has: "the best --levels of each side whenever one of them changed",
  kinds: ["depth"],
  columnsOf: ({ levels }) => [
    ...commonColumns,
    ...["ask", "bid"].flatMap((side) =>
      Array.from({ length: levels }, (_, index) => [
        `${side}_price_${index + 1}`,
        `${side}_amount_${index + 1}`,
      ]).flat(),
    ),
  ],
  fillerOf(rows, options) {
    const common = commonFiller(rows, options);
    const asks = sideColumns(rows, "ask", options);
    const bids = sideColumns(rows, "bid", options);
    const shown = new Map<DepthBook, Float64Array>();
    const top = new Float64Array(4 * options.levels);
    return {
      depth(taken) {
        const { book, sink } = taken;
        const before = shown.get(book);
        if (book.exact === undefined) {
          copyTop(book, options.levels, top);
          if (before !== undefined && isSame(before, top)) {
            return;
          }
          shown.set(book, top.slice());
        } else {
          shown.delete(book);
        }
        if (taken.origin === "known") {
          return;
        }
        const row = rows.begin(1);
        common(taken, sink.updatedAtMs, row, row + 1);
        writeSide(book, "asks", asks, row);
        writeSide(book, "bids", bids, row);
      },
    };
  },
};

function sideColumns(rows: Rows, side: "ask" | "bid", { levels }: TableOptions): SideColumns {
  const prices: DecimalSink[] = [];
  const amounts: DecimalSink[] = [];
  for (let level = 1; level <= levels; level++) {
    prices.push(rows.decimal(`${side}_price_${level}`, "price"));
    amounts.push(rows.decimal(`${side}_amount_${level}`, "amount"));
  }
  return { prices, amounts };
}

/** The best levels as the book holds them; -1 where there is none. A change of scale counts as a change. */
function copyTop(book: DepthBook, levels: number, into: Float64Array): void {
  into.fill(-1);
  let at = 0;
  for (const side of [book.levels.asks, book.levels.bids]) {
    const { keys, quantities } = side.columns;
    const end = Math.max(0, side.length - levels);
    let next = at;
    for (let row = side.length - 1; row >= end; row--) {
      into[next++] = keys[row] as number;
      into[next++] = quantities[row] as number;
    }
    at += 2 * levels;
  }
}

function isSame(one: Float64Array, other: Float64Array): boolean {
  for (let at = 0; at < one.length; at++) {
    if (one[at] !== other[at]) {
      return false;
    }
  }
  return true;
}

function writeSide(book: DepthBook, name: "asks" | "bids", { prices, amounts }: SideColumns, row: number): void {
  const { priceScale, quantityScale } = book.exact ?? book.levels;
  const { length } = (book.exact ?? book.levels)[name];
  for (const [level, price] of prices.entries()) {
    const amount = amounts[level] as DecimalSink;
    const at = length - 1 - level;
    if (at < 0) {
      price.setAbsent(row);
      amount.setAbsent(row);
    } else if (book.exact === undefined) {
      const { keys, quantities } = book.levels[name].columns;
      price.set(row, Math.abs(keys[at] as number), priceScale);
      amount.set(row, quantities[at] as number, quantityScale);
    } else {
      const { keys, quantities } = book.exact[name];
      const key = keys[at] as bigint;
      price.setExact(row, key < 0n ? -key : key, priceScale);
      amount.setExact(row, quantities[at] as bigint, quantityScale);
    }
  }
}
