import { unrealised } from "../exchange/contract/margin.js";
import type { ExchangeEvent, Filled, Trade } from "../exchange/event.js";
import { add, compare, fraction } from "../exchange/exact/fraction.js";
import { readMoney } from "../exchange/exact/money.js";
import type { ExchangeState } from "../exchange/exchange-state.js";
import { directionOf } from "../exchange/market.js";
import { opens, positionSideOf } from "../exchange/order/order-record.js";
import { demand } from "./demand.js";
import { crossWorth } from "./money-laws.js";

/** Shares of a fixed margin are rounded; so much may be lacking of each trade. */
const roundingOfTrade = 1n;

/** What a command did to one user's half of a trade at a price that was worse than the mark. */
interface WorseTrade {
  readonly filled: Filled;
  readonly fee: bigint;
  /** What the insurance fund paid for him in this trade. */
  readonly insured: bigint;
}

function money(text: string): bigint {
  return readMoney(text) ?? 0n;
}

/** The halves of a command's trades whose price was worse than the mark. Each `filled` follows its `trade` and what was paid for it. */
function worseTrades(state: ExchangeState, events: readonly ExchangeEvent[]): readonly WorseTrade[] {
  const found: WorseTrade[] = [];
  let trade: Trade | undefined;
  let paid = new Map<number, bigint>();
  for (const event of events) {
    if (event.kind === "trade") {
      trade = event;
      paid = new Map();
    } else if (event.kind === "insurance-paid") {
      paid.set(event.account, (paid.get(event.account) ?? 0n) + money(event.amount));
    } else if (event.kind === "filled" && trade !== undefined) {
      const mark = state.markets.get(trade.pair)?.contract?.mark.price ?? trade.price;
      const buys = directionOf(event.fill.side) === "buy";
      const isWorse = buys ? trade.price > mark : trade.price < mark;
      const insured = paid.get(event.account) ?? 0n;
      if (isWorse) found.push({ filled: event, fee: money(event.fill.fee), insured });
      paid.delete(event.account);
    }
  }
  return found;
}

/** Whether what a user traded with is worth nothing less than nothing now: his cross account, or the fixed position. */
function expectWorth(state: ExchangeState, { account, fill }: Filled, allowance: bigint): void {
  const user = state.users.get(account);
  const holding = user?.holdings.get(fill.pair);
  const contract = state.markets.get(fill.pair)?.contract;
  if (user === undefined || holding === undefined || contract === undefined) return;
  const least = fraction(-allowance);
  if (holding.mode === "cross") {
    demand(compare(crossWorth(state, user, fill.coin), least) >= 0, "an order's own price ruined a cross account");
    return;
  }
  const { side, quantity, cost, margin } = holding[positionSideOf(fill.side)];
  const leg = { quantity: BigInt(quantity), cost, maintenanceRate: 0n };
  const profit = unrealised(contract.units, side, leg, BigInt(contract.mark.price));
  demand(compare(add(fraction(margin.balance), profit), least) >= 0, "an order's own price ruined a fixed position");
}

/** Whether anything but orders has changed what users are worth. */
function onlyTraded(events: readonly ExchangeEvent[]): boolean {
  return events.every((event) => {
    if (event.kind === "funding-settled") return false;
    return event.kind !== "position-logged" || event.change.type === "open" || event.change.type === "close";
  });
}

/** The mark prices of all contracts, in the order of the markets. */
export function marksOf(state: ExchangeState): string {
  return [...state.markets.values()].map(({ contract }) => contract?.mark.price).join();
}

/**
 * Nobody is ruined by his own order's price: in a trade at a price worse than the mark the insurance fund pays no more than the fee,
 * and afterwards the account (or the fixed position) is worth no less than nothing but for fees. The marks must not have moved since
 * the first of the trades.
 *
 * @param note counts what happened
 */
export function checkOwnPrices(
  state: ExchangeState,
  events: readonly ExchangeEvent[],
  note: (what: string) => void,
): void {
  const trades = worseTrades(state, events);
  for (const { filled, fee, insured } of trades) {
    note(opens(filled.fill.side) ? "worse than the mark: opened" : "worse than the mark: closed");
    if (insured > 0n) note("worse than the mark: the fund paid the fee");
    demand(insured <= fee + roundingOfTrade, `the insurance fund paid ${insured} for an order's own price`);
  }
  if (!onlyTraded(events)) return;
  for (const { filled } of trades) {
    const own = trades.filter((one) => one.filled.account === filled.account);
    const allowance = own.reduce((sum, { fee }) => sum + fee + roundingOfTrade, 0n);
    expectWorth(state, filled, allowance);
  }
}
