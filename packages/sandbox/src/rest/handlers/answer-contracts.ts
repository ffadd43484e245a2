import { type ContractView, viewContracts } from "@depthwire/exchange/internal";
import type { Contract, FundingRate, Precision, TagPrice } from "@depthwire/schema";
import type { Answer } from "../handler.js";
import type { RestServices } from "../rest-services.js";

type Family = "usdt-margined" | "coin-margined";

function contractsOf(family: Family, { host }: RestServices): readonly ContractView[] {
  return viewContracts(host.exchange.state.markets.values(), family);
}

function byPair<Record>(
  contracts: readonly ContractView[],
  show: (contract: ContractView) => Record,
): Readonly<{ [pair: string]: Record }> {
  return Object.fromEntries(contracts.map((contract) => [contract.pair, show(contract)]));
}

/** What may be traded in every contract of a family. */
export function answerContracts(family: Family, services: RestServices): Answer<readonly Contract[]> {
  return contractsOf(family, services);
}

/** How finely every contract of a family is priced. */
export function answerPrecisions(family: Family, services: RestServices): Answer<readonly Precision[]> {
  return contractsOf(family, services).map(({ pair, priceScale, quantityScale, contractValueScale }) => ({
    pair,
    priceScale,
    quantityScale,
    contractValueScale,
  }));
}

/** The last funding rate of every contract of a family; before the first one it is 0 since the period began. */
export function answerFundingRates(
  family: Family,
  services: RestServices,
): Answer<Readonly<{ [pair: string]: FundingRate }>> {
  const { nextFundingAtMs, fundingPeriodMs } = services.host.exchange.state;
  const periodBeganAtMs = nextFundingAtMs - fundingPeriodMs;
  return byPair(contractsOf(family, services), ({ pair, fundingRate, fundedAtMs }) => ({
    pair,
    fundingRate,
    createdAtMs: fundedAtMs === 0 ? periodBeganAtMs : fundedAtMs,
  }));
}

/** Index and tag price of every contract of a family; before they move, as of now. */
export function answerTagPrices(
  family: Family,
  services: RestServices,
): Answer<Readonly<{ [pair: string]: TagPrice }>> {
  const { now } = services.host.exchange.state;
  return byPair(contractsOf(family, services), ({ indexPrice, tagPrice, markedAtMs }) => ({
    indexPrice,
    tagPrice,
    createdAtMs: markedAtMs === 0 ? now : markedAtMs,
  }));
}
