import { OrderOutcomeUnknown, TransportError } from "@depthwire/core";
import { checkOptions } from "@depthwire/core/internal";
import type { usdt } from "@depthwire/schema";
import { type Flattened, flatten } from "../halt/flatten.js";
import type { Halt, HaltEnd, HaltOptions, ResumeOptions } from "../halt/halt-order.js";
import { haltedError } from "../halt/order-gate.js";
import { checkForm, checkKeys, orderKeys, requireListed } from "../market/check-form.js";
import { checkOrder } from "../market/check-order.js";
import { type AccountFacts, MarketFactsCache, withoutOrder } from "../market/market-facts.js";
import type { ExposedOrder } from "../safety/exposure.js";
import { LimitGuard } from "../safety/limit-guard.js";
import { ClientIdTwins } from "./client-id-twins.js";
import { FollowedOrders } from "./followed-orders.js";
import { Halts } from "./halts.js";
import type { OrderHandle, Replacement } from "./order-handle.js";
import type { OrderState } from "./order-state.js";
import type { RepeatedOrders } from "./repeated-orders.js";
import { replaceOrder } from "./replace-order.js";
import { resolvePlaced } from "./resolve-placed.js";
import { type ToldFill, ToldFills } from "./told-fills.js";
import { TraderNotices } from "./trader-notices.js";
import { placeOptionTable, traderOptionTable } from "./trader-option-table.js";
import type { FlattenOptions, PlaceOptions, TraderOptions, TraderPorts } from "./trader-options.js";
import { findable, unlessFinished, watchRepeated } from "./watch-repeated.js";

/** Places orders as objects, within the caller's limits, and can be stopped. */
export class Trader {
  readonly #options: TraderOptions;
  readonly #ports: TraderPorts;
  readonly #market: MarketFactsCache;
  readonly #followed: FollowedOrders;
  readonly #pairs = new Set<string>();
  readonly #halts: Halts;
  readonly #guard: LimitGuard;
  readonly #twins: ClientIdTwins;
  /** Undefined where each request is sent once. */
  readonly #repeated: RepeatedOrders | undefined;
  readonly #fills = new ToldFills();
  readonly #unfollow: () => void;
  #isClosed = false;

  /** @throws ValidationError `option-invalid` */
  constructor(options: TraderOptions, ports: TraderPorts) {
    checkOptions(options, traderOptionTable);
    this.#options = options;
    this.#ports = ports;
    const notices = new TraderNotices(ports.logger, options.listener);
    this.#twins = new ClientIdTwins((clientOrderId, orderIds) => notices.twins(clientOrderId, orderIds));
    this.#market = new MarketFactsCache(ports.venue, ports.clock);
    this.#followed = new FollowedOrders({
      venue: ports.venue,
      clock: ports.clock,
      pollEveryMs: options.pollEveryMs ?? 2_000,
      outcomes: options.outcomes,
      actions: {
        cancel: ({ orderId }) => this.#cancel(orderId),
        cancelTwin: ({ orderId }) => this.#cancel(orderId).catch(unlessFinished),
        replace: (replaced, replacement) => this.#replace(replaced, replacement),
      },
      asked: (order) => this.#guard.exposure.heard(order, "answer"),
      twin: (known, { orderId, clientOrderId = "" }) => {
        this.#twins.met(clientOrderId, known, orderId);
        this.#repeated?.suspect(clientOrderId, [known, orderId]);
      },
      begun: (handle, sent) => this.#repeated?.watch(sent, handle),
      doubted: (answeredId, clientOrderId) => this.#guard.exposure.doubted(answeredId, clientOrderId),
      contradicted: (clientOrderId, answered, order) => notices.contradicted(clientOrderId, answered, order),
      fills: this.#fills,
      tradedLess: (order, knownQuantity) => notices.tradedLess(order, knownQuantity),
    });
    this.#repeated = watchRepeated({
      ports,
      outcomes: options.outcomes,
      followed: () => this.#followed,
      exposure: () => this.#guard.exposure,
      twins: this.#twins,
      notices,
      cancel: ({ orderId }) => this.#cancel(orderId),
    });
    this.#guard = new LimitGuard({ ...ports, limits: options.limits ?? {}, fills: this.#fills });
    this.#unfollow = ports.venue.sentOrders.onVerdict((id, verdict) => {
      this.#guard.exposure.settled(id, verdict);
      this.#twins.settled(id, verdict);
    });
    this.#halts = new Halts({
      venue: ports.venue,
      clock: ports.clock,
      logger: ports.logger,
      outcomes: { ...options.outcomes, pushed: this.#followed.pushed },
      traded: () => this.#pairs,
      report: (event) => notices.tell(event),
    });
  }

  /** The present halt: why no opening order is sent, and whether it is reached. Undefined while trading goes on. */
  get halted(): Halt | undefined {
    return this.#halts.present;
  }

  /** Orders that are not finished. */
  get openOrders(): readonly OrderHandle[] {
    return this.#followed.open();
  }

  /**
   * Places an order.
   *
   * @throws ValidationError `halted`, `limit-exceeded`, `market-rule`, `value-invalid`, `option-invalid`; LeaseError: nothing was sent
   * @throws VenueError when the venue refused
   * @throws OrderOutcomeUnknown when it was cut off and cannot be told, or `close()` or its signal ended the search
   * @throws TransportError `not-placed` when it was cut off and is certain not to have been placed; `aborted`, `closed` when that came
   * before anything was sent
   */
  async place(order: usdt.PlaceOrderInput, options: PlaceOptions = {}): Promise<OrderHandle> {
    checkOptions(options, placeOptionTable);
    checkKeys(order, orderKeys);
    checkForm(order);
    this.#checkMayTrade(order);
    if (this.#options.marketChecks === "all") {
      await this.#checkMarket(order, options, undefined);
      this.#checkMayTrade(order);
    }
    return this.#admit(order, options);
  }

  /** @throws as {@link Trader.place} */
  async #admit(order: usdt.PlaceOrderInput, options: PlaceOptions): Promise<OrderHandle> {
    const exposed = this.#guard.admit(order, options, () => this.#checkMayTrade(order));
    // Without a question to the venue it is sent in the same step.
    return this.#send(order, exposed instanceof Promise ? await exposed : exposed, options);
  }

  /** @throws as {@link Trader.place} */
  async #send(order: usdt.PlaceOrderInput, exposed: ExposedOrder, options: PlaceOptions): Promise<OrderHandle> {
    const { onUnknown = "resolve", ...callOptions } = options;
    const { exposure } = this.#guard;
    this.#pairs.add(order.pair);
    const sentAs = findable(this.#ports, order);
    try {
      const placed = await this.#ports.venue.usdt.placeOrder(order, callOptions);
      exposure.answered(exposed, placed.orderId);
      const { pair, side, price, quantity } = order as Pick<OrderState, "pair" | "side" | "price" | "quantity">;
      return this.#followed.followAnswered({ ...placed, pair, side, price, quantity }, sentAs(placed));
    } catch (error) {
      if (!(error instanceof OrderOutcomeUnknown)) {
        exposure.dropped(exposed);
        throw error;
      }
      exposed.clientOrderId = error.details.clientOrderId;
      if (onUnknown === "throw") {
        throw error;
      }
      const { outcomes } = this.#options;
      const resolving = { ...outcomes, signal: options.signal, pushed: this.#followed.pushed };
      const found = await resolvePlaced(this.#ports.venue, error, resolving);
      return this.#followed.follow(found, sentAs(found));
    }
  }

  /** The private stream reported a position of the account, after all that it reported of orders before. */
  positionHeard(pair: string, side: "long" | "short"): void {
    this.#guard.exposure.positionHeard(pair, side);
  }

  /** Something was heard of an order of the account, from the private stream or a reconciliation. */
  heard(state: OrderState): void {
    this.#guard.exposure.heard(state, "stream");
    this.#followed.heard(state);
    this.#halts.heard(state);
  }

  /** The private stream or a reconciliation told a trade of the account: each once. It counts beside what orders say of themselves. */
  fillHeard(fill: ToldFill): void {
    this.#fills.add(fill);
    this.#guard.exposure.fillHeard(fill);
  }

  /** The private stream is live again: a halt that could not reach the venue tries at once. */
  connected(): void {
    this.#halts.wake();
  }

  /** The private stream was lost. */
  disconnected(): void {
    this.#followed.silent();
    if (this.#options.onDisconnect === "halt" && this.halted === undefined) {
      void this.halt("the private stream was lost", this.#options.halt);
    }
  }

  /**
   * Refuses every further opening order, stops those of which no byte has left, and cancels until the venue confirms that nothing of
   * the halt's scope is open: by default the orders of this client and its earlier processes. Outages only delay it. Cancels, closing orders
   * and {@link Trader.flatten} go on. A second call widens the first, and its reason is told.
   *
   * @returns `reached` when it is confirmed and the outcome of every order is known. It rejects only where reason or options cannot be used, with
   * ValidationError `option-invalid`; trading is halted all the same then, by the defaults
   */
  halt(reason: string, options: HaltOptions | undefined = this.#options.halt): Promise<HaltEnd> {
    return this.#halts.halt(reason, options);
  }

  /**
   * Closes what the account holds, in all pairs or in one, with market orders that can only close. It is not held to the trader's limits and goes on while trading is
   * halted; where trading is not halted, nothing keeps other orders from opening again.
   *
   * @throws as placing and cancelling
   */
  flatten({ signal, pair }: FlattenOptions = {}): Promise<Flattened> {
    // Positions are closed without reference data too, where they cannot be had.
    const maxOrderQuantity = (pair: string): Promise<string | undefined> =>
      this.#market.maxOrderQuantity(pair, { signal }).catch(() => undefined);
    const place = (order: usdt.PlaceOrderInput): Promise<OrderHandle> => {
      this.#checkMayTrade(order);
      return this.#send(order, this.#guard.count(order), { signal });
    };
    return flatten({ venue: this.#ports.venue, maxOrderQuantity, place, signal, pair });
  }

  /**
   * Lets opening orders through again, whoever halted; with a reason, only if trading is halted for no other.
   *
   * @returns whether they are let through now
   * @throws ValidationError `option-invalid`: nothing is ended
   */
  resume(options?: ResumeOptions): boolean {
    return this.#ports.venue.resume(options);
  }

  /** Stops following orders; `done` of the open ones rejects. Nothing is cancelled. */
  close(): void {
    this.#isClosed = true;
    this.#unfollow();
    this.#repeated?.close();
    this.#followed.close();
    this.#halts.close();
  }

  async #cancel(orderId: string): Promise<void> {
    await this.#ports.venue.usdt.cancelOrder({ orderId });
  }

  #replace(handle: OrderHandle, replacement: Replacement): Promise<OrderHandle> {
    return replaceOrder(
      {
        venue: this.#ports.venue,
        check: (order, replaced) => this.#checkReplacement(order, replaced),
        asked: (order) => this.#followed.asked(order),
        // Its market was looked at before the cancel.
        place: (order, options) => this.#admit(order, options),
        fills: this.#fills,
      },
      handle,
      replacement,
    );
  }

  async #checkReplacement(order: usdt.PlaceOrderInput, replaced: OrderState): Promise<void> {
    this.#checkMayTrade(order);
    if (this.#options.marketChecks === "all") {
      await this.#checkMarket(order, {}, replaced);
    }
    await this.#guard.check(order, replaced.orderId);
  }

  /** @param replaced an order that is taken as gone already */
  async #checkMarket(
    order: usdt.PlaceOrderInput,
    { signal }: PlaceOptions,
    replaced: OrderState | undefined,
  ): Promise<void> {
    const known = this.#accountFacts(order.pair);
    const facts = (await this.#market.factsFor(order, known, { signal })) ?? requireListed(order.pair);
    checkOrder(order, replaced === undefined ? facts : withoutOrder(facts, replaced));
  }

  /** What the stream mirrors of a pair, and the orders of this trader that it has not reported yet. */
  #accountFacts(pair: string): AccountFacts | undefined {
    const mirrored = this.#ports.accountFacts?.(pair);
    if (mirrored === undefined) {
      return undefined;
    }
    const known = new Set(mirrored.openOrders?.map(({ orderId }) => orderId));
    const untold = this.openOrders
      .map(({ latest }) => latest)
      .filter((one) => one.pair === pair && !known.has(one.orderId));
    return { ...mirrored, openOrders: [...(mirrored.openOrders ?? []), ...untold] };
  }

  #checkMayTrade({ side }: usdt.PlaceOrderInput): void {
    if (this.#isClosed) {
      throw new TransportError("closed", {}, { operation: "placeOrder" });
    }
    this.#ports.mayTrade?.();
    const { halted } = this.#ports.venue;
    if (halted !== undefined && (side === "open-long" || side === "open-short")) {
      throw haltedError(halted);
    }
  }
}
