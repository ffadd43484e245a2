import { formatScaled } from "@depthwire/core/internal";
import type { Venue } from "@depthwire/node";
import type { Contract, Precision, TagPrice } from "@depthwire/schema";
import type { PairFamily } from "../../venue/known-pair.js";

/** A market as one item. Keys are only ever added; what the venue does not tell is absent. */
export interface ListedMarket {
  readonly pair: string;
  readonly family: PairFamily;
  /** Every price of an order is a multiple of it. */
  readonly priceStep: string;
  /** Every quantity of an order is a multiple of it; in USD for coin-margined contracts. */
  readonly quantityStep?: string;
  readonly maxOrderQuantity?: string;
  readonly maxPositionQuantity?: string;
  readonly minLeverage?: string;
  readonly maxLeverage?: string;
  readonly makerFeeRate?: string;
  readonly takerFeeRate?: string;
  /** The tag price of a contract, the last one of a spot pair. */
  readonly price?: string;
}

type Rest = Venue["rest"];

/**
 * The markets of one kind, in the order of the venue's list.
 *
 * @throws TransportError where it cannot be asked; VenueError
 */
export async function listMarkets(
  rest: Rest,
  family: PairFamily,
  signal: AbortSignal,
): Promise<readonly ListedMarket[]> {
  return family === "spot" ? listSpotPairs(rest, signal) : listContracts(rest, family, signal);
}

async function listContracts(
  rest: Rest,
  family: "usdt" | "coin",
  signal: AbortSignal,
): Promise<readonly ListedMarket[]> {
  const operations = rest[family];
  const [contracts, precisions, tagPrices]: [
    readonly Contract[],
    readonly Precision[],
    Readonly<Record<string, TagPrice>>,
  ] = await Promise.all([
    operations.getContracts({}, { signal }),
    operations.getPrecisions({}, { signal }),
    operations.getTagPrices({}, { signal }),
  ]);
  const scales = new Map(precisions.map(({ pair, priceScale }) => [pair, priceScale]));
  return contracts.flatMap((contract) => {
    const scale = scales.get(contract.pair);
    return scale === undefined ? [] : [contractItem(contract, family, scale, tagPrices[contract.pair]?.tagPrice)];
  });
}

function contractItem(
  contract: Contract,
  family: "usdt" | "coin",
  priceScale: number,
  price: string | undefined,
): ListedMarket {
  const { pair, contractValue, maxOrderQuantity, maxPositionQuantity, minLeverage, maxLeverage } = contract;
  const { makerFeeRate, takerFeeRate } = contract;
  return {
    pair,
    family,
    priceStep: stepOf(priceScale),
    quantityStep: contractValue,
    maxOrderQuantity,
    maxPositionQuantity,
    minLeverage,
    maxLeverage,
    makerFeeRate,
    takerFeeRate,
    ...(price === undefined ? {} : { price }),
  };
}

async function listSpotPairs({ spot }: Rest, signal: AbortSignal): Promise<readonly ListedMarket[]> {
  const [pairs, markets] = await Promise.all([spot.getPairs({}, { signal }), spot.getMarkets({}, { signal })]);
  const prices = new Map(markets.map(({ coin, pricingCoin, lastPrice }) => [`${coin}_${pricingCoin}`, lastPrice]));
  return pairs.map(({ pair, priceScale, quantityScale }) => {
    const price = prices.get(pair);
    return {
      pair,
      family: "spot",
      priceStep: stepOf(priceScale),
      ...(quantityScale === undefined ? {} : { quantityStep: stepOf(quantityScale) }),
      ...(price === undefined ? {} : { price }),
    };
  });
}

/** The step of what has so many decimals. */
function stepOf(scale: number): string {
  return formatScaled(1, scale);
}
