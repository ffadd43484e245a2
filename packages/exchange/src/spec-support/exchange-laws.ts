import { closableQuantity } from "../account/closable.js";
import { type Holding, sidesOf, type UserState } from "../account/user.js";
import { unrealised } from "../contract/margin.js";
import type { ExchangeEvent, Trade } from "../event/event.js";
import { add, type Fraction, zero } from "../exact/fraction.js";
import { isCrossUnderwater, isFixedUnderwater } from "../liquidation/standing.js";
import { isWaiting } from "../order/order-record.js";
import type { ExchangeState, MarketState } from "../state/exchange-state.js";
import { isHeld } from "../wallet/wallet-state.js";
import { demand } from "./demand.js";
import { checkDebts } from "./money-laws.js";
import { checkSums } from "./sum-laws.js";

function holdingsOf(state: ExchangeState): readonly (readonly [UserState, Holding])[] {
  return [...state.users.values()].flatMap((user) =>
    [...user.holdings.values()].map((holding) => [user, holding] as const),
  );
}

/** Money: nothing appears or vanishes, and nobody is below zero who must not be. */
function checkMoney(state: ExchangeState): void {
  for (const [coin, total] of state.ledger.totals()) {
    demand(total === 0n, `the accounts of ${coin} add up to ${total}`);
  }
  for (const { name, balance } of state.ledger.accounts()) {
    if (name.startsWith("user/") && !name.endsWith("/debt")) {
      demand(balance >= 0n, `${name} holds ${balance}`);
    }
  }
}

/** Withdrawals: what is held back is what has been asked for and has neither gone nor come back. */
function checkWallet(state: ExchangeState): void {
  const held = new Map<string, bigint>();
  for (const record of state.wallet.withdrawals.values()) {
    const key = `${record.account} ${record.coin}`;
    if (isHeld(record)) {
      held.set(key, (held.get(key) ?? 0n) + record.amount);
    }
  }
  for (const { account, coins } of state.users.values()) {
    for (const { coin, withdrawing } of coins.values()) {
      const due = held.get(`${account} ${coin}`) ?? 0n;
      demand(withdrawing.balance === due, `${withdrawing.balance} ${coin} are held back for withdrawals of ${due}`);
    }
  }
}

/** Profit of everybody in a market at a price, exactly, with what is held on each side. */
function everybody(state: ExchangeState, { market, contract }: MarketState, price: bigint): [Fraction, number] {
  let sum = zero;
  let net = 0;
  if (contract === undefined) {
    return [sum, net];
  }
  const count = (side: "long" | "short", quantity: number, cost: bigint): void => {
    const leg = { quantity: BigInt(quantity), cost, maintenanceRate: 0n };
    sum = add(sum, unrealised(contract.units, side, leg, price));
    net += side === "long" ? quantity : -quantity;
    demand(quantity > 0 || cost === 0n, "an empty position has cost nothing");
  };
  for (const { quantity, cost } of contract.house.values()) {
    count(quantity < 0 ? "short" : "long", Math.abs(quantity), cost);
  }
  for (const [, holding] of holdingsOf(state)) {
    if (holding.pair !== market.pair) {
      continue;
    }
    for (const { side, quantity, cost } of sidesOf(holding)) {
      count(side, quantity, cost);
    }
  }
  return [sum, net];
}

function checkClearing(state: ExchangeState): void {
  for (const market of state.markets.values()) {
    const { contract } = market;
    if (contract === undefined) {
      continue;
    }
    for (const price of [1n, BigInt(contract.mark.price), 7_777_777n]) {
      const [sum, net] = everybody(state, market, price);
      demand(net === 0, `longs and shorts of ${market.market.pair} differ by ${net}`);
      const { balance } = contract.clearing;
      demand(sum.numerator === balance * sum.denominator, `clearing is not the unrealised profit at ${price}`);
    }
  }
}

/** Orders: what waits has something left and is where it should be; nobody lets go of more than was frozen. */
function checkOrders(state: ExchangeState): void {
  for (const order of state.openOrders.values()) {
    demand(order.remaining > 0, "an order without a rest waits");
    const { record } = order;
    if (record === undefined) {
      continue;
    }
    demand(isWaiting(record), "a finished order waits in the book");
    demand(record.filled + order.remaining === record.quantity, "an order's quantity is not conserved");
    demand(
      record.released >= 0n && record.released <= record.frozenTotal,
      "an order let go of what it never held back",
    );
  }
  for (const { book, market } of state.markets.values()) {
    const [bid, ask] = [book.bids.best()?.price ?? 0, book.asks.best()?.price ?? Number.POSITIVE_INFINITY];
    demand(bid < ask, `the book of ${market.pair} is crossed`);
  }
  for (const [, holding] of holdingsOf(state)) {
    for (const { id } of holding.orders.values()) {
      demand(state.openOrders.has(id), "a user's open order is in no book");
    }
    for (const position of sidesOf(holding)) {
      demand(closableQuantity(position) >= 0, "more is to be closed than held");
    }
  }
}

/** Nobody is left without enough margin once the venue has looked. */
export function checkSolvency(state: ExchangeState): void {
  for (const [user, holding] of holdingsOf(state)) {
    const contract = state.markets.get(holding.pair)?.contract;
    if (contract === undefined) {
      continue;
    }
    if (holding.mode === "cross") {
      demand(!isCrossUnderwater(state, user, holding.coin), "a cross account was left under water");
      continue;
    }
    for (const { side, quantity, cost, margin } of sidesOf(holding)) {
      const one = { side, quantity, cost, margin: margin.balance };
      demand(!isFixedUnderwater(contract, one), "a fixed position was left under water");
    }
  }
}

/** Everything that holds after every command. */
export function checkLaws(state: ExchangeState): void {
  checkMoney(state);
  checkDebts(state);
  checkWallet(state);
  checkClearing(state);
  checkOrders(state);
  checkSums(state);
}

function isBetter(trade: Trade, than: Trade): boolean {
  return trade.takerDirection === "buy" ? trade.price < than.price : trade.price > than.price;
}

/** Trades of one order: never past a better price, and at one price in order of arrival. */
export function checkPriority(events: readonly ExchangeEvent[]): void {
  const last = new Map<number, Trade>();
  for (const event of events) {
    if (event.kind !== "trade") {
      continue;
    }
    const before = last.get(event.takerOrderId);
    if (before !== undefined) {
      demand(!isBetter(event, before), "a better price was traded through");
      demand(
        event.price !== before.price || event.makerOrderId > before.makerOrderId,
        "a younger order was served first",
      );
    }
    last.set(event.takerOrderId, event);
  }
}

/** No position is taken over twice by one command: nobody buys back what the venue sells. */
export function checkTakeOvers(events: readonly ExchangeEvent[]): void {
  const taken = new Set<string>();
  for (const event of events) {
    if (event.kind !== "position-logged" || event.change.type !== "liquidate") {
      continue;
    }
    const { pair, side } = event.change;
    const key = `${event.account} ${pair} ${side}`;
    demand(!taken.has(key), "a position was taken over twice by one command");
    taken.add(key);
  }
}

/** What a run has met. */
export class Coverage {
  readonly counts: Record<string, number> = {};

  /** Counts one more. */
  count(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
  }

  note(events: readonly ExchangeEvent[]): void {
    for (const event of events) {
      if (event.kind === "order-changed" && event.order.status === "partly-filled") {
        this.count("partial fills");
      } else if (event.kind === "position-logged") {
        this.count(`change: ${event.change.type}`);
      } else if (event.kind === "plan-changed") {
        this.count(`plan: ${event.plan.status}`);
      } else if (event.kind === "order-cancelled") {
        this.count(`cancelled: ${event.reason}`);
      } else if (event.kind === "deposit-changed") {
        this.count(`deposit: ${event.deposit.status}`);
      } else if (event.kind === "withdrawal-changed") {
        this.count(`withdrawal: ${event.withdrawal.status}`);
      } else if (event.kind === "command-refused") {
        this.count(`refused: ${event.reason}`);
      } else {
        this.count(event.kind);
      }
    }
  }

  /** Those counts that stay below their minimum. */
  lacking(minimums: Readonly<Record<string, number>>): string[] {
    return Object.entries(minimums).flatMap(([what, min]) => {
      const met = this.counts[what] ?? 0;
      return met < min ? [`${what}: ${met} of ${min}`] : [];
    });
  }
}
