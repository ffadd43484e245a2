import type { AccountId } from "../account/account-id.js";
import { closableQuantity } from "../account/closable.js";
import { contractOf } from "../account/contract-of.js";
import { backingElsewhere } from "../account/cross-equity.js";
import { legOf } from "../account/legs.js";
import type { PositionMode } from "../account/position-mode.js";
import { initialLeverage, sidesOf, type UserState } from "../account/user.js";
import type { ContractState } from "../contract/contract-state.js";
import { liquidationThreshold, noLeg, type PositionSide, shownThreshold, warningRate } from "../contract/margin.js";
import { averageOfFine } from "../contract/units.js";
import { moneyText } from "../exact/money.js";
import type { ExchangeState } from "../state/exchange-state.js";
import type { ContractSite, PositionSite } from "../state/site.js";
import type { PositionView } from "./position.js";
import { averageText, priceText, quantityText } from "./texts.js";

/** What a position looks like in figures at one moment. Later ones do not change it. */
export interface PositionFigures {
  readonly side: PositionSide;
  readonly leverage: number;
  readonly mode: PositionMode;
  readonly margin: bigint;
  readonly quantity: number;
  readonly fineCost: bigint;
  readonly closable: number;
  readonly takeProfit: number;
  readonly stopLoss: number;
  readonly cost: bigint;
  /** The other side of the holding. */
  readonly otherQuantity: number;
  readonly otherCost: bigint;
  readonly otherMargin: bigint;
  /** What else backs a cross position: the account's funds, and how its other contracts stand. Nobody has added it up yet. */
  readonly free: bigint;
  readonly debt: bigint;
  readonly frozen: bigint;
  readonly elsewhere: bigint;
}

/** A position as it is now. */
export function positionFigures(state: ExchangeState, { user, holding, position }: PositionSite): PositionFigures {
  const { side, leverage, margin, quantity, fineCost } = position;
  const other = side === "long" ? holding.short : holding.long;
  const { free, debt } = holding.accounts;
  return {
    side,
    leverage,
    mode: holding.mode,
    margin: margin.balance,
    quantity,
    fineCost,
    closable: closableQuantity(position),
    // The plans of a position that is gone are about to go too.
    takeProfit: quantity === 0 ? 0 : position.takeProfit,
    stopLoss: quantity === 0 ? 0 : position.stopLoss,
    cost: position.cost,
    otherQuantity: other.quantity,
    otherCost: other.cost,
    otherMargin: other.margin.balance,
    free: free.balance,
    debt: debt.balance,
    frozen: holding.frozen.balance,
    elsewhere: quantity === 0 || holding.mode === "fixed" ? 0n : backingElsewhere(state, user, holding),
  };
}

/** What backs a position, in money: its own margin, or the account. */
function equityBehind({ mode, margin, otherMargin, free, debt, frozen, elsewhere }: PositionFigures): bigint {
  return mode === "fixed" ? margin : free + debt + margin + otherMargin + frozen + elsewhere;
}

function thresholds({ terms, units }: ContractState, figures: PositionFigures): readonly [bigint, bigint] {
  if (figures.quantity === 0) {
    return [0n, 0n];
  }
  const { side, mode, otherQuantity, otherCost } = figures;
  const own = legOf(terms, figures);
  const other = mode === "fixed" ? noLeg : legOf(terms, { quantity: otherQuantity, cost: otherCost });
  const [long, short] = side === "long" ? [own, other] : [other, own];
  const equity = equityBehind(figures);
  return [
    shownThreshold(liquidationThreshold(units, long, short, equity)),
    shownThreshold(liquidationThreshold(units, warningRate(long), warningRate(short), equity)),
  ];
}

/** Shows a position. */
export function showPosition({ market: { market }, contract }: ContractSite, figures: PositionFigures): PositionView {
  const [liquidation, alert] = thresholds(contract, figures);
  const { quantity, fineCost } = figures;
  return {
    leverage: String(figures.leverage),
    side: figures.side,
    alertPrice: priceText(market, alert),
    liquidationPrice: priceText(market, liquidation),
    mode: figures.mode,
    closableQuantity: quantityText(market, figures.closable),
    pair: market.pair,
    margin: moneyText(figures.margin),
    quantity: quantityText(market, quantity),
    openPrice: averageText(market, averageOfFine(contract.units, BigInt(quantity), fineCost)),
    takeProfitQuantity: quantityText(market, figures.takeProfit),
    stopLossQuantity: quantityText(market, figures.stopLoss),
  };
}

/** Shows a position as it is now. */
export function viewPosition(state: ExchangeState, site: PositionSite): PositionView {
  return showPosition(site, positionFigures(state, site));
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
