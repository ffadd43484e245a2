import { addDecimals, type Clock, compareDecimal, TransportError, ValidationError } from "@depthwire/core";
import { usdt } from "@depthwire/schema";
import type { CallOptions } from "../call/call-options.js";
import type { CallMaker } from "../call/operation-functions.js";
import { type ExposedOrder, Exposure } from "./exposure.js";
import { MarkPrices } from "./mark-prices.js";
import { checkLimits, needsMarkPrice, type TradingLimits } from "./trading-limits.js";

/** What a {@link LimitGuard} works with. */
export interface LimitGuardParts {
  readonly venue: CallMaker;
  readonly clock: Clock;
  readonly limits: TradingLimits;
  readonly markPrice: ((pair: string) => string | undefined) | undefined;
  readonly positionQuantity: ((pair: string, side: "long" | "short") => string | undefined) | undefined;
}

/** A position, and what the trader's own orders may add to it. */
interface Reach {
  readonly held: string;
  readonly added: string;
}

/** How an order is held against the limits. */
interface Asking<Passed> {
  readonly options: CallOptions;
  /** Looked at again after the venue was asked. */
  readonly mayGoOn: () => void;
  /** Venue's id of an order that is taken as cancelled. */
  readonly gone: string | undefined;
  /** Called in the step in which it is within the limits. */
  readonly passed: () => Passed;
}

/** Holds orders against the caller's limits, all of those included that are on their way. */
export class LimitGuard {
  readonly exposure: Exposure;
  readonly #parts: LimitGuardParts;
  readonly #marks: MarkPrices;
  #sentAtMs: number[] = [];

  constructor(parts: LimitGuardParts) {
    this.#parts = parts;
    const { venue, clock, markPrice: given } = parts;
    this.#marks = new MarkPrices({ venue, clock, given });
    this.exposure = new Exposure(() => parts.clock.monotonicMs());
  }

  /**
   * Lets an order through, and counts it from then on. A position that the stream does not tell is asked for, and a mark
   * price that nobody tells.
   *
   * @param mayGoOn looked at again after the venue was asked
   * @throws ValidationError `limit-exceeded`: `retryable` where a figure is not known yet
   * @throws TransportError `aborted`, `closed` while the venue was asked
   */
  admit(order: usdt.PlaceOrderInput, options: CallOptions, mayGoOn: () => void): ExposedOrder | Promise<ExposedOrder> {
    return this.#hold(order, { options, mayGoOn, gone: undefined, passed: () => this.count(order) });
  }

  /**
   * Whether an order would be let through once another is gone. Nothing is counted.
   *
   * @param gone venue's id of the order that it is to replace
   * @throws as {@link LimitGuard.admit}
   */
  async check(order: usdt.PlaceOrderInput, gone: string): Promise<void> {
    await this.#hold(order, { options: {}, mayGoOn: () => undefined, gone, passed: () => undefined });
  }

  /** An order that is not held to the limits counts all the same. */
  count(order: usdt.PlaceOrderInput): ExposedOrder {
    this.#sentAtMs.push(this.#parts.clock.monotonicMs());
    return this.exposure.began(order);
  }

  #hold<Passed>(order: usdt.PlaceOrderInput, asking: Asking<Passed>): Passed | Promise<Passed> {
    return needsMarkPrice(order, this.#parts.limits) && this.#marks.of(order.pair) === undefined
      ? this.#holdMarked(order, asking)
      : this.#holdPosition(order, asking);
  }

  /** The mark price is asked for first. */
  async #holdMarked<Passed>(order: usdt.PlaceOrderInput, asking: Asking<Passed>): Promise<Passed> {
    const { signal } = asking.options;
    await this.#marks.ask(order.pair, { signal, priority: "order" }).catch(unlessEnded);
    asking.mayGoOn();
    return this.#holdPosition(order, asking);
  }

  #holdPosition<Passed>(order: usdt.PlaceOrderInput, asking: Asking<Passed>): Passed | Promise<Passed> {
    const side = openedSide(order);
    if (this.#parts.limits.maxPositionQuantity === undefined || side === undefined) {
      return this.#pass(order, undefined, asking);
    }
    const held = this.#parts.positionQuantity?.(order.pair, side);
    const added = this.exposure.addedTo(order.pair, side, asking.gone);
    const known = held === undefined ? undefined : { held, added };
    try {
      return this.#pass(order, known, asking);
    } catch (error) {
      // Trades that the stream's position may include already, or not yet, count twice: the venue knows better.
      const isInDoubt =
        known === undefined ||
        this.exposure.of(order.pair, side).some(({ dealt, included }) => compareDecimal(dealt, included) !== 0);
      if (isInDoubt && isAboutPosition(error)) {
        return this.#holdAsked(order, side, asking);
      }
      throw error;
    }
  }

  async #holdAsked<Passed>(
    order: usdt.PlaceOrderInput,
    side: "long" | "short",
    asking: Asking<Passed>,
  ): Promise<Passed> {
    const { pair } = order;
    const { signal } = asking.options;
    const added = this.exposure.beforeAsking(pair, side, asking.gone);
    const positions = await this.#parts.venue
      .call(usdt.getPositions, { pair, side }, { signal, priority: "order" })
      .catch(unlessEnded);
    asking.mayGoOn();
    const held = positions?.find((one) => one.side === side && one.pair === pair)?.quantity ?? "0";
    return this.#pass(order, positions === undefined ? undefined : { held, added: added() }, asking);
  }

  /** In one step, so that of two orders each counts the other. */
  #pass<Passed>(order: usdt.PlaceOrderInput, reach: Reach | undefined, { passed }: Asking<Passed>): Passed {
    const { clock, limits } = this.#parts;
    const nowMs = clock.monotonicMs();
    this.#sentAtMs = this.#sentAtMs.filter((sentAtMs) => nowMs - sentAtMs < 1_000);
    checkLimits(order, limits, {
      markPrice: this.#marks.of(order.pair),
      positionQuantity: reach === undefined ? undefined : sum(reach),
      ordersInLastSecond: this.#sentAtMs.length,
    });
    return passed();
  }
}

function sum({ held, added }: Reach): string {
  return addDecimals(held, added);
}

function openedSide({ side }: usdt.PlaceOrderInput): "long" | "short" | undefined {
  switch (side) {
    case "open-long":
      return "long";
    case "open-short":
      return "short";
    default:
      return undefined;
  }
}

/** A venue that does not tell leaves a position unknown. A caller who does not wait any more hears of that, not of a limit. */
function unlessEnded(error: unknown): undefined {
  if (error instanceof TransportError && (error.code === "aborted" || error.code === "closed")) {
    throw error;
  }
  return undefined;
}

function isAboutPosition(error: unknown): boolean {
  return error instanceof ValidationError && "limit" in error.details && error.details.limit === "maxPositionQuantity";
}
