import type { AccountId } from "../account/account-id.js";
import { contractOf } from "../account/contract-of.js";
import { crossFunds } from "../account/cross-equity.js";
import type { Holding, UserState } from "../account/user.js";
import type { ContractState } from "../contract/contract-state.js";
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
  const { account } = user;
  ledger.forgetTouched(account);
  const headrooms: Headroom[] = [];
  let isUnder = false;
  for (const holding of user.holdings.values()) {
    if (holding.long.quantity === 0 && holding.short.quantity === 0) {
      boxes.delete(holding.pair, account);
      continue;
    }
    const contract = contractOf(state, holding);
    if (holding.mode === "cross") {
      addCross(state, user, headrooms, { holding, contract, headroom: headroomOf(contract, holding) });
      continue;
    }
    const range = overlap(fixedRange(contract, holding.long), fixedRange(contract, holding.short));
    boxes.set(holding.pair, account, range);
    isUnder ||= !holdsMark(range, contract.mark.price);
  }
  for (const headroom of headrooms) {
    isUnder ||= headroom.sum.numerator < 0n;
    setCross(state, account, headroom);
  }
  return isUnder;
}

function holdsMark({ lowest, highest }: MarkRange, mark: number): boolean {
  return mark >= lowest && mark <= highest;
}

/** A contract in cross mode, and what it can lose by itself. */
interface CrossContract {
  readonly holding: Holding;
  readonly contract: ContractState;
  readonly headroom: Fraction;
}

/** What the cross positions of a coin can lose together, and the contracts that share it. */
interface Headroom {
  readonly coin: string;
  sum: Fraction;
  readonly contracts: CrossContract[];
}

function addCross(state: ExchangeState, user: UserState, headrooms: Headroom[], one: CrossContract): void {
  const { coin } = one.holding;
  // Nearly everybody has one coin, and nobody has many.
  let found = headrooms.find((headroom) => headroom.coin === coin);
  if (found === undefined) {
    found = { coin, sum: fraction(crossFunds(state, user, coin)), contracts: [] };
    headrooms.push(found);
  }
  found.sum = add(found.sum, one.headroom);
  found.contracts.push(one);
}

/** Makes the ranges of a coin's contracts: each may lose its share. */
function setCross({ boxes }: ExchangeState, account: AccountId, { sum, contracts }: Headroom): void {
  const share = fraction(sum.numerator, sum.denominator * BigInt(contracts.length));
  for (const { holding, contract, headroom } of contracts) {
    const allowed = roundDown(add(share, negate(headroom)));
    boxes.set(holding.pair, account, crossRange(contract, holding, allowed));
  }
}
