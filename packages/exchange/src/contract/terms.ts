import { plainRate } from "../exact/money.js";
import { divideWhole } from "../exact/plain.js";
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
  /** Whether larger positions allow less leverage. `off` leaves out a rule that a venue needs: for tests of bare arithmetic. */
  readonly brackets: "on" | "off";
  /** Largest position of one side, waiting orders included. */
  readonly maxPosition: number;
  /** While so many orders of an account wait, no further one may wait to open. */
  readonly maxOpenOrders: number;
  /** How far an order may lie beyond the tag price, as a rate of it. */
  readonly priceBand: number;
}

/** The tier of a position of this size: 0 is the lowest. It goes by the quantity and not by any price. */
export function tierOf(terms: ContractTerms, quantity: number): number {
  return Math.max(0, Math.ceil((quantity - terms.riskBase) / terms.riskStep));
}

/** The largest position of a tier. */
export function tierLimit(terms: ContractTerms, tier: number): number {
  return terms.riskBase + terms.riskStep * tier;
}

/**
 * The maintenance rate of a position of this size: each tier adds that of the lowest, up to a half. A plain number holds it exactly:
 * a product that it does not hold is above a half.
 */
export function plainMaintenanceRate(terms: ContractTerms, quantity: number): number {
  return Math.min(plainRate / 2, terms.maintenanceRate * (tierOf(terms, quantity) + 1));
}

/** The same for exact arithmetic. */
export function maintenanceRateOf(terms: ContractTerms, quantity: number): bigint {
  return BigInt(plainMaintenanceRate(terms, quantity));
}

/**
 * The highest leverage of a position of this size, waiting orders included: one with which the initial margin is twice the
 * maintenance, so that nobody opens what is liquidated at the price at which it was opened.
 */
export function bracketOf(terms: ContractTerms, quantity: number): number {
  if (terms.brackets === "off") {
    return terms.maxLeverage;
  }
  const bracket = divideWhole(plainRate / 2, plainMaintenanceRate(terms, quantity));
  return Math.max(1, Math.min(terms.maxLeverage, bracket));
}
