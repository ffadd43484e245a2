import { toScaled } from "@depthwire/core/internal";
import { type ContractTerms, type Market, rateScale, usualTerms } from "@depthwire/exchange/internal";
import { refuseTerm } from "./check-terms.js";
import type { ContractOptions, VenueTerms } from "./terms-options.js";

function rateOf(text: string): number {
  return Number(toScaled(text, rateScale) ?? 0n);
}

/** A quantity of a market's as its integer. */
function quantityOf(market: Market, own: ContractOptions, key: keyof ContractOptions, usual: number): number {
  const text = own[key];
  if (text === undefined) {
    return usual;
  }
  const scaled = Number(toScaled(String(text), market.quantityScale) ?? Number.NaN);
  const { pair, contractUnit } = market;
  return Number.isSafeInteger(scaled) && scaled % contractUnit === 0
    ? scaled
    : refuseTerm(`contracts.${pair}.${key}`, "a multiple of the contract's unit");
}

/**
 * A market under the venue's terms. A spot market has none.
 *
 * @throws ValidationError `option-invalid` for a quantity that the contract does not have
 */
export function withTerms(market: Market, terms: VenueTerms): Market {
  const usual = usualTerms(market);
  if (usual === undefined) {
    return market;
  }
  const own = terms.contracts[market.pair] ?? {};
  const { brackets, makerFeeRate, takerFeeRate, maintenanceRate, maxLeverage, maxOpenOrders, priceBand } = {
    ...terms,
    ...own,
  };
  const size = (key: "riskBase" | "riskStep" | "maxPosition"): number => quantityOf(market, own, key, usual[key]);
  const ofContract: ContractTerms = {
    ...usual,
    makerFeeRate: rateOf(makerFeeRate),
    takerFeeRate: rateOf(takerFeeRate),
    maintenanceRate: rateOf(maintenanceRate),
    maxLeverage,
    brackets,
    maxOpenOrders,
    priceBand: rateOf(priceBand),
    riskBase: size("riskBase"),
    riskStep: size("riskStep"),
    maxPosition: size("maxPosition"),
  };
  const maxOrderQuantity = quantityOf(market, own, "maxOrderQuantity", market.maxOrderQuantity);
  return { ...market, maxOrderQuantity, terms: ofContract };
}

/**
 * Markets under the venue's terms.
 *
 * @throws ValidationError `option-invalid` for terms of a contract that is not traded, or insurance of a coin in which none settles
 */
export function marketsWithTerms(markets: readonly Market[], terms: VenueTerms): readonly Market[] {
  const all = markets.map((market) => withTerms(market, terms));
  const contracts = all.filter(({ family }) => family !== "spot");
  const pairs = new Set(contracts.map(({ pair }) => pair));
  const coins = new Set(contracts.map((market) => market.terms?.settleCoin));
  for (const pair of Object.keys(terms.contracts)) {
    if (!pairs.has(pair)) {
      refuseTerm(`contracts.${pair}`, "a contract that the sandbox trades");
    }
  }
  for (const coin of Object.keys(terms.insurance)) {
    if (!coins.has(coin)) {
      refuseTerm(`insurance.${coin}`, "a coin in which a contract of the sandbox settles");
    }
  }
  return all;
}
