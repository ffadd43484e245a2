import type { AccountId } from "../account/account-id.js";
import type { KeyPermission } from "../keys/api-key.js";
import type { OrderSide } from "../market/market.js";
import type { MirrorDepth, MirrorTrade } from "../mirror/mirror-command.js";
import type { Attachment } from "../order/order-record.js";
import type { MakeHistory, PrivateStreamLost, SetMarket } from "./venue-commands.js";

/** An order as its owner sends it. Prices and quantities are integers at the market's scales. */
interface OrderRequest {
  readonly kind: "place-order";
  readonly account: AccountId;
  readonly pair: string;
  readonly side: OrderSide;
  readonly quantity: number;
  /** The owner's own name for the order, echoed in every event of it. */
  readonly clientOrderId?: string;
  /** Take-profit and stop-loss; opening orders of users only. */
  readonly attachment?: Partial<Attachment>;
}

/** Trades up to its price, then waits in the book. */
export interface PlaceLimitOrder extends OrderRequest {
  readonly type: "limit";
  readonly price: number;
}

/** Trades at any price; what finds no counterpart is cancelled. */
export interface PlaceMarketOrder extends OrderRequest {
  readonly type: "market";
}

/** Takes an order out of the book. A user's order leaves it after the venue's delay. */
export interface CancelOrder {
  readonly kind: "cancel-order";
  readonly account: AccountId;
  readonly orderId: number;
}

/** Cancels several orders, each on its own. */
export interface CancelOrders {
  readonly kind: "cancel-orders";
  readonly account: AccountId;
  readonly orderIds: readonly number[];
}

/** Cancels every waiting order of a user in one market. */
export interface CancelAll {
  readonly kind: "cancel-all";
  readonly account: AccountId;
  readonly pair: string;
}

/** Waits for the last price to reach a trigger and then closes a position. */
export interface PlacePlan {
  readonly kind: "place-plan";
  readonly account: AccountId;
  /** Absent: the one contract in which the user has a position of this side. */
  readonly pair?: string;
  readonly side: "long" | "short";
  readonly plan: "take-profit" | "stop-loss";
  readonly type: "market" | "limit";
  /** Price of the order that the trigger places; means nothing at the market. */
  readonly price: number;
  readonly triggerPrice: number;
  readonly quantity: number;
}

/** Takes a plan back. */
export interface CancelPlan {
  readonly kind: "cancel-plan";
  readonly account: AccountId;
  readonly orderId: number;
}

/** Takes every waiting plan back. */
export interface CancelAllPlans {
  readonly kind: "cancel-all-plans";
  readonly account: AccountId;
  /** Absent: in every market. */
  readonly pair?: string;
}

/** Sets what backs a user's positions in a contract, and their leverage. */
export interface ChangeMode {
  readonly kind: "change-mode";
  readonly account: AccountId;
  readonly pair: string;
  readonly mode: "cross" | "fixed";
  readonly leverageLong: number;
  readonly leverageShort: number;
}

/** Adds margin to a fixed position, or takes some out. */
export interface ChangeMargin {
  readonly kind: "change-margin";
  readonly account: AccountId;
  readonly pair: string;
  readonly side: "long" | "short";
  /** A decimal; negative takes out. */
  readonly amount: string;
}

/** Where a user keeps money of a coin. `contract` is the free balance of the contract account; `promotion` are coupons. */
export type Purse = "wallet" | "spot" | "contract" | "promotion";

/** The operator brings money in from outside, or takes it away. */
export interface Credit {
  readonly kind: "credit";
  readonly account: AccountId;
  readonly coin: string;
  /** A decimal; negative takes away. */
  readonly amount: string;
  readonly purse: Purse;
}

/**
 * The operator changes several things about an account at once: all of them, or, when one is refused, none. Flags that are absent
 * stay as they are; money comes first, then keys are taken away, then keys are given.
 */
export interface ChangeAccount {
  readonly kind: "change-account";
  readonly account: AccountId;
  readonly restricted?: boolean;
  readonly paysFeesInToken?: boolean;
  readonly cancelOnDisconnect?: boolean;
  readonly credits: readonly Omit<Credit, "kind" | "account">[];
  readonly revokeKeys: readonly string[];
  readonly openKeys: readonly Omit<OpenKey, "kind" | "account">[];
}

/** Somebody outside pays a coin into a user's wallet, over its chain. */
export interface Deposit {
  readonly kind: "deposit";
  readonly account: AccountId;
  readonly coin: string;
  /** A positive decimal. */
  readonly amount: string;
  /** Absent: the coin's usual chain. */
  readonly chain?: string;
  /** What becomes of it when the chain has confirmed it; `credited` when absent. */
  readonly outcome?: "credited" | "failed";
  /** Pays the same again every so many milliseconds. Absent: once. */
  readonly everyMs?: number;
}

/** A user sends a coin from his wallet to an address outside. */
export interface Withdraw {
  readonly kind: "withdraw";
  readonly account: AccountId;
  readonly coin: string;
  /** A positive decimal; the fee is part of it. */
  readonly amount: string;
  readonly address: string;
  /** The tag that some chains need. */
  readonly memo?: string;
}

/** The operator ends a withdrawal's review, or sends the money back before it is paid out. */
export interface DecideWithdrawal {
  readonly kind: "decide-withdrawal";
  /** The id that clients see. */
  readonly withdrawalId: string;
  /** `reject` while it is reviewed, `cancel` until it is paid out. */
  readonly decision: "approve" | "reject" | "cancel";
}

/** The operator fills the insurance fund of a coin. */
export interface FundInsurance {
  readonly kind: "fund-insurance";
  readonly coin: string;
  /** A decimal. */
  readonly amount: string;
}

/** A user moves money between wallet and contract account. */
export interface Transfer {
  readonly kind: "transfer";
  readonly account: AccountId;
  readonly coin: string;
  /** A positive decimal. */
  readonly amount: string;
  /** Into the contract account, or out of it. */
  readonly direction: "in" | "out";
}

/** The operator sets what a user may do and how he pays. Absent: stays as it is. */
export interface SetAccount {
  readonly kind: "set-account";
  readonly account: AccountId;
  readonly restricted?: boolean;
  readonly paysFeesInToken?: boolean;
  /** Whether what he has waiting is cancelled when his last private connection is gone. */
  readonly cancelOnDisconnect?: boolean;
}

/** The operator gives a user an API key. Key and secret are chosen outside: the exchange makes up nothing. */
export interface OpenKey {
  readonly kind: "open-key";
  readonly account: AccountId;
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly permissions: readonly KeyPermission[];
  /** IP addresses that it may be used from; none: any. */
  readonly addresses: readonly string[];
}

/** The operator takes an API key away. */
export interface RevokeKey {
  readonly kind: "revoke-key";
  readonly account: AccountId;
  readonly apiKey: string;
}

/** A strategy of the venue begins to trade a coin-margined contract for a user, now and then and with little. */
export interface StartStrategy {
  readonly kind: "start-strategy";
  readonly account: AccountId;
  readonly pair: string;
}

/** Time passes: the index walks and the agents act, in every market. */
export interface Tick {
  readonly kind: "tick";
}

/** Time passes and nothing else: what is due happens. Every command does the same first. */
export interface PassTime {
  readonly kind: "pass-time";
}

/** The operator moves the world's price of a coin; the walk goes on from there. */
export interface SetIndex {
  readonly kind: "set-index";
  readonly pair: string;
  /** At the price scale. */
  readonly price: number;
}

/** Publishes the depth window of one market, unless nothing in it changed. */
export interface PublishDepth {
  readonly kind: "publish-depth";
  readonly pair: string;
  /** How far `seq` moves, 1 when absent. More than 1 publishes even without a change. */
  readonly seqStep?: number;
}

/**
 * Publishes many states of one market in a row, for load: around the published prices quantities change, and the next
 * {@link PublishDepth} goes back to the book. Orders, trades and money know nothing of it.
 */
export interface LoadDepth {
  readonly kind: "load-depth";
  readonly pair: string;
  readonly publications: number;
}

/** Everything that can change the exchange. The sequence of commands, each with its time, *is* the state. */
export type Command =
  | PlaceLimitOrder
  | PlaceMarketOrder
  | CancelOrder
  | CancelOrders
  | CancelAll
  | PlacePlan
  | CancelPlan
  | CancelAllPlans
  | ChangeMode
  | ChangeMargin
  | Credit
  | ChangeAccount
  | Deposit
  | Withdraw
  | DecideWithdrawal
  | FundInsurance
  | Transfer
  | SetAccount
  | PrivateStreamLost
  | MakeHistory
  | OpenKey
  | RevokeKey
  | SetMarket
  | StartStrategy
  | Tick
  | PassTime
  | SetIndex
  | PublishDepth
  | LoadDepth
  | MirrorDepth
  | MirrorTrade;
