import { holdingsIn } from "../account/accounts.js";
import { atStake } from "../account/at-stake.js";
import { contractOf } from "../account/contract-of.js";
import { crossFunds, crossStanding } from "../account/cross-equity.js";
import { legOf } from "../account/legs.js";
import { sidesOf, type UserState } from "../account/user.js";
import { maintenance, unrealised } from "../contract/margin.js";
import { tierLimit, tierOf } from "../contract/terms.js";
import { add, compare, type Fraction, fraction, max, min, negate } from "../exact/fraction.js";
import { gainsWithValue, shareOf } from "../settle/change-position.js";
import type { ExchangeState } from "../state/exchange-state.js";
import type { PositionSite } from "../state/site.js";
import type { Turn } from "../state/turn.js";
import { isCrossUnderwater } from "./standing.js";
import { cancelOrdersOf, takeOver } from "./take-over.js";

/** A cross position with its profit at the tag price. */
interface Candidate {
  readonly site: PositionSite;
  readonly profit: Fraction;
}

function profitOf({ contract, position }: PositionSite): Fraction {
  const { units, terms, mark } = contract;
  return unrealised(units, position.side, legOf(terms, position), BigInt(mark.price));
}

/** The user's cross position with the largest loss; of equal ones the first. */
function worstCandidate(state: ExchangeState, user: UserState, coin: string): Candidate | undefined {
  let worst: Candidate | undefined;
  for (const holding of holdingsIn(user, coin)) {
    const market = state.markets.get(holding.pair);
    if (holding.mode !== "cross" || market === undefined) {
      continue;
    }
    const contract = contractOf(state, holding);
    for (const position of sidesOf(holding)) {
      if (position.quantity === 0) {
        continue;
      }
      const site = { market, contract, user, holding, position };
      const profit = profitOf(site);
      if (worst === undefined || compare(profit, worst.profit) < 0) {
        worst = { site, profit };
      }
    }
  }
  return worst;
}

/** What the user can lose on this position; more than it is worth it cannot. */
function stakeOf(state: ExchangeState, { site }: Candidate): bigint {
  const { contract, position } = site;
  const stake = atStake(state, site);
  return gainsWithValue(contract.terms.kind, position.side) ? min(stake, position.cost) : max(stake, -position.cost);
}

/** Whether the account holds when the position is brought down to `size` and the rest is taken over. */
function saves(state: ExchangeState, candidate: Candidate, size: number, stake: bigint): boolean {
  const { user, holding, position, contract } = candidate.site;
  const { units, terms, mark } = contract;
  const price = BigInt(mark.price);
  const gone = position.quantity - size;
  const now = legOf(terms, position);
  const cost = position.cost - shareOf(position.cost, gone, position.quantity);
  const after = legOf(terms, { quantity: size, cost });
  const all = crossStanding(state, user, holding.coin);
  const funds = crossFunds(state, user, holding.coin) - shareOf(stake, gone, position.quantity);
  const profit = add(add(all.profit, negate(candidate.profit)), unrealised(units, position.side, after, price));
  const others = add(all.maintenance, negate(maintenance(units, now, price)));
  const needed = add(others, maintenance(units, after, price));
  return compare(add(fraction(funds), profit), needed) >= 0;
}

function savingSize(state: ExchangeState, candidate: Candidate, stake: bigint): number | undefined {
  const { contract, position } = candidate.site;
  for (let tier = tierOf(contract.terms, position.quantity) - 1; tier >= 0; tier--) {
    const size = tierLimit(contract.terms, tier);
    if (saves(state, candidate, size, stake)) {
      return size;
    }
  }
  return undefined;
}

/**
 * Liquidates a user's cross positions of a coin when that has to be: first all cross orders go, then positions, the largest loss
 * first, each down to a lower tier if that saves the account.
 */
export function liquidateCross(turn: Turn, user: UserState, coin: string): void {
  const { state } = turn;
  if (!isCrossUnderwater(state, user, coin)) {
    return;
  }
  for (const holding of holdingsIn(user, coin)) {
    if (holding.mode === "cross") {
      cancelOrdersOf(turn, holding, () => true, "liquidation");
    }
  }
  while (isCrossUnderwater(state, user, coin)) {
    const worst = worstCandidate(state, user, coin);
    if (worst === undefined) {
      return;
    }
    const { site } = worst;
    const stake = stakeOf(state, worst);
    const size = savingSize(state, worst, stake);
    const quantity = site.position.quantity - (size ?? 0);
    const loss = shareOf(stake, quantity, site.position.quantity);
    takeOver(turn, site, { quantity, loss, type: size === undefined ? "liquidate" : "lighten" });
  }
}
