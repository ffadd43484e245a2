import type { HaltOrder } from "../halt/halt-order.js";
import type { OrderState } from "./order-state.js";

/** What a person wants to hear of a trader, besides its orders. */
export type TraderEvent =
  /** Trading is halted, by this process or by an earlier one. */
  | { readonly kind: "halted"; readonly halt: HaltOrder }
  /** The intent store refused the halt, or its end (`halt` undefined): the next process would not know of it. The write is repeated. */
  | { readonly kind: "halt-not-kept"; readonly halt: HaltOrder | undefined; readonly error: unknown }
  /** A round of cancels or the look after it failed. It goes on. */
  | { readonly kind: "halt-round-failed"; readonly error: unknown }
  /**
   * The halt is not reached while the outcome of so many orders (`unknown`) is open: one of them may still arrive. It is told again when there are more or
   * fewer. `untilMs`: by the venue's time in epoch milliseconds, none arrives after it; undefined: nobody knows how long a request stays good.
   */
  | {
      readonly kind: "halt-waiting";
      readonly halt: HaltOrder;
      readonly unknown: number;
      readonly untilMs: number | undefined;
    }
  /** The venue has confirmed that nothing of the halt's scope is open, and nothing more can come. */
  | { readonly kind: "halt-reached"; readonly halt: HaltOrder }
  /** Opening orders are let through again. */
  | { readonly kind: "resumed" }
  /** Somebody else opened an order after the halt was reached. It is left alone: a person may be at work. */
  | { readonly kind: "order-while-halted"; readonly order: OrderState }
  /** The venue has a second order with a client id of this client's. */
  | {
      readonly kind: "client-order-id-twice";
      readonly clientOrderId: string;
      readonly orderIds: readonly [known: string, other: string];
    }
  /**
   * The answer to an order named one (`answered`, the venue's id) that the venue does not have or that is not this order: something between answers in its
   * place. It was looked for by its client id: `order` is what the venue has, and the handle's from now on; undefined where nothing was found.
   */
  | {
      readonly kind: "answer-contradicted";
      readonly clientOrderId: string;
      readonly answered: string;
      readonly order: OrderState | undefined;
    }
  /**
   * The second of two orders that came of one call is finished: the runtime had sent the request twice, and the trader cancelled the order. What it traded
   * all the same is `order.dealQuantity`: the account has it beside what the order of the handle trades.
   */
  | { readonly kind: "twin-finished"; readonly order: OrderState }
  /** A finished order reports less traded than it or its trades had reported before. The earlier figure counts. */
  | { readonly kind: "order-traded-less"; readonly order: OrderState; readonly knownQuantity: string };
