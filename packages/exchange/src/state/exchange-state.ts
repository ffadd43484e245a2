import type { AccountId } from "../account/account-id.js";
import type { UserState } from "../account/user.js";
import type { AgentsState } from "../agents/agents-state.js";
import type { ResidentState } from "../agents/resident-state.js";
import type { DepthFeed } from "../book/depth-feed.js";
import type { OrderBook, RestingOrder } from "../book/order-book.js";
import type { ContractState } from "../contract/contract-state.js";

import type { ApiKeyRecord } from "../keys/api-key.js";
import type { VenueAccounts } from "../ledger/chart.js";
import type { Ledger } from "../ledger/ledger.js";
import type { LiquidationBoxes } from "../liquidation/boxes.js";
import type { IndexPrice } from "../market/index-price.js";
import type { Market } from "../market/market.js";
import type { OperatedMarket } from "../market/operated-market.js";
import type { MarketData } from "../market-data/market-data.js";
import type { TakenFromPublic } from "../mirror/taken-from-public.js";
import type { OrderRecord } from "../order/order-record.js";
import type { PlanOrder } from "../plan/plan-order.js";
import type { RememberedRecords } from "../remembered/remembered.js";
import type { SpotState } from "../spot/spot-state.js";
import type { IdSize } from "../view/wire-ids.js";
import type { WalletState } from "../wallet/wallet-state.js";
import type { FinishedRecords } from "./finished.js";

/** What changes about one market. */
export interface MarketState {
  readonly market: Market;
  readonly book: OrderBook;
  readonly index: IndexPrice;
  readonly agents: AgentsState;
  readonly depth: DepthFeed;
  /** Candles, deals and 24-hour figures. */
  readonly data: MarketData;
  /** Nothing for a spot market. */
  readonly contract: ContractState | undefined;
  /** Nothing for a contract. */
  readonly spot: SpotState | undefined;
  /** Price of the latest trade at the price scale; the initial price before the first one. */
  lastPrice: number;
  readonly operated: OperatedMarket;
  /** What users have taken from a mirrored public book; absent before the first time. */
  taken?: TakenFromPublic;
  /** The same at prices that the public book's messages do not reach at present; absent before the first message. */
  takenOutOfSight?: TakenFromPublic;
  /** What public trades used up at their own price since the public book's latest message; absent where nothing was. */
  tradedAt?: TakenFromPublic;
  /** What stood at prices that public trades since that message have passed. */
  tradedThrough?: TakenFromPublic;
}

/** The whole exchange. Nobody but the reducer writes to it. */
export interface ExchangeState {
  readonly seed: number;
  /** Between the acceptance of a user's cancellation and its effect, in milliseconds. */
  readonly cancelDelayMs: number;
  /** How many finished orders, plans, deposits, withdrawals and changes of positions are remembered, of each. */
  readonly keptRecords: number;
  /** Whether a user's order needs a client id that none of his remembered orders has. */
  readonly clientIds: "repeatable" | "unique";
  /** How large the ids are that some records write as integers. */
  readonly ids: IdSize;
  /** Who makes the markets: the exchange's own agents, or somebody outside whose markets are mirrored. */
  readonly source: MarketSource;
  /** Time of the latest command in epoch milliseconds. It never goes back. */
  now: number;
  /** How many ticks there were. */
  ticks: number;
  /** Orders and plans have one numbering. */
  nextOrderId: number;
  nextTradeId: number;
  nextChangeId: number;
  nextTransferId: number;
  /** Epoch milliseconds; 0 before the first command. */
  nextFundingAtMs: number;
  /** Between two fundings, in milliseconds. */
  readonly fundingPeriodMs: number;
  readonly markets: ReadonlyMap<string, MarketState>;
  /** Every waiting order of every market, by id. */
  readonly openOrders: Map<number, RestingOrder>;
  /** Plan orders from their placing to the end of the command that ends them, by id. */
  readonly plans: Map<number, PlanOrder>;
  /** What of orders, plans, deposits and withdrawals has ended in the present command. */
  readonly finished: FinishedRecords;
  /** What ended before, packed. */
  readonly remembered: RememberedRecords;
  /** Cancellations on their way, in the order in which they take effect. */
  readonly cancelling: OrderRecord[];
  /** Markets that traded since plans were last looked at. */
  readonly traded: Set<MarketState>;
  readonly ledger: Ledger;
  readonly venue: Map<string, VenueAccounts>;
  /** Strategies that trade for users. */
  readonly residents: ResidentState[];
  /** Deposits and withdrawals. */
  readonly wallet: WalletState;
  readonly users: Map<AccountId, UserState>;
  /** Who need not be looked at when marks move. */
  readonly boxes: LiquidationBoxes;
  /** API keys by themselves, revoked ones too. */
  readonly keys: Map<string, ApiKeyRecord>;
}

/** Who makes the markets. */
export type MarketSource = "agents" | "feed";

/** What decides a new exchange, beside its commands. */
export interface ExchangeConfig {
  /** Any safe integer. The same seed and the same commands give the same exchange. */
  readonly seed: number;
  readonly markets: readonly Market[];
  /** Between the acceptance of a user's cancellation and its effect, in milliseconds; 5 by default. */
  readonly cancelDelayMs?: number;
  /** How many finished orders, plans, deposits, withdrawals and changes of positions are remembered, of each; 100,000 by default. Those that wait are never forgotten. */
  readonly keptRecords?: number;
  /** Whether two orders of a user may have the same client id; `repeatable` by default. @spec field note 32 */
  readonly clientIds?: "repeatable" | "unique";
  /** How large the ids are that some records write as integers; `small` by default. @spec field note 39 */
  readonly ids?: IdSize;
  /** Between two fundings, in milliseconds; 8 hours by default. */
  readonly fundingPeriodMs?: number;
  /** `agents` by default; `feed`: only what is mirrored from another venue moves the markets. */
  readonly source?: MarketSource;
}
