import type { ContractState } from "../contract/contract-state.js";
import { rateScale, scaledText } from "../exact/money.js";
import type { MarketState } from "../state/exchange-state.js";
import { priceText, quantityText } from "./texts.js";

/**
 * What may be traded in a contract and how it stands, under the names of the schema's reference records.
 *
 * @spec document 1, Resources, Contract reference records
 */
export interface ContractView {
  readonly pair: string;
  readonly coin: string;
  readonly minLeverage: string;
  readonly maxLeverage: string;
  readonly contractValue: string;
  readonly makerFeeRate: string;
  readonly takerFeeRate: string;
  readonly maxOrderQuantity: string;
  readonly maxOpenOrders: number;
  readonly maxPositionQuantity: string;
  readonly riskBaseQuantity: string;
  readonly riskStepQuantity: string;
  readonly priceScale: number;
  readonly quantityScale: number;
  readonly contractValueScale: number;
  readonly fundingRate: string;
  /** 0 before the first funding. */
  readonly fundedAtMs: number;
  readonly indexPrice: string;
  readonly tagPrice: string;
  /** When index or tag price last moved; 0: not yet. */
  readonly markedAtMs: number;
}

function decimalsIn(text: string): number {
  return text.split(".")[1]?.length ?? 0;
}

/** Shows a contract as it is now. */
export function viewContract({ market }: MarketState, { terms, mark }: ContractState): ContractView {
  const rate = (value: number): string => scaledText(value, rateScale);
  return {
    pair: market.pair,
    coin: terms.settleCoin,
    minLeverage: "1",
    maxLeverage: String(terms.maxLeverage),
    contractValue: quantityText(market, market.contractUnit),
    makerFeeRate: rate(terms.makerFeeRate),
    takerFeeRate: rate(terms.takerFeeRate),
    maxOrderQuantity: quantityText(market, market.maxOrderQuantity),
    maxOpenOrders: terms.maxOpenOrders,
    maxPositionQuantity: quantityText(market, terms.maxPosition),
    riskBaseQuantity: quantityText(market, terms.riskBase),
    riskStepQuantity: quantityText(market, terms.riskStep),
    priceScale: market.priceScale,
    quantityScale: market.quantityScale,
    contractValueScale: decimalsIn(quantityText(market, market.contractUnit)),
    fundingRate: rate(mark.fundingRate),
    fundedAtMs: mark.fundedAtMs,
    indexPrice: priceText(market, mark.indexPrice),
    tagPrice: priceText(market, mark.price),
    markedAtMs: mark.movedAtMs,
  };
}

/** Every contract of one family, in the order of the venue's list. */
export function viewContracts(
  markets: Iterable<MarketState>,
  family: "usdt-margined" | "coin-margined",
): readonly ContractView[] {
  return [...markets].flatMap((state) =>
    state.contract === undefined || state.market.family !== family ? [] : [viewContract(state, state.contract)],
  );
}
