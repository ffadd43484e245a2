import { addDecimals, compareDecimal, TransportError, ValidationError } from "@depthwire/core";
import * as usdt from "@depthwire/schema/usdt";
import type { CallOptions } from "../call/call-options.js";
import type { CallMaker } from "../call/operation-functions.js";
import type { ToldFills } from "../trader/told-fills.js";
import type { TraderPorts } from "../trader/trader-options.js";
import { type ExposedOrder, Exposure } from "./exposure.js";
import { TagPrices } from "./tag-prices.js";
import { checkLimits, needsTagPrice, type TradingLimits } from "./trading-limits.js";

/** What a {@link LimitGuard} works with. */
export interface LimitGuardParts
  extends Pick<TraderPorts, "clock" | "tagPrice" | "positionQuantity" | "explainedQuantity"> {
  readonly venue: CallMaker;
  readonly limits: TradingLimits;
  readonly fills: ToldFills;
}

/** A position, and what the trader's own orders may add to it. */
interface Reach {
  readonly held: string;
  readonly added: string;
  /** Whether the venue may say that it is less. */
  readonly isInDoubt: boolean;
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
  readonly #marks: TagPrices;
  #sentAtMs: number[] = [];

  constructor(parts: LimitGuardParts) {
    this.#parts = parts;
    const { venue, clock, tagPrice: given } = parts;
    this.#marks = new TagPrices({ venue, clock, given });
    this.exposure = new Exposure(parts.fills, () => parts.clock.monotonicMs());
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
    return needsTagPrice(order, this.#parts.limits) && this.#marks.of(order.pair) === undefined
      ? this.#holdMarked(order, asking)
      : this.#holdPosition(order, asking);
  }

  /** The tag price is asked for first. */
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
    const known = this.#known(order.pair, side, asking.gone);
    try {
      return this.#pass(order, known, asking);
    } catch (error) {
      if (known?.isInDoubt !== false && isAboutPosition(error)) {
        return this.#holdAsked(order, side, asking);
      }
      throw error;
    }
  }

  /**
   * The larger of what the stream's position makes and what its trades make: rows of positions carry neither time nor number, so one that comes
   * behind a trade may be older than it.
   */
  #known(pair: string, side: "long" | "short", gone: string | undefined): Reach | undefined {
    const { positionQuantity, explainedQuantity } = this.#parts;
    const held = positionQuantity?.(pair, side);
    if (held === undefined) {
      return undefined;
    }
    // Trades that the stream's position may include already, or not yet, count twice: the venue knows better.
    const isUnsettled = this.exposure
      .of(pair, side)
      .some(({ dealt, included }) => compareDecimal(dealt, included) !== 0);
    const told = { held: magnitude(held), added: this.exposure.addedTo(pair, side, gone) };
    const explained = explainedQuantity?.(pair, side);
    if (explained === undefined) {
      return { ...told, isInDoubt: isUnsettled };
    }
    const byTrades = { held: explained, added: this.exposure.addedToExplained(pair, side, gone) };
    const larger = compareDecimal(sum(byTrades), sum(told)) > 0 ? byTrades : told;
    return { ...larger, isInDoubt: isUnsettled || compareDecimal(held, explained) !== 0 };
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
    const rows = positions?.filter((one) => one.side === side && one.pair === pair) ?? [];
    const held = rows.reduce((total, { quantity }) => addDecimals(total, magnitude(quantity)), "0");
    const reach = { held, added: added(), isInDoubt: false };
    return this.#pass(order, positions === undefined ? undefined : reach, asking);
  }

  /** In one step, so that of two orders each counts the other. */
  #pass<Passed>(order: usdt.PlaceOrderInput, reach: Reach | undefined, { passed }: Asking<Passed>): Passed {
    const { clock, limits } = this.#parts;
    const nowMs = clock.monotonicMs();
    this.#sentAtMs = this.#sentAtMs.filter((sentAtMs) => nowMs - sentAtMs < 1_000);
    const sent = this.#sentAtMs.length;
    // When this one is older than a second there is room: those before it are older still.
    const inTheWayMs = this.#sentAtMs[sent - (limits.maxOrdersPerSecond ?? Number.POSITIVE_INFINITY)];
    checkLimits(order, limits, {
      tagPrice: this.#marks.of(order.pair),
      positionQuantity: reach === undefined ? undefined : sum(reach),
      ordersInLastSecond: sent,
      nextOrderInMs: inTheWayMs === undefined ? undefined : Math.ceil(inTheWayMs + 1_000 - nowMs),
    });
    return passed();
  }
}

function sum({ held, added }: Pick<Reach, "held" | "added">): string {
  return addDecimals(held, added);
}

/** The quantity without its sign: a side cannot hold less than nothing, so a quantity below zero makes no room. */
function magnitude(quantity: string): string {
  return quantity.replace("-", "");
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

/** A venue that does not tell leaves a position unknown. A caller who has stopped waiting gets that error, not a limit's. */
function unlessEnded(error: unknown): undefined {
  if (error instanceof TransportError && (error.code === "aborted" || error.code === "closed")) {
    throw error;
  }
  return undefined;
}

function isAboutPosition(error: unknown): boolean {
  return error instanceof ValidationError && "limit" in error.details && error.details.limit === "maxPositionQuantity";
}
