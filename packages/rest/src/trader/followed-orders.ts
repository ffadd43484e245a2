import { type Clock, OrderOutcomeUnknown } from "@depthwire/core";
import { forgetOldest } from "../call/forget-oldest.js";
import { isUnknownOrder } from "../call/repeated-cancel.js";
import type { RestClient } from "../client/rest-client.js";
import type { OrderToFind, OrderVerdict } from "../outcome/order-verdict.js";
import type { ResolveOptions } from "../outcome/resolve-orders.js";
import { type OrderActions, OrderHandle } from "./order-handle.js";
import { OrderPolls } from "./order-polls.js";
import { hasTradedMore, isFinished, type OrderState } from "./order-state.js";
import { standingOf } from "./repeated-orders.js";
import { notPlaced } from "./resolve-placed.js";
import type { ToldFills } from "./told-fills.js";
import { UnconfirmedOrders, type UnconfirmedOrdersParts } from "./unconfirmed-orders.js";

/** What {@link FollowedOrders} works with. */
export interface FollowedOrdersParts {
  readonly venue: RestClient;
  readonly clock: Clock;
  readonly pollEveryMs: number;
  readonly outcomes: UnconfirmedOrdersParts["outcomes"];
  readonly actions: OrderActions;
  /** An order was asked for, since no stream reported it. */
  readonly asked: (state: OrderState) => void;
  /** The venue has a second order with a client id of this client's. */
  readonly twin: (known: string, other: OrderState) => void;
  /** An order is followed from now on; its request may have been carried out twice. */
  readonly begun: (handle: OrderHandle, sent: OrderToFind) => void;
  readonly doubted: UnconfirmedOrdersParts["doubted"];
  /** The answer to an order named another one than the venue has, which is told where there is one. */
  readonly contradicted: (clientOrderId: string, answered: string, order: OrderState | undefined) => void;
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
  readonly #unconfirmed: UnconfirmedOrders;
  readonly #actions: OrderActions;
  readonly #handles = new Map<string, OrderHandle>();
  /** States of orders that were heard of before their call was answered, by the caller's id. */
  readonly #early = new Map<string, OrderState>();
  #isClosed = false;

  constructor(parts: FollowedOrdersParts) {
    this.#parts = parts;
    this.#unconfirmed = new UnconfirmedOrders({
      ...parts,
      // What the stream and the polls tell comes before.
      patienceMs: 2 * parts.pollEveryMs,
      settled: (handle, sent, verdict) => this.#settled(handle, sent, verdict),
    });
    this.#actions = { ...parts.actions, cancel: (state) => this.#cancel(state) };
    this.#polls = new OrderPolls({
      venue: parts.venue,
      clock: parts.clock,
      everyMs: parts.pollEveryMs,
      open: () => this.open().map(({ orderId }) => orderId),
      unconfirmed: () => this.#unconfirmed.due(),
      found: (order) => this.asked(order),
      missing: (orderIds) => this.#unconfirmed.missing(orderIds),
    });
  }

  /** Orders that are not finished. */
  open(): readonly OrderHandle[] {
    return [...this.#handles.values()];
  }

  /**
   * Follows an order whose call was answered. The answer tells no quantities: an order that it calls finished is asked for at once. Until the venue tells of
   * it by another way, the answer is not believed for long.
   */
  followAnswered(placed: Omit<OrderState, "dealPrice" | "dealQuantity">, sent: OrderToFind | undefined): OrderHandle {
    const nothing = { dealPrice: "0", dealQuantity: "0" } as Pick<OrderState, "dealPrice" | "dealQuantity">;
    const handle = new OrderHandle({ ...placed, ...nothing, status: "open" }, this.#actions, placed.status);
    const early = sent === undefined ? undefined : this.#early.get(sent.clientOrderId);
    if (sent !== undefined && early?.orderId !== placed.orderId && !this.#isClosed) {
      this.#unconfirmed.add(handle, sent);
    }
    this.#begin(handle, early, sent);
    if (early !== undefined) {
      this.#unconfirmed.doubt(placed.orderId);
    }
    if (placed.status !== "open" && !handle.isFinished && !this.#isClosed) {
      this.#polls.askNow();
    }
    return handle;
  }

  /** The order was placed: it is followed from now on, unless following has ended. */
  follow(placed: OrderState, sent: OrderToFind | undefined): OrderHandle {
    const handle = new OrderHandle(placed, this.#actions);
    this.#begin(handle, this.#early.get(placed.clientOrderId ?? ""), sent);
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

  /** Whether nothing has confirmed an order, and only another one was found: then it is looked for. */
  isInDoubt({ orderId }: OrderHandle): boolean {
    return this.#unconfirmed.doubt(orderId);
  }

  /** Stops following orders. */
  close(): void {
    this.#isClosed = true;
    this.#unconfirmed.close();
    this.#polls.stop();
    for (const handle of this.open()) {
      handle.close();
    }
    this.#handles.clear();
  }

  #begin(handle: OrderHandle, early: OrderState | undefined, sent: OrderToFind | undefined): void {
    this.#keep(handle, early);
    if (sent !== undefined) {
      this.#parts.begun(handle, sent);
    }
  }

  /** @param early what was heard of an order with its client id before */
  #keep(handle: OrderHandle, early: OrderState | undefined): void {
    if (early?.clientOrderId !== undefined && early.orderId === handle.orderId) {
      this.#early.delete(early.clientOrderId);
      handle.heard(early);
    }
    if (this.#isClosed) {
      handle.close();
    } else if (!handle.isFinished) {
      this.#handles.set(handle.orderId, handle);
      this.#polls.start();
    }
  }

  async #cancel(state: OrderState): Promise<void> {
    try {
      await this.#parts.actions.cancel(state);
    } catch (error) {
      if (isUnknownOrder(error)) {
        this.#unconfirmed.doubt(state.orderId);
      }
      throw error;
    }
  }

  /** It was found out what became of an order whose answer was doubted. */
  #settled(handle: OrderHandle, sent: OrderToFind, verdict: OrderVerdict): void {
    const answered = handle.orderId;
    const orders = "orders" in verdict ? (verdict.orders as readonly OrderState[]) : [];
    const order = orders.find(({ orderId }) => orderId === answered) ?? standingOf(orders);
    if (order?.orderId !== answered) {
      this.#handles.delete(answered);
      this.#parts.contradicted(sent.clientOrderId, answered, order);
      if (order === undefined) {
        const unknown = new OrderOutcomeUnknown(sent);
        handle.close(verdict.kind === "not-placed" ? notPlaced(unknown) : unknown);
        return;
      }
      handle.corrected(order);
      this.#keep(handle, this.#early.get(sent.clientOrderId));
    }
    for (const found of orders) {
      this.asked(found);
    }
  }

  /** Whether the order is one that is followed. */
  #tell(state: OrderState): boolean {
    if (this.#unconfirmed.contradicts(state)) {
      return false;
    }
    const known = this.#parts.venue.sentOrders.heard(state);
    if (known !== undefined && !this.#unconfirmed.doubt(known)) {
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
