import { VenueError } from "@depthwire/core";
import type { Order, PlanOrder } from "@depthwire/schema";
import * as usdt from "@depthwire/schema/usdt";
import { isFinishedRefusal } from "../call/repeated-cancel.js";
import type { RestClient } from "../client/rest-client.js";
import type { SentOrder } from "../client/sent-order.js";
import { cancelOrdersById, ordersByClientOrderId } from "../lists/in-batches.js";
import type { HaltOrder } from "./halt-order.js";

/** What {@link HaltCancels} works with. */
export interface HaltCancelsParts {
  readonly venue: RestClient;
  readonly order: HaltOrder;
  /** Pairs that were traded. */
  readonly traded: () => ReadonlySet<string>;
  /** Ends every call. */
  readonly signal: AbortSignal;
}

/** Without a stream orders are not heard to be finished: of those that are known, only so many are cancelled before a look. */
const maxKnown = 1_000;

/** The cancels of one halt. */
export class HaltCancels {
  readonly #parts: HaltCancelsParts;
  /** Known orders that the venue said, one by one, to be cancelled or finished. */
  readonly #gone = new Set<string>();

  constructor(parts: HaltCancelsParts) {
    this.#parts = parts;
  }

  /**
   * Cancels what this client knows to be its own and not finished, without a look at what is open.
   *
   * @throws as a call
   */
  async known(): Promise<void> {
    const unfinished = this.#parts.venue.sentOrders.unfinished();
    const known = unfinished.filter(({ isSentWhileHalted }) => !isSentWhileHalted);
    if (this.#parts.order.scope === "account" && known.length === unfinished.length) {
      await Promise.all(this.#pairsOf(known).map((pair) => this.#all(pair)));
      // One that was thought finished, and is open, has lost its pair.
      await this.#byIds(this.#idsOf(known.filter(({ intent }) => intent === undefined)));
    } else {
      await this.#byIds(this.#idsOf(known));
      await this.#byClientIds(known.filter(({ orderId, progress }) => orderId === undefined && progress === "open"));
    }
  }

  /**
   * Cancels what a look showed. With scope `account` one call cancels a pair, unless it would take along what is left alone.
   *
   * @throws as a call
   */
  async shown(open: readonly Order[], leavesOthers: "leaves-others" | "takes-all"): Promise<void> {
    if (this.#parts.order.scope === "account" && leavesOthers === "takes-all") {
      await Promise.all([...new Set(open.map(({ pair }) => pair))].map((pair) => this.#all(pair)));
    } else {
      await this.#byIds(open.map(({ orderId }) => orderId));
    }
  }

  /** @throws as a call */
  async plans(plans: readonly PlanOrder[]): Promise<void> {
    const { venue, signal } = this.#parts;
    for (const { orderId } of plans) {
      await venue.call(usdt.cancelPlanOrder, { orderId }, { signal });
    }
  }

  #pairsOf(known: readonly SentOrder[]): readonly string[] {
    return [...new Set([...this.#parts.traded(), ...known.flatMap(({ intent }) => intent?.pair ?? [])])];
  }

  #idsOf(known: readonly SentOrder[]): readonly string[] {
    const ids = known.flatMap(({ orderId }) => orderId ?? []);
    return ids.filter((orderId) => !this.#gone.has(orderId)).slice(-maxKnown);
  }

  /** An order of an earlier process is known by the caller's id alone: the venue is asked for its own. */
  async #byClientIds(known: readonly SentOrder[]): Promise<void> {
    const { venue, signal } = this.#parts;
    const ids = known.slice(-maxKnown).map(({ clientOrderId }) => clientOrderId);
    for (const order of await ordersByClientOrderId(venue, ids, { priority: "outcome", signal })) {
      venue.sentOrders.heard(order);
    }
    const found = ids.flatMap((clientOrderId) => venue.sentOrders.find({ clientOrderId }) ?? []);
    await this.#byIds(this.#idsOf(found.filter(({ progress }) => progress === "open")));
  }

  async #all(pair: string): Promise<void> {
    await this.#parts.venue.usdt.cancelAllOrders({ pair }, { signal: this.#parts.signal });
  }

  async #byIds(orderIds: readonly string[]): Promise<void> {
    const { venue, signal } = this.#parts;
    for (const { orderIds: part, error } of await cancelOrdersById(venue, orderIds, { signal })) {
      if (error instanceof VenueError) {
        // One of them may be the reason.
        await Promise.allSettled(part.map((orderId) => this.#one(orderId)));
      } else if (error !== undefined) {
        throw error;
      }
    }
  }

  async #one(orderId: string): Promise<void> {
    const { venue, signal } = this.#parts;
    try {
      await venue.usdt.cancelOrder({ orderId }, { signal });
    } catch (error) {
      if (!isFinishedRefusal(error)) {
        throw error;
      }
    }
    this.#gone.add(orderId);
  }
}
