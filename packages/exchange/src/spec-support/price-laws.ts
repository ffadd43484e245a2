import { crossStanding } from "../account/cross-equity.js";
import { legOf } from "../account/legs.js";
import type { Position, UserState } from "../account/user.js";
import type { ContractState } from "../contract/contract-state.js";
import { maintenance, unrealised } from "../contract/margin.js";
import type { ExchangeEvent, Filled, Trade } from "../event/event.js";
import { add, compare, fraction, zero } from "../exact/fraction.js";
import { readMoney } from "../exact/money.js";
import { directionOf } from "../market/market.js";
import { opens, positionSideOf } from "../order/order-record.js";
import type { ExchangeState } from "../state/exchange-state.js";
import { demand } from "./demand.js";
import { crossWorth } from "./money-laws.js";

/** Shares of a fixed margin are rounded; each trade may lack this much. */
const roundingOfTrade = 1n;

/** What a command did to one user's half of a trade. */
interface HalfTrade {
  readonly filled: Filled;
  readonly fee: bigint;
  /** What the insurance fund paid for him in this trade. */
  readonly insured: bigint;
  /** The most that it may pay for him in this trade. */
  readonly insurable: bigint;
  /** Whether the price was worse than the mark. */
  readonly isWorse: boolean;
}

function money(text: string): bigint {
  return readMoney(text) ?? 0n;
}

/**
 * What the insurance fund may pay in each half of a trade: the fee. An order that comes is looked at once, before its first trade; what
 * it left for the fees of its earlier trades, the later ones may use up. An order that waits is looked at before each of its trades.
 */
class FeesLeft {
  readonly #ofIncoming = new Map<string, bigint>();

  /** @returns the most that the fund may pay in this half */
  take({ fill }: Filled, insured: bigint): bigint {
    const own = money(fill.fee) + roundingOfTrade;
    if (fill.liquidity === "maker") {
      return own;
    }
    const insurable = own + (this.#ofIncoming.get(fill.orderId) ?? 0n);
    this.#ofIncoming.set(fill.orderId, insurable - insured);
    return insurable;
  }
}

function isWorseThanMark(state: ExchangeState, { pair, price }: Trade, { fill }: Filled): boolean {
  const mark = state.markets.get(pair)?.contract?.mark.price ?? price;
  return directionOf(fill.side) === "buy" ? price > mark : price < mark;
}

/** The users' halves of a command's trades. Each `filled` follows its `trade` and what was paid for it. */
function halvesOf(state: ExchangeState, events: readonly ExchangeEvent[]): readonly HalfTrade[] {
  const found: HalfTrade[] = [];
  const feesLeft = new FeesLeft();
  let trade: Trade | undefined;
  let paid = new Map<number, bigint>();
  for (const event of events) {
    if (event.kind === "trade") {
      trade = event;
      paid = new Map();
    } else if (event.kind === "insurance-paid") {
      paid.set(event.account, (paid.get(event.account) ?? 0n) + money(event.amount));
    } else if (event.kind === "filled" && trade !== undefined) {
      const insured = paid.get(event.account) ?? 0n;
      const [fee, insurable] = [money(event.fill.fee), feesLeft.take(event, insured)];
      found.push({ filled: event, fee, insured, insurable, isWorse: isWorseThanMark(state, trade, event) });
      paid.delete(event.account);
    }
  }
  return found;
}

/** Whether a user's cross account has the maintenance of what it holds, but for an allowance; with nothing held, whether it is worth at least zero. */
function expectCross(state: ExchangeState, user: UserState, coin: string, allowance: bigint): void {
  const { maintenance: needed } = crossStanding(state, user, coin);
  const worth = add(crossWorth(state, user, coin), fraction(allowance));
  demand(compare(worth, needed) >= 0, "an order's own price left a cross account under water");
}

/** Whether a fixed position that was made larger has its maintenance, and one that was made smaller is worth at least zero; but for an allowance. */
function expectFixed(contract: ContractState, position: Position, grew: boolean, allowance: bigint): void {
  const { side, margin } = position;
  const leg = legOf(contract.terms, position);
  const price = BigInt(contract.mark.price);
  const worth = add(fraction(margin.balance + allowance), unrealised(contract.units, side, leg, price));
  const needed = grew ? maintenance(contract.units, leg, price) : zero;
  demand(compare(worth, needed) >= 0, "an order's own price left a fixed position under water");
}

/** Whether what a user traded with holds now: his cross account, or the fixed position. */
function expectWorth(state: ExchangeState, { account, fill }: Filled, allowance: bigint): void {
  const user = state.users.get(account);
  const holding = user?.holdings.get(fill.pair);
  const contract = state.markets.get(fill.pair)?.contract;
  if (user === undefined || holding === undefined || contract === undefined) {
    return;
  }
  if (holding.mode === "cross") {
    expectCross(state, user, fill.coin, allowance);
  } else {
    expectFixed(contract, holding[positionSideOf(fill.side)], opens(fill.side), allowance);
  }
}

/** Whether anything but orders has changed what users are worth. */
function onlyTraded(events: readonly ExchangeEvent[]): boolean {
  return events.every((event) => {
    if (event.kind === "funding-settled") {
      return false;
    }
    return event.kind !== "position-logged" || event.change.type === "open" || event.change.type === "close";
  });
}

/** The tag prices of all contracts, in the order of the markets. */
export function marksOf(state: ExchangeState): string {
  return [...state.markets.values()].map(({ contract }) => contract?.mark.price).join();
}

/**
 * Nobody is ruined by his own order's price: in trades at prices worse than the mark the insurance fund pays no more than the fees
 * (of an order that comes, those of its trades so far; of one that waits, that trade's), and afterwards the cross account, or the
 * fixed position that has grown, has its maintenance but for the fees of all his trades. The marks must not have moved since the first of the trades.
 *
 * @param note counts what happened
 */
export function checkOwnPrices(
  state: ExchangeState,
  events: readonly ExchangeEvent[],
  note: (what: string) => void,
): void {
  const halves = halvesOf(state, events);
  const trades = halves.filter(({ isWorse }) => isWorse);
  for (const { filled, insured, insurable } of trades) {
    note(opens(filled.fill.side) ? "worse than the mark: opened" : "worse than the mark: closed");
    if (insured > 0n) {
      note("worse than the mark: the fund paid the fee");
    }
    demand(insured <= insurable, `the insurance fund paid ${insured} for an order's own price`);
  }
  if (!onlyTraded(events)) {
    return;
  }
  for (const { filled } of trades) {
    const own = halves.filter((one) => one.filled.account === filled.account);
    const allowance = own.reduce((sum, { fee }) => sum + fee + roundingOfTrade, 0n);
    expectWorth(state, filled, allowance);
  }
}
