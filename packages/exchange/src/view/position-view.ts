import type { AccountId } from "../account/account-id.js";
import { closableQuantity } from "../account/closable.js";
import { contractOf } from "../account/contract-of.js";
import { backing } from "../account/cross-equity.js";
import { legOf } from "../account/legs.js";
import { initialLeverage, type Position, sidesOf, type UserState } from "../account/user.js";
import { type Leg, liquidationThreshold, noLeg, shownThreshold, warningRate } from "../contract/margin.js";
import { averageOfFine } from "../contract/units.js";
import { roundDown } from "../exact/fraction.js";
import { moneyText } from "../exact/money.js";
import type { ExchangeState } from "../state/exchange-state.js";
import type { PositionSite } from "../state/site.js";
import type { PositionView } from "./position.js";
import { averageText, priceText, quantityText } from "./texts.js";

function legsOf({ contract, holding, position }: PositionSite): readonly [long: Leg, short: Leg] {
  const { terms } = contract;
  if (holding.mode === "cross") {
    return [legOf(terms, holding.long), legOf(terms, holding.short)];
  }
  const own = legOf(terms, position);
  return position.side === "long" ? [own, noLeg] : [noLeg, own];
}

function thresholds(state: ExchangeState, site: PositionSite): readonly [bigint, bigint] {
  const { contract, user, holding, position } = site;
  if (position.quantity === 0) {
    return [0n, 0n];
  }
  const { units } = contract;
  const [long, short] = legsOf(site);
  const equity = holding.mode === "cross" ? roundDown(backing(state, user, holding)) : position.margin.balance;
  return [
    shownThreshold(liquidationThreshold(units, long, short, equity)),
    shownThreshold(liquidationThreshold(units, warningRate(long), warningRate(short), equity)),
  ];
}

function planned(state: ExchangeState, position: Position, plan: "take-profit" | "stop-loss"): number {
  // The plans of a position that is gone are about to go too.
  if (position.quantity === 0) {
    return 0;
  }
  let sum = 0;
  for (const one of state.markets.get(position.pair)?.contract?.plans ?? []) {
    if (one.account === position.account && one.side === position.side && one.plan === plan) {
      sum += one.quantity;
    }
  }
  return sum;
}

/** Shows a position as it is now. */
export function viewPosition(state: ExchangeState, site: PositionSite): PositionView {
  const { contract, holding, position } = site;
  const { market } = site.market;
  const [liquidation, alert] = thresholds(state, site);
  return {
    leverage: String(position.leverage),
    side: position.side,
    alertPrice: priceText(market, alert),
    liquidationPrice: priceText(market, liquidation),
    mode: holding.mode,
    closableQuantity: quantityText(market, closableQuantity(holding, position)),
    pair: position.pair,
    margin: moneyText(position.margin.balance),
    quantity: quantityText(market, position.quantity),
    openPrice: averageText(market, averageOfFine(contract.units, BigInt(position.quantity), position.fineCost)),
    takeProfitQuantity: quantityText(market, planned(state, position, "take-profit")),
    stopLossQuantity: quantityText(market, planned(state, position, "stop-loss")),
  };
}

/** Which contracts are listed for a user who holds nothing there: those that he has touched, or all. @spec field note 37 */
export type EmptyPositions = "once-touched" | "from-the-start";

/** A side of a contract that the user has never touched: nothing is held, leverage and mode are those that it begins with. */
function viewUntouched(pair: string, side: "long" | "short"): PositionView {
  return {
    leverage: String(initialLeverage),
    side,
    alertPrice: "0",
    liquidationPrice: "0",
    mode: "cross",
    closableQuantity: "0",
    pair,
    margin: "0",
    quantity: "0",
    openPrice: "0",
    takeProfitQuantity: "0",
    stopLossQuantity: "0",
  };
}

/**
 * Both sides of a user's USDT-margined contracts, empty ones too: leverage and mode are read there.
 *
 * @spec field note 37
 */
export function viewBothSides(
  state: ExchangeState,
  account: AccountId,
  empty: EmptyPositions,
): readonly PositionView[] {
  const user = state.users.get(account);
  return [...state.markets.values()].flatMap((market) => {
    const { pair, family } = market.market;
    if (family !== "usdt-margined") {
      return [];
    }
    const holding = user?.holdings.get(pair);
    if (user !== undefined && holding !== undefined) {
      const contract = contractOf(state, holding);
      return sidesOf(holding).map((position) => viewPosition(state, { market, contract, user, holding, position }));
    }
    return empty === "from-the-start" ? [viewUntouched(pair, "long"), viewUntouched(pair, "short")] : [];
  });
}

/** A user's positions that are not empty, in the order of their markets' first use. */
export function viewPositions(state: ExchangeState, user: UserState): readonly PositionView[] {
  return [...user.holdings.values()].flatMap((holding) => {
    const market = state.markets.get(holding.pair);
    if (market === undefined) {
      return [];
    }
    const contract = contractOf(state, holding);
    return sidesOf(holding)
      .filter((position) => position.quantity > 0)
      .map((position) => viewPosition(state, { market, contract, user, holding, position }));
  });
}
