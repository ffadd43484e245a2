import type { Book, Level, Order } from "../data/wire.js";
import { addDecimals, compareDecimal, multiplyDecimals, roundToMultiple, stepOf, subtractDecimals } from "./exact.js";

/** One row of the ladder. */
export interface LadderRow {
  readonly side: "ask" | "bid";
  readonly price: string;
  readonly quantity: string;
  /** What is own of it; undefined: nothing. */
  readonly own: string | undefined;
  /** Everything from the best price to here, as a share of the largest sum that is shown: for the eye, not for reckoning. */
  readonly depthShare: number;
  /** The row's quantity as a share of the largest. */
  readonly share: number;
}

/** The ladder as it is drawn, and what the middle says. */
export interface Ladder {
  /** Best first. */
  readonly asks: readonly LadderRow[];
  readonly bids: readonly LadderRow[];
  readonly spread: string | undefined;
  /** Share of the bids in what is shown, from 0 to 1. */
  readonly imbalance: number | undefined;
  /** Own orders that are beyond the rows: above the asks, below the bids. */
  readonly ownBeyond: { readonly above: number; readonly below: number };
}

/** How a ladder is made. */
export interface LadderOptions {
  readonly rows: number;
  readonly priceScale: number;
  /** So many steps of price are one row. */
  readonly group: number;
}

/** Rows of both sides, own orders on their prices. Sums and prices are exact; only lengths of bars are numbers. */
export function ladderOf(book: Book, orders: readonly Order[], options: LadderOptions): Ladder {
  const step = multiplyDecimals(stepOf(options.priceScale), String(options.group));
  const mine = orders.filter(({ pair }) => pair === book.pair);
  const asks = sideOf("ask", book.asks, mine.filter(isSell), { ...options, step });
  const bids = sideOf(
    "bid",
    book.bids,
    mine.filter((order) => !isSell(order)),
    { ...options, step },
  );
  const [bestAsk, bestBid] = [book.asks[0], book.bids[0]];
  const sums = [lastSum(asks), lastSum(bids)] as const;
  const most = Math.max(...sums);
  const total = sums[0] + sums[1];
  return {
    asks: withShares(asks, most),
    bids: withShares(bids, most),
    spread: bestAsk && bestBid && subtractDecimals(bestAsk.price, bestBid.price),
    imbalance: total > 0 ? sums[1] / total : undefined,
    ownBeyond: {
      above: mine.filter((order) => isSell(order) && isBeyond(order, asks, 1)).length,
      below: mine.filter((order) => !isSell(order) && isBeyond(order, bids, -1)).length,
    },
  };
}

/** Whether an order stands among the asks. */
export function isSell({ side }: Pick<Order, "side">): boolean {
  return side === "open-short" || side === "close-long";
}

interface Summed {
  readonly side: "ask" | "bid";
  readonly price: string;
  quantity: string;
  own: string | undefined;
  sum: number;
}

function sideOf(
  side: Summed["side"],
  levels: readonly Level[],
  orders: readonly Order[],
  { rows, step, group }: LadderOptions & { readonly step: string },
): readonly Summed[] {
  const priceOf = (price: string): string =>
    group === 1 ? price : roundToMultiple(price, step, side === "ask" ? "up" : "down");
  const found: Summed[] = [];
  let sum = 0;
  for (const { price, quantity } of levels) {
    const at = priceOf(price);
    const row = found.at(-1);
    sum += Number(quantity);
    if (row !== undefined && compareDecimal(row.price, at) === 0) {
      row.quantity = addDecimals(row.quantity, quantity);
      row.sum = sum;
    } else if (found.length < rows) {
      found.push({ side, price: at, quantity, own: undefined, sum });
    } else {
      break;
    }
  }
  for (const order of orders) {
    const at = priceOf(order.price);
    const row = found.find(({ price }) => compareDecimal(price, at) === 0);
    if (row !== undefined) {
      row.own = addDecimals(row.own ?? "0", subtractDecimals(order.quantity, order.dealQuantity));
    }
  }
  return found;
}

function lastSum(rows: readonly Summed[]): number {
  return rows.at(-1)?.sum ?? 0;
}

function withShares(rows: readonly Summed[], most: number): readonly LadderRow[] {
  const largest = Math.max(...rows.map(({ quantity }) => Number(quantity)));
  return rows.map(({ sum, ...row }) => ({ ...row, depthShare: sum / most, share: Number(row.quantity) / largest }));
}

function isBeyond({ price }: Order, rows: readonly Summed[], direction: 1 | -1): boolean {
  const last = rows.at(-1);
  return last === undefined || compareDecimal(price, last.price) * direction > 0;
}
