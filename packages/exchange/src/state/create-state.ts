import { createAgents } from "../agents/agents-state.js";
import { createDepthFeed } from "../book/depth-feed.js";
import { OrderBook } from "../book/order-book.js";
import type { ContractState } from "../contract/contract-state.js";
import { usualFundingPeriodMs } from "../contract/tag-price.js";
import { contractUnits } from "../contract/units.js";
import { usualTerms } from "../contract/usual-terms.js";
import { openClearing } from "../ledger/chart.js";
import { Ledger } from "../ledger/ledger.js";
import { LiquidationBoxes } from "../liquidation/boxes.js";
import { createIndexPrice } from "../market/index-price.js";
import type { Market } from "../market/market.js";
import { operatedMarket } from "../market/operated-market.js";
import { createMarketData } from "../market-data/market-data.js";
import { PlanIndex } from "../plan/plan-index.js";
import { createRemembered } from "../remembered/remembered.js";
import { spotState } from "../spot/spot-state.js";
import { createWalletState } from "../wallet/wallet-state.js";
import type { ExchangeConfig, ExchangeState, MarketState } from "./exchange-state.js";
import { createFinished } from "./finished.js";

const usualCancelDelayMs = 5;
const usualKeptRecords = 100_000;

function createContract(market: Market, ledger: Ledger): ContractState | undefined {
  const terms = market.terms ?? usualTerms(market);
  if (terms === undefined) {
    return undefined;
  }
  return {
    terms,
    units: contractUnits(terms.kind, market.priceScale, market.quantityScale),
    clearing: openClearing(ledger, market.pair, terms.settleCoin),
    mark: {
      price: market.initialPrice,
      indexPrice: market.initialPrice,
      movedAtMs: 0,
      premiumMicros: 0,
      premiumSum: 0,
      premiumCount: 0,
      fundingRate: 0,
      fundedAtMs: 0,
    },
    house: new Map(),
    holders: new Set(),
    plans: new PlanIndex(),
  };
}

/** An exchange before its first command: empty books. */
export function createExchangeState(config: ExchangeConfig): ExchangeState {
  const ledger = new Ledger();
  const { keptRecords = usualKeptRecords } = config;
  const markets = config.markets.map((market): [string, MarketState] => [
    market.pair,
    {
      market,
      book: new OrderBook(),
      index: createIndexPrice(market, config.seed),
      agents: createAgents(market, config.seed),
      depth: createDepthFeed(),
      data: createMarketData(),
      contract: createContract(market, ledger),
      spot: spotState(market),
      lastPrice: market.initialPrice,
      operated: operatedMarket(),
    },
  ]);
  return {
    seed: config.seed,
    cancelDelayMs: config.cancelDelayMs ?? usualCancelDelayMs,
    keptRecords,
    clientIds: config.clientIds ?? "repeatable",
    ids: config.ids ?? "small",
    source: config.source ?? "agents",
    now: 0,
    ticks: 0,
    nextOrderId: 1,
    nextTradeId: 1,
    nextChangeId: 1,
    nextTransferId: 1,
    nextFundingAtMs: 0,
    fundingPeriodMs: config.fundingPeriodMs ?? usualFundingPeriodMs,
    markets: new Map(markets),
    openOrders: new Map(),
    plans: new Map(),
    finished: createFinished(),
    remembered: createRemembered(keptRecords),
    cancelling: [],
    traded: new Set(),
    ledger,
    venue: new Map(),
    residents: [],
    wallet: createWalletState(),
    users: new Map(),
    boxes: new LiquidationBoxes(),
    keys: new Map(),
  };
}
