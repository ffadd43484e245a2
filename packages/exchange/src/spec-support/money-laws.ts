import { sidesOf, type UserState } from "../account/user.js";
import type { Command } from "../command/command.js";
import { unrealised } from "../contract/margin.js";
import type { ExchangeEvent } from "../event/event.js";
import { add, type Fraction, fraction, zero } from "../exact/fraction.js";
import type { LedgerAccount } from "../ledger/ledger.js";
import { opens, positionSideOf } from "../order/order-record.js";
import type { ExchangeState, MarketState } from "../state/exchange-state.js";
import { orderOf } from "../view/history-view.js";
import { demand } from "./demand.js";

function isCross(user: UserState, kind: string, subject: string): boolean {
  return (kind === "frozen" || kind === "margin") && user.holdings.get(subject)?.mode === "cross";
}

/** What the books say that a user's cross account of a coin is worth, by the accounts' names: nothing of the exchange's own sums. */
export function crossWorth(state: ExchangeState, user: UserState, coin: string): Fraction {
  let worth = zero;
  for (const account of state.ledger.accounts()) {
    const [owner, number, kind = "", subject = ""] = account.name.split("/");
    if (account.coin !== coin || owner !== "user" || Number(number) !== user.account) {
      continue;
    }
    const counts = kind === "free" || kind === "debt" || isCross(user, kind, subject);
    if (counts) {
      worth = add(worth, fraction(account.balance));
    }
  }
  for (const holding of user.holdings.values()) {
    const contract = state.markets.get(holding.pair)?.contract;
    if (contract === undefined || holding.coin !== coin || holding.mode !== "cross") {
      continue;
    }
    for (const { side, quantity, cost } of sidesOf(holding)) {
      const leg = { quantity: BigInt(quantity), cost, maintenanceRate: 0n };
      worth = add(worth, unrealised(contract.units, side, leg, BigInt(contract.mark.price)));
    }
  }
  return worth;
}

/** Counts what happened. */
type Note = (what: string) => void;

/** What the insurance fund may pay for: its own inventory, fixed positions, and whoever is worth nothing. */
function checkRescue(state: ExchangeState, to: LedgerAccount, note: Note): void {
  const [owner, number, kind] = to.name.split("/");
  if (to.name === "venue/liquidation") {
    return;
  }
  const user = state.users.get(Number(number));
  demand(owner === "user" && user !== undefined, `the insurance fund paid ${to.name}`);
  if (user === undefined) {
    return;
  }
  if (kind === "debt") {
    note("insurance: bankrupt");
    const { numerator } = crossWorth(state, user, to.coin);
    demand(numerator <= 0n, "the insurance fund paid a cross debt of a user who is worth something");
    return;
  }
  note("insurance: fixed");
  const isFixed = [...user.holdings.values()].some(({ coin, mode }) => coin === to.coin && mode === "fixed");
  demand(isFixed, "the insurance fund paid for a user without a fixed position");
}

/** Looks at every posting of an exchange's books at its very moment. */
export function watchPostings(state: ExchangeState, note: Note): void {
  const { ledger } = state;
  const post = ledger.post.bind(ledger);
  const isDebt = ({ name }: LedgerAccount): boolean => /^user\/\d+\/debt$/.test(name);
  ledger.post = (from, to, amount) => {
    post(from, to, amount);
    if (amount === 0n) {
      return;
    }
    if (isDebt(from)) {
      note(`debt: taken for ${to.name.startsWith("clearing/") ? "a loss" : to.name}`);
    } else if (isDebt(to)) {
      note(`debt: repaid from ${from.name.replace(/^user\/\d+\//, "").replace(/\/.*/, "")}`);
    }
    if (from.name === "venue/insurance" && to.name !== "world") {
      checkRescue(state, to, note);
    }
  };
}

/** Who owes has nothing else left to pay with, and a cross position behind his debt. */
export function checkDebts(state: ExchangeState): void {
  for (const user of state.users.values()) {
    for (const { coin, debt, free } of user.coins.values()) {
      demand(debt.balance <= 0n, "a debt is an asset");
      if (debt.balance === 0n) {
        continue;
      }
      demand(free.balance === 0n, "somebody owes and has a free balance");
      const cross = [...user.holdings.values()].filter((one) => one.coin === coin && one.mode === "cross");
      demand(
        cross.flatMap(sidesOf).every(({ margin }) => margin.balance === 0n),
        "somebody owes and has cross margin",
      );
      const frozen = cross.flatMap(({ orders }) => [...orders.values()]).some((order) => order.frozenTotal > 0n);
      demand(!frozen, "somebody owes while his cross orders hold money back");
      demand(
        cross.flatMap(sidesOf).some(({ quantity }) => quantity > 0),
        "a debt has nothing behind it",
      );
    }
  }
}

/** What others offer at the tag price or at a better one, by order. */
function offered({ book, contract }: MarketState, sells: boolean, account: number): ReadonlyMap<number, number> {
  const mark = contract?.mark.price ?? 0;
  const offers = new Map<number, number>();
  for (const { price, first } of (sells ? book.bids : book.asks).levels()) {
    if (sells ? price < mark : price > mark) {
      break;
    }
    for (let order = first; order !== undefined; order = order.next) {
      if (order.account !== account) {
        offers.set(order.id, order.remaining);
      }
    }
  }
  return offers;
}

/** How much of it there was to take: what was cancelled had been due to go by then, or its owner could not pay for it. */
function available(offers: ReadonlyMap<number, number>, events: readonly ExchangeEvent[]): number {
  const sum = [...offers.values()].reduce((total, remaining) => total + remaining, 0);
  return events.reduce((rest, event) => {
    return event.kind === "order-cancelled" && offers.has(event.orderId) ? rest - event.remaining : rest;
  }, sum);
}

/**
 * What has to become of a command that closes at the market: nothing is demanded of one that the door turns away, of one whose owner
 * is worth nothing, or of what nobody offers, or what is cancelled on the way.
 *
 * @returns checks the outcome once the command is carried out, by what happened
 */
export function expectClose(
  state: ExchangeState,
  command: Command,
  note: Note,
): (events: readonly ExchangeEvent[]) => void {
  if (command.kind !== "place-order" || command.type !== "market" || opens(command.side)) {
    return () => {};
  }
  const user = state.users.get(command.account);
  const market = state.markets.get(command.pair);
  const holding = user?.holdings.get(command.pair);
  const contract = market?.contract;
  if (user === undefined || market === undefined || holding === undefined || contract === undefined) {
    return () => {};
  }
  const { side, quantity: held, cost, margin } = holding[positionSideOf(command.side)];
  const leg = { quantity: BigInt(held), cost, maintenanceRate: 0n };
  const profit = unrealised(contract.units, side, leg, BigInt(contract.mark.price));
  const worth =
    holding.mode === "cross" ? crossWorth(state, user, holding.coin) : add(fraction(margin.balance), profit);
  if (held === 0 || worth.numerator <= 0n) {
    return () => {};
  }
  const offers = offered(market, command.side === "close-long", command.account);
  const owed = user.coins.get(holding.coin)?.debt.balance ?? 0n;
  const id = state.nextOrderId;
  return (events) => {
    const due = Math.min(command.quantity, available(offers, events));
    const record = orderOf(state, id);
    if (record === undefined || record.account !== command.account) {
      return;
    }
    note("solvent close");
    if ((user.coins.get(holding.coin)?.debt.balance ?? 0n) < owed) {
      note("solvent close over the funds");
    }
    demand(record.filled >= due, `a solvent account closed ${record.filled} of ${due} that were offered`);
  };
}
