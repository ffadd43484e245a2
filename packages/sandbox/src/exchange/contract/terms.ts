import type { Market } from "../market.js";
import type { ContractKind } from "./units.js";

/** What is fixed about trading in a contract. Rates are integers at `rateScale`, quantities at the market's scale. */
export interface ContractTerms {
  readonly kind: ContractKind;
  /** The coin of margin, profit and fees. */
  readonly settleCoin: string;
  readonly makerFeeRate: number;
  readonly takerFeeRate: number;
  /** Maintenance rate of the lowest tier. */
  readonly maintenanceRate: number;
  /** Positions up to this size are in the lowest tier. */
  readonly riskBase: number;
  /** Each further tier is this wide. */
  readonly riskStep: number;
  readonly maxLeverage: number;
  /** Largest position of one side, waiting orders included. */
  readonly maxPosition: number;
  readonly maxOpenOrders: number;
  /** How far an order may lie beyond the mark price, as a rate of it. */
  readonly priceBand: number;
}

/** A rate of 0.0001 at `rateScale`. */
const tenThousandth = 1_000_000;

/** Terms that every contract of the sandbox shares. */
const usual = {
  makerFeeRate: 2 * tenThousandth,
  takerFeeRate: 6 * tenThousandth,
  maintenanceRate: 50 * tenThousandth,
  maxLeverage: 100,
  maxOpenOrders: 100,
  priceBand: 1000 * tenThousandth,
} as const;

/** Sizes of BTC's contract, whose figures are known, in typical orders of it (0.8 BTC). */
const typicals = { riskBase: 1.25, riskStep: 1.25, maxPosition: 125 } as const;

function sizes(market: Market): Pick<ContractTerms, "riskBase" | "riskStep" | "maxPosition"> {
  const { contractUnit, typicalQuantity } = market;
  const size = (factor: number): number => Math.ceil((typicalQuantity * factor) / contractUnit) * contractUnit;
  return {
    riskBase: size(typicals.riskBase),
    riskStep: size(typicals.riskStep),
    maxPosition: size(typicals.maxPosition),
  };
}

/**
 * The terms of a contract market that names none.
 *
 * @returns nothing for a spot market
 * @spec field note 28
 */
export function usualTerms(market: Market): ContractTerms | undefined {
  if (market.family === "spot") return undefined;
  const inverse = market.family === "coin-margined";
  const kind = inverse ? "inverse" : "linear";
  return { ...usual, ...sizes(market), kind, settleCoin: inverse ? market.coin : "USDT" };
}

/** The tier of a position of this size: 0 is the lowest. It goes by the quantity and not by any price. */
export function tierOf(terms: ContractTerms, quantity: number): number {
  return Math.max(0, Math.ceil((quantity - terms.riskBase) / terms.riskStep));
}

/** The largest position of a tier. */
export function tierLimit(terms: ContractTerms, tier: number): number {
  return terms.riskBase + terms.riskStep * tier;
}

/** The maintenance rate of a position of this size. */
export function maintenanceRateOf(terms: ContractTerms, quantity: number): bigint {
  return BigInt(terms.maintenanceRate) * BigInt(tierOf(terms, quantity) + 1);
}
