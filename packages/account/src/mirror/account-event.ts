import type {
  ClientOrderId,
  ContractAsset,
  FillId,
  Liquidity,
  Money,
  Order,
  OrderId,
  OrderSide,
  OrderSource,
  Pair,
  PlanOrder,
  Position,
  PositionChangeId,
  PositionChangeType,
  PositionSide,
  Price,
  Quantity,
} from "@depthwire/schema";
import type { StreamGap } from "../queue/gap.js";
import type { Difference } from "./difference.js";

/** How something was learnt: the venue pushed it, or a reconciliation asked for it. */
export type Origin = "push" | "query";

/** An order of the mirror. Coin-margined orders found by asking may lack their source. */
export type AccountOrder = Omit<Order, "source"> & {
  /** Where it came from, if the venue told. */
  readonly source?: OrderSource;
};

/** One trade of an order, the same whether it was pushed or asked for. Decimals carry no zeros at their end. */
export interface AccountFill {
  readonly orderId: OrderId;
  /** The id under which it was first learnt. That a pushed id equals the queried one is not documented. */
  readonly fillId: FillId;
  /** The id that the caller chose for the order, if the venue told. */
  readonly clientOrderId?: ClientOrderId;
  readonly pair: Pair;
  readonly side: OrderSide;
  readonly source: OrderSource;
  /** The price that the order asked for. */
  readonly price: Price;
  /** The price of the trade. */
  readonly dealPrice: Price;
  /** The quantity of the trade. */
  readonly dealQuantity: Quantity;
  readonly fee: Money;
  readonly tokenFeeDeduction: Money;
  readonly couponFeeDeduction: Money;
  readonly liquidity: Liquidity;
  /** When it was traded, by the venue's clock. */
  readonly createdAtMs: number;
}

/** A change of a position that its owner did not ask for: liquidation, lightening, ADL. */
export interface PassiveChange {
  /** The id under which it was first learnt. */
  readonly positionChangeId: PositionChangeId;
  readonly pair: Pair;
  readonly side: PositionSide;
  readonly type: PositionChangeType;
  readonly price: Price;
  /** By how much, with the sign that the venue sent. */
  readonly quantityChange: Quantity;
  /** When it changed, by the venue's clock. */
  readonly createdAtMs: number;
}

/** What happened to the account itself. */
export type AccountFact =
  /** An order appeared or went on. Its status never goes back, and what it traded never falls. */
  | {
      readonly kind: "order";
      readonly origin: Origin;
      readonly order: AccountOrder;
      readonly previous: AccountOrder | undefined;
    }
  /** An order was traded. Each trade comes once. */
  | { readonly kind: "fill"; readonly origin: Origin; readonly fill: AccountFill }
  /** A position changed; `position` is undefined when it no longer exists. */
  | {
      readonly kind: "position";
      readonly origin: Origin;
      readonly pair: Pair;
      readonly side: PositionSide;
      readonly position: Position | undefined;
      readonly previous: Position | undefined;
    }
  /** A position was changed by the venue. Each change comes once. */
  | { readonly kind: "position-change"; readonly origin: Origin; readonly change: PassiveChange }
  /** What the account has of a coin changed. */
  | {
      readonly kind: "asset";
      readonly origin: Origin;
      readonly asset: ContractAsset;
      readonly previous: ContractAsset | undefined;
    }
  /** A plan order appeared or went on. Its status never goes back to waiting. */
  | {
      readonly kind: "plan-order";
      readonly origin: Origin;
      readonly planOrder: PlanOrder;
      readonly previous: PlanOrder | undefined;
    }
  /** A plan order waits no longer, and nothing told why. */
  | { readonly kind: "plan-order-vanished"; readonly planOrder: PlanOrder };

/** What happened to the knowledge of the account. */
export type AccountNotice =
  /** The first reconciliation is done: the mirror shows the account. */
  | { readonly kind: "started" }
  /**
   * Something is missing, or may be, between the two moments. `disconnected`: what was missed follows before `gap-closed`.
   * `overflow`: the caller was too slow, and `dropped` events were not kept; `state` is right, the events are gone.
   */
  | StreamGap
  /** A reconciliation ended and something stays unexplained: the gap remains open. */
  | {
      readonly kind: "gap-open";
      readonly fromMs: number;
      readonly toMs: number;
      readonly reasons: readonly Difference[];
    }
  /** All that was missed has been delivered. */
  | { readonly kind: "gap-closed"; readonly fromMs: number; readonly toMs: number }
  /** Two things that must agree do not. There is one such event until they agree again. */
  | { readonly kind: "difference"; readonly difference: Difference };

/** One element of the account's stream, in order. */
export type AccountEvent = AccountFact | AccountNotice;
