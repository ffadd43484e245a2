import type { Market } from "../market/market.js";
import type { ContractTerms } from "./terms.js";

/** A rate of 0.0001 at `rateScale`. */
const tenThousandth = 1_000_000;

/** Sizes of BTC's contract, whose figures are known, in typical orders of it (0.8 BTC). */
const typicals = { riskBase: 1.25, riskStep: 1.25, maxPosition: 125 } as const;

/** Terms that all contracts share where the venue names none. */
export const usualTrading: Omit<ContractTerms, "kind" | "settleCoin" | keyof typeof typicals> = {
  makerFeeRate: 2 * tenThousandth,
  takerFeeRate: 6 * tenThousandth,
  maintenanceRate: 50 * tenThousandth,
  maxLeverage: 100,
  brackets: "on",
  maxOpenOrders: 100,
  priceBand: 1000 * tenThousandth,
};

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
  if (market.family === "spot") {
    return undefined;
  }
  const inverse = market.family === "coin-margined";
  const kind = inverse ? "inverse" : "linear";
  const { riskBase, riskStep, maxPosition } = sizes(market);
  // Written out: copies of copies have another hidden class in each exchange, and whoever reads them is compiled again for each.
  return {
    makerFeeRate: usualTrading.makerFeeRate,
    takerFeeRate: usualTrading.takerFeeRate,
    maintenanceRate: usualTrading.maintenanceRate,
    maxLeverage: usualTrading.maxLeverage,
    brackets: usualTrading.brackets,
    maxOpenOrders: usualTrading.maxOpenOrders,
    priceBand: usualTrading.priceBand,
    riskBase,
    riskStep,
    maxPosition,
    kind,
    settleCoin: inverse ? market.coin : "USDT",
  };
}
