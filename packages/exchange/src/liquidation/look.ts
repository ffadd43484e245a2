import { contractOf } from "../account/contract-of.js";
import { crossFunds } from "../account/cross-equity.js";
import { type Holding, sidesOf, type UserState } from "../account/user.js";
import { add, type Fraction, fraction, negate, roundDown } from "../exact/fraction.js";
import type { ExchangeState } from "../state/exchange-state.js";
import { crossRange, fixedRange, headroomOf } from "./box.js";
import { type MarkRange, overlap } from "./mark-range.js";

function markOf({ markets }: ExchangeState, pair: string): number {
  return markets.get(pair)?.contract?.mark.price ?? 0;
}

/** Those who have to be looked at, in the order in which they came: whoever has changed, and whose box a mark has left. */
export function dueUsers(state: ExchangeState): readonly UserState[] {
  const { users, ledger, boxes } = state;
  if (!boxes.isKnown) {
    boxes.isKnown = true;
    return [...users.values()];
  }
  const accounts = new Set(ledger.touched);
  boxes.addLeft((pair) => markOf(state, pair), accounts);
  const due = [...accounts].flatMap((account) => users.get(account) ?? []);
  return due.sort((left, right) => left.number - right.number);
}

/**
 * Looks at a user as he stands now: his box is made anew around the marks. What a cross account can lose is split into equal
 * shares, one for each of its contracts.
 *
 * @returns whether he holds what has to be liquidated
 */
export function lookAt(state: ExchangeState, user: UserState): boolean {
  const { boxes, ledger } = state;
  ledger.touched.delete(user.account);
  const headrooms = crossHeadrooms(state, user);
  let isUnder = false;
  for (const { sum } of headrooms.values()) {
    isUnder ||= sum.numerator < 0n;
  }
  for (const holding of user.holdings.values()) {
    const { pair, long, short } = holding;
    if (long.quantity === 0 && short.quantity === 0) {
      boxes.delete(pair, user.account);
      continue;
    }
    const range = rangeOf(state, holding, headrooms);
    boxes.set(pair, user.account, range);
    isUnder ||= holding.mode === "fixed" && !holdsMark(range, markOf(state, pair));
  }
  return isUnder;
}

function holdsMark({ lowest, highest }: MarkRange, mark: number): boolean {
  return mark >= lowest && mark <= highest;
}

/** What the cross positions of a coin can lose together, and how many contracts share it. */
interface Headroom {
  sum: Fraction;
  contracts: number;
  readonly byPair: Map<string, Fraction>;
}

function crossHeadrooms(state: ExchangeState, user: UserState): ReadonlyMap<string, Headroom> {
  const found = new Map<string, Headroom>();
  for (const holding of user.holdings.values()) {
    const { coin, pair, mode, long, short } = holding;
    if (mode !== "cross" || (long.quantity === 0 && short.quantity === 0)) {
      continue;
    }
    let headroom = found.get(coin);
    if (headroom === undefined) {
      headroom = { sum: fraction(crossFunds(state, user, coin)), contracts: 0, byPair: new Map() };
      found.set(coin, headroom);
    }
    const own = headroomOf(contractOf(state, holding), holding);
    headroom.sum = add(headroom.sum, own);
    headroom.contracts += 1;
    headroom.byPair.set(pair, own);
  }
  return found;
}

function rangeOf(state: ExchangeState, holding: Holding, headrooms: ReadonlyMap<string, Headroom>): MarkRange {
  const contract = contractOf(state, holding);
  const headroom = headrooms.get(holding.coin);
  const own = headroom?.byPair.get(holding.pair);
  if (holding.mode === "fixed" || headroom === undefined || own === undefined) {
    return sidesOf(holding)
      .map((position) => fixedRange(contract, position))
      .reduce(overlap);
  }
  const { numerator, denominator } = headroom.sum;
  const share = fraction(numerator, denominator * BigInt(headroom.contracts));
  return crossRange(contract, holding, roundDown(add(share, negate(own))));
}
