import type { Clock } from "@depthwire/core";
import { forgetOldest } from "../call/forget-oldest.js";
import type { RestClient } from "../client/rest-client.js";
import type { ResolveOptions } from "../outcome/resolve-orders.js";
import { type OrderActions, OrderHandle } from "./order-handle.js";
import { OrderPolls } from "./order-polls.js";
import { hasTradedMore, isFinished, type OrderState } from "./order-state.js";
import type { ToldFills } from "./told-fills.js";

/** What {@link FollowedOrders} works with. */
export interface FollowedOrdersParts {
  readonly venue: RestClient;
  readonly clock: Clock;
  readonly pollEveryMs: number;
  readonly actions: OrderActions;
  /** An order was asked for, since no stream reported it. */
  readonly asked: (state: OrderState) => void;
  /** The venue has a second order with a client id of this client's. */
  readonly twin: (known: string, other: OrderState) => void;
  readonly fills: ToldFills;
  /** A finished order of this client's reports less traded than is known. */
  readonly tradedLess: (order: OrderState, knownQuantity: string) => void;
}

/** Orders of other sessions come by too: only so many are remembered for calls that are on their way. */
const maxEarly = 1_000;

/** The orders of a trader as objects, each told what is heard of it, from the stream or by asking. */
export class FollowedOrders {
  /** What a push showed of an order whose call is not answered, by the caller's id. */
  readonly pushed = ((id: string) => this.#early.get(id)) as NonNullable<ResolveOptions["pushed"]>;
  readonly #parts: FollowedOrdersParts;
  readonly #polls: OrderPolls;
  readonly #handles = new Map<string, OrderHandle>();
  /** States of orders that were heard of before their call was answered, by the caller's id. */
  readonly #early = new Map<string, OrderState>();
  #isClosed = false;

  constructor(parts: FollowedOrdersParts) {
    this.#parts = parts;
    this.#polls = new OrderPolls({
      venue: parts.venue,
      clock: parts.clock,
      everyMs: parts.pollEveryMs,
      open: () => this.open().map(({ orderId }) => orderId),
      found: (order) => this.asked(order),
    });
  }

  /** Orders that are not finished. */
  open(): readonly OrderHandle[] {
    return [...this.#handles.values()];
  }

  /** Follows an order whose call was answered. The answer tells no quantities: an order that it calls finished is asked for at once. */
  followAnswered(placed: Omit<OrderState, "dealPrice" | "dealQuantity">): OrderHandle {
    const nothing = { dealPrice: "0", dealQuantity: "0" } as Pick<OrderState, "dealPrice" | "dealQuantity">;
    const handle = this.follow({ ...placed, ...nothing, status: "open" });
    if (placed.status !== "open" && !handle.isFinished && !this.#isClosed) {
      this.#polls.askNow();
    }
    return handle;
  }

  /** The order was placed: it is followed from now on, unless following has ended. */
  follow(placed: OrderState): OrderHandle {
    const handle = new OrderHandle(placed, this.#parts.actions);
    const { clientOrderId = "" } = placed;
    const early = this.#early.get(clientOrderId);
    if (early !== undefined && early.orderId === placed.orderId) {
      this.#early.delete(clientOrderId);
      handle.heard(early);
    }
    if (this.#isClosed) {
      handle.close();
    } else if (!handle.isFinished) {
      this.#handles.set(placed.orderId, handle);
      this.#polls.start();
    }
    return handle;
  }

  /** The stream reported an order of the account. */
  heard(state: OrderState): void {
    this.#polls.heard();
    if (!this.#tell(state) && state.clientOrderId !== undefined) {
      this.#early.set(state.clientOrderId, state);
      forgetOldest(this.#early, maxEarly);
    }
  }

  /** The venue was asked for an order. */
  asked(state: OrderState): void {
    this.#parts.asked(state);
    this.#tell(state);
  }

  /** The stream is gone. */
  silent(): void {
    this.#polls.silent();
  }

  /** Stops following orders. */
  close(): void {
    this.#isClosed = true;
    this.#polls.stop();
    for (const handle of this.open()) {
      handle.close();
    }
    this.#handles.clear();
  }

  /** Whether the order is one that is followed. */
  #tell(state: OrderState): boolean {
    const known = this.#parts.venue.sentOrders.heard(state);
    if (known !== undefined) {
      this.#parts.twin(known, state);
    }
    const handle = this.#handles.get(state.orderId);
    handle?.heard(isFinished(state.status) ? this.#withTrades(state, handle) : state);
    if (handle?.isFinished === true) {
      this.#handles.delete(handle.orderId);
    }
    return handle !== undefined;
  }

  /** What a finished order traded at least: what was reported before of it and of its trades. */
  #withTrades(told: OrderState, { latest }: OrderHandle): OrderState {
    const filled = this.#parts.fills.of(told.orderId);
    const known = hasTradedMore(filled, latest) ? filled : latest.dealQuantity;
    if (!hasTradedMore(known, told)) {
      return told;
    }
    this.#parts.tradedLess(told, known);
    return { ...told, dealQuantity: known as OrderState["dealQuantity"] };
  }
}
