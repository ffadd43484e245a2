import {
  addDecimals,
  compareDecimal,
  DepthwireError,
  OrderOutcomeUnknown,
  subtractDecimals,
  TransportError,
  ValidationError,
} from "@depthwire/core";
import type { InputOf, usdt } from "@depthwire/schema";
import { checkForm } from "../market/check-form.js";
import { checkOrder } from "../market/check-order.js";
import { MarketBook } from "../market/market-facts.js";
import { checkLimits } from "../safety/trading-limits.js";
import { OrderHandle, type Replacement } from "./order-handle.js";
import { OrderPolls } from "./order-polls.js";
import type { OrderState } from "./order-state.js";
import type { PlaceOptions, TraderOptions, TraderPorts } from "./trader-options.js";

type OrderInput = InputOf<usdt.PlaceOrderParams>;

/** Why nothing is sent; undefined while trading goes on. */
export interface Halt {
  readonly reason: string;
  /** Epoch milliseconds. */
  readonly sinceMs: number;
}

/** Places orders as objects, within the caller's limits, and can be stopped. */
export class Trader {
  readonly #options: TraderOptions;
  readonly #ports: TraderPorts;
  readonly #market: MarketBook;
  readonly #polls: OrderPolls;
  readonly #handles = new Map<string, OrderHandle>();
  /** States of orders that were heard of before their call was answered, by the caller's id. */
  readonly #early = new Map<string, OrderState>();
  readonly #pairs = new Set<string>();
  /** Orders whose calls are not answered yet. */
  readonly #onTheirWay = new Set<OrderInput>();
  #sentAtMs: number[] = [];
  #halted: Halt | undefined;
  #isClosed = false;

  constructor(options: TraderOptions, ports: TraderPorts) {
    this.#options = options;
    this.#ports = ports;
    this.#market = new MarketBook(ports.venue, ports.clock);
    this.#polls = new OrderPolls({
      venue: ports.venue,
      clock: ports.clock,
      everyMs: options.pollEveryMs ?? 2_000,
      open: () => this.#openHandles().map(({ orderId }) => orderId),
      found: (order) => this.#tell(order),
    });
  }

  /** Why nothing is sent; undefined while trading goes on. */
  get halted(): Halt | undefined {
    return this.#halted;
  }

  /** Orders that are not finished. */
  get openOrders(): readonly OrderHandle[] {
    return this.#openHandles();
  }

  /**
   * Places an order.
   *
   * @throws ValidationError `halted`, `limit-exceeded`, `market-rule`, `value-invalid`: nothing was sent
   * @throws VenueError when the venue refused
   * @throws OrderOutcomeUnknown when it was cut off and cannot be told
   * @throws TransportError `connection-lost` when it was cut off and is certain not to have been placed
   */
  async place(order: OrderInput, options: PlaceOptions = {}): Promise<OrderHandle> {
    const { onUnknown = "resolve", ...callOptions } = options;
    this.#checkMayTrade();
    checkForm(order);
    if (this.#options.marketChecks === "all") {
      await this.#checkMarket(order, callOptions);
      this.#checkMayTrade();
    }
    this.#checkLimits(order);
    this.#pairs.add(order.pair);
    this.#sentAtMs.push(this.#ports.clock.monotonicMs());
    this.#onTheirWay.add(order);
    try {
      const placed = await this.#ports.venue.usdt.placeOrder(order, callOptions);
      const { pair, side, price, quantity } = order as Pick<OrderState, "pair" | "side" | "price" | "quantity">;
      return this.#follow({ ...placed, pair, side, price, quantity, dealPrice: zero, dealQuantity: zeroQuantity });
    } catch (error) {
      if (onUnknown === "resolve" && error instanceof OrderOutcomeUnknown) {
        return await this.#resolve(error, options.signal);
      }
      throw error;
    } finally {
      this.#onTheirWay.delete(order);
    }
  }

  /** Something was heard of an order of the account, from the private stream or a reconciliation. */
  heard(state: OrderState): void {
    this.#polls.heard();
    if (!this.#tell(state) && state.clientOrderId !== undefined) {
      this.#early.set(state.clientOrderId, state);
      forgetOldest(this.#early, mostEarly);
    }
  }

  /** The private stream was lost. */
  disconnected(): void {
    this.#polls.silent();
    if (this.#options.onDisconnect === "halt") {
      this.halt("the private stream was lost").catch((error: unknown) => this.#logHaltFailure(error));
    }
  }

  /**
   * Refuses every further order and cancels all that wait, on every pair that was traded. Orders of calls that are on their way are
   * cancelled when they are known. Resolves when the venue took the cancels.
   *
   * @throws as a cancel: the first that failed, after all were tried. Trading stays halted.
   */
  async halt(reason: string): Promise<void> {
    const { clock, venue, logger } = this.#ports;
    this.#halted ??= { reason, sinceMs: clock.epochMs() };
    logger?.log("warn", "trading-halted", { reason });
    const cancels = [...this.#pairs].flatMap((pair) => [
      venue.usdt.cancelAllOrders({ pair }),
      venue.usdt.cancelAllPlanOrders({ pair }),
    ]);
    const failed = (await Promise.allSettled(cancels)).filter((outcome) => outcome.status === "rejected");
    const [first] = failed;
    if (first !== undefined) {
      throw first.reason;
    }
  }

  /** Lets orders through again. */
  resume(): void {
    this.#halted = undefined;
  }

  /** Follows no order any more; `done` of the open ones rejects. Nothing is cancelled. */
  close(): void {
    this.#isClosed = true;
    this.#polls.stop();
    for (const handle of this.#openHandles()) {
      handle.close();
    }
    this.#handles.clear();
  }

  #follow(placed: OrderState): OrderHandle {
    const handle = new OrderHandle(placed, {
      cancel: ({ orderId }) => this.#cancel(orderId),
      replace: (replaced, replacement) => this.#replace(replaced, replacement),
    });
    const early = placed.clientOrderId === undefined ? undefined : this.#early.get(placed.clientOrderId);
    if (early !== undefined && early.orderId === placed.orderId) {
      handle.heard(early);
    }
    if (this.#isClosed) {
      handle.close();
    } else if (!handle.isFinished) {
      this.#handles.set(placed.orderId, handle);
      this.#polls.start();
      if (this.#halted !== undefined) {
        // It was on its way when trading was halted.
        void handle.cancel().catch((error: unknown) => this.#logHaltFailure(error));
      }
    }
    return handle;
  }

  /** Whether the order is one that is followed. */
  #tell(state: OrderState): boolean {
    const handle = this.#handles.get(state.orderId);
    handle?.heard(state);
    if (handle?.isFinished === true) {
      this.#handles.delete(handle.orderId);
    }
    return handle !== undefined;
  }

  async #cancel(orderId: string): Promise<void> {
    await this.#ports.venue.usdt.cancelOrder({ orderId });
  }

  async #replace(handle: OrderHandle, { price, quantity }: Replacement): Promise<OrderHandle> {
    await handle.cancel().catch((error: unknown) => {
      // Refused because it is finished already: `done` tells how.
      if (!(error instanceof DepthwireError && error.code === "venue-refused")) {
        throw error;
      }
    });
    const ended = await handle.done;
    const left = subtractDecimals(quantity ?? ended.quantity, ended.dealQuantity);
    if (compareDecimal(left, "0") <= 0) {
      throw new ValidationError("value-invalid", { path: "quantity", rule: "more than what was traded already" });
    }
    const { pair, side } = ended as { readonly pair: string; readonly side: OrderInput["side"] };
    return this.place({ pair, side, type: "limit", quantity: left, price: price ?? ended.price });
  }

  async #resolve(unknown: OrderOutcomeUnknown, signal: AbortSignal | undefined): Promise<OrderHandle> {
    const pushed = (id: string): OrderState | undefined => this.#early.get(id);
    const options = { ...this.#options.outcomes, signal, pushed: pushed as never };
    const verdict = await this.#ports.venue.resolveOrder(unknown, options);
    const [found] = verdict.kind === "placed" || verdict.kind === "rejected" ? verdict.orders : [];
    if (found !== undefined) {
      return this.#follow(found as OrderState);
    }
    if (verdict.kind === "notPlaced") {
      const { operation } = unknown.details;
      throw new TransportError("connection-lost", { address: "" }, { operation, retryable: false, cause: unknown });
    }
    throw unknown;
  }

  async #checkMarket(order: OrderInput, options: PlaceOptions): Promise<void> {
    const { signal } = options;
    const facts = await this.#market.facts(order.pair, { signal });
    if (facts === undefined) {
      const bound = "the venue's contracts";
      throw new ValidationError("market-rule", { path: "pair", rule: "a listed contract", value: order.pair, bound });
    }
    checkOrder(order, facts);
  }

  #checkLimits(order: OrderInput): void {
    const { clock, markPrice, positionQuantity } = this.#ports;
    const nowMs = clock.monotonicMs();
    this.#sentAtMs = this.#sentAtMs.filter((sentAtMs) => nowMs - sentAtMs < 1_000);
    const side = order.side === "open-long" || order.side === "close-long" ? "long" : "short";
    const held = positionQuantity?.(order.pair, side);
    // Orders that wait, and those whose calls are not answered yet: each may still fill.
    const waiting = this.#openHandles().map(({ latest }) => latest);
    const reached = [...waiting, ...this.#onTheirWay]
      .filter(({ pair, side: its }) => pair === order.pair && its === order.side)
      .reduce((sum, one) => addDecimals(sum, subtractDecimals(one.quantity, tradedOf(one))), held ?? "0");
    checkLimits(order, this.#options.limits ?? {}, {
      markPrice: markPrice?.(order.pair),
      positionQuantity: held === undefined ? undefined : reached,
      ordersInLastSecond: this.#sentAtMs.length,
    });
  }

  #checkMayTrade(): void {
    if (this.#isClosed) {
      throw new TransportError("closed", {}, { operation: "placeOrder" });
    }
    if (this.#halted !== undefined) {
      throw new ValidationError("halted", { reason: this.#halted.reason }, { operation: "placeOrder" });
    }
  }

  #openHandles(): readonly OrderHandle[] {
    return [...this.#handles.values()].filter((handle) => !handle.isFinished);
  }

  #logHaltFailure(error: unknown): void {
    const cause = error instanceof DepthwireError ? error.code : "unknown";
    this.#ports.logger?.log("error", "halt-incomplete", { cause });
  }
}

const zero = "0" as OrderState["dealPrice"];
const zeroQuantity = "0" as OrderState["dealQuantity"];

/** An order that is on its way has not traded. */
function tradedOf(order: object): string {
  return "dealQuantity" in order && typeof order.dealQuantity === "string" ? order.dealQuantity : "0";
}

/** Orders of other sessions come by too: only so many are remembered for calls that are on their way. */
const mostEarly = 1_000;

function forgetOldest(map: Map<string, unknown>, most: number): void {
  for (const key of map.keys()) {
    if (map.size <= most) {
      return;
    }
    map.delete(key);
  }
}
