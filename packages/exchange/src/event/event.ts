import type { AccountId } from "../account/account-id.js";
import type { DepthChanges } from "../book/depth-window.js";
import type { RefusalReason } from "../command/refusal.js";
import type { Direction, OrderSide } from "../market/market.js";
import type { AssetsView } from "../view/assets.js";
import type { ChangeView } from "../view/change.js";
import type { FillView } from "../view/fill.js";
import type { OrderView } from "../view/order.js";
import type { PlanView } from "../view/plan-view.js";
import type { PositionView } from "../view/position.js";
import type { DepositView, WithdrawalView } from "../wallet/wallet-entry.js";

/** Why an order left the book, or never entered it, with a quantity still open. */
export type CancelReason =
  | "requested"
  /** Its owner's last private connection was gone, and he was to be protected like that. */
  | "disconnected"
  | "self-trade"
  | "no-counterpart"
  | "liquidation"
  | "auto-deleverage"
  /** Its owner had to pay, and had nothing else to pay with than what it held back. */
  | "debt"
  /** It could have traded, but not so that its owner would have kept the maintenance of what he holds. */
  | "uncovered";

/** An order passed the door. Its trades follow. */
export interface OrderPlaced {
  readonly kind: "order-placed";
  readonly orderId: number;
  readonly account: AccountId;
  readonly pair: string;
  readonly side: OrderSide;
  /** Absent for a market order. */
  readonly price?: number;
  readonly quantity: number;
  readonly clientOrderId?: string;
}

/** Nothing happened; the reason says why. */
export interface CommandRefused {
  readonly kind: "command-refused";
  readonly command: string;
  readonly account: AccountId;
  readonly reason: RefusalReason;
  readonly clientOrderId?: string;
  /** The order or plan that was to be cancelled. */
  readonly orderId?: number;
}

/** Two orders met, at the price of the waiting order. */
export interface Trade {
  readonly kind: "trade";
  readonly tradeId: number;
  readonly pair: string;
  readonly price: number;
  readonly quantity: number;
  readonly takerDirection: Direction;
  readonly takerOrderId: number;
  readonly takerAccount: AccountId;
  readonly makerOrderId: number;
  readonly makerAccount: AccountId;
  /** Epoch milliseconds. */
  readonly tradedAtMs: number;
}

/** The open rest of an order is gone. */
export interface OrderCancelled {
  readonly kind: "order-cancelled";
  readonly orderId: number;
  readonly account: AccountId;
  readonly pair: string;
  /** What had not traded. */
  readonly remaining: number;
  readonly reason: CancelReason;
}

/** A cancellation was taken on; `order-cancelled` follows, or `command-refused` when the order was filled first. */
export interface CancelAccepted {
  readonly kind: "cancel-accepted";
  readonly account: AccountId;
  readonly orderId: number;
  /** When it takes effect, in epoch milliseconds. */
  readonly dueAtMs: number;
}

/** One step of a market's published depth. */
export interface DepthPublished {
  readonly kind: "depth-published";
  readonly pair: string;
  readonly seq: number;
  /** The publication's own time in epoch milliseconds, later than that of the one before. */
  readonly updatedAtMs: number;
  /** Difference from the window that was published before. */
  readonly changes: DepthChanges;
}

/** A user's order traded. */
export interface Filled {
  readonly kind: "filled";
  readonly account: AccountId;
  readonly fill: FillView;
}

/** A user's order is not what it was. */
export interface OrderChanged {
  readonly kind: "order-changed";
  readonly account: AccountId;
  readonly order: OrderView;
}

/** A user's position is not what it was. */
export interface PositionChanged {
  readonly kind: "position-changed";
  readonly account: AccountId;
  readonly position: PositionView;
}

/** A user's contract account is not what it was. */
export interface AssetsChanged {
  readonly kind: "assets-changed";
  readonly account: AccountId;
  readonly assets: AssetsView;
}

/** A new record in a user's change log. */
export interface PositionLogged {
  readonly kind: "position-logged";
  readonly account: AccountId;
  readonly change: ChangeView;
}

/** A plan order is not what it was. */
export interface PlanChanged {
  readonly kind: "plan-changed";
  readonly account: AccountId;
  readonly plan: PlanView;
}

/** The operator has taken a key away. */
export interface KeyRevoked {
  readonly kind: "key-revoked";
  readonly account: AccountId;
  readonly apiKey: string;
}

/** Money came, went, or moved between a user's accounts outside of trading. */
export interface MoneyMoved {
  readonly kind: "money-moved";
  readonly account: AccountId;
  readonly coin: string;
  readonly amount: string;
  readonly from: string;
  readonly to: string;
  /** Only for a transfer that the user requested. */
  readonly transferId?: number;
}

/** What a user owes against the profit of his cross positions is not what it was. */
export interface DebtChanged {
  readonly kind: "debt-changed";
  readonly account: AccountId;
  readonly coin: string;
  /** A decimal, not negative. */
  readonly debt: string;
}

/** The insurance fund paid what a user could not. */
export interface InsurancePaid {
  readonly kind: "insurance-paid";
  readonly account: AccountId;
  readonly coin: string;
  /** A decimal. */
  readonly amount: string;
}

/** A deposit was seen, credited, or has failed. */
export interface DepositChanged {
  readonly kind: "deposit-changed";
  readonly account: AccountId;
  readonly deposit: DepositView;
}

/** A withdrawal has come to its next stage. */
export interface WithdrawalChanged {
  readonly kind: "withdrawal-changed";
  readonly account: AccountId;
  readonly withdrawal: WithdrawalView;
}

/** The index or the tag price of a contract has moved, at the price scale. */
export interface PriceMarked {
  readonly kind: "price-marked";
  readonly pair: string;
  readonly indexPrice: number;
  /** What profit and liquidation go by; also called the tag price. */
  readonly tagPrice: number;
}

/** Funding was exchanged between the two sides of a contract. */
export interface FundingSettled {
  readonly kind: "funding-settled";
  readonly pair: string;
  /** Positive: the long side paid. */
  readonly rate: string;
  readonly tagPrice: string;
}

/** Everything that happens. Replies, pushes and histories are views of events. */
export type ExchangeEvent =
  | OrderPlaced
  | CommandRefused
  | Trade
  | OrderCancelled
  | CancelAccepted
  | DepthPublished
  | Filled
  | OrderChanged
  | PositionChanged
  | AssetsChanged
  | PositionLogged
  | PlanChanged
  | KeyRevoked
  | MoneyMoved
  | DebtChanged
  | InsurancePaid
  | DepositChanged
  | WithdrawalChanged
  | PriceMarked
  | FundingSettled;
