import { addDecimals, compareDecimal, subtractDecimals } from "@depthwire/core";
import type { usdt } from "@depthwire/schema";
import { forgetOldest } from "../call/forget-oldest.js";
import type { OrderVerdict } from "../outcome/order-verdict.js";
import { isFinished, type OrderState } from "../trader/order-state.js";
import type { ToldFill, ToldFills } from "../trader/told-fills.js";

/** One opening order, and how much of it may still add to the position that is known. */
export interface ExposedOrder {
  readonly pair: string;
  readonly side: string;
  readonly quantity: string;
  orderId: string | undefined;
  clientOrderId: string | undefined;
  /** What was traded, as far as anybody told. */
  dealt: string;
  /** What was traded when the stream last reported the order. */
  streamed: string;
  /** What the stream's position includes for certain. */
  included: string;
  isFinished: boolean;
  /** Monotonic milliseconds; infinite while it is not finished. */
  finishedAtMs: number;
}

/** The stream's latest state of an order not known here: its call may be answered later. */
interface EarlyNews {
  readonly dealt: string;
  readonly isFinished: boolean;
  /** When it was told, in the order of the stream's events. */
  readonly at: number;
}

/** Orders of others come by too: of so many the latest news are remembered. */
const maxEarly = 1_000;

/** How many trades are remembered for questions that are on their way. */
const maxRecentFills = 1_000;

/** After so long a position that the stream tells includes every trade. Milliseconds. */
const includedAfterMs = 60_000;

/** What a trader's own opening orders may add to a position, whatever part of their trades that already includes. */
export class Exposure {
  readonly #orders = new Set<ExposedOrder>();
  readonly #early = new Map<string, EarlyNews>();
  /** When the stream last told a position. */
  readonly #positionAt = new Map<string, number>();
  /** Trades that were told last, and when in the order of the stream's events. */
  readonly #recentFills = new Map<string, { readonly at: number; readonly fill: ToldFill }>();
  readonly #fills: ToldFills;
  readonly #nowMs: () => number;
  #events = 0;
  /** Whether anybody tells of trades: an order that is done with is waited for until its trades were told. */
  #hearsFills = false;

  /**
   * @param fills what was told of trades
   * @param nowMs monotonic milliseconds
   */
  constructor(fills: ToldFills, nowMs: () => number) {
    this.#fills = fills;
    this.#nowMs = nowMs;
  }

  /** An order is about to be sent: from now on it may trade. */
  began({ pair, side, quantity, clientOrderId }: usdt.PlaceOrderInput): ExposedOrder {
    const exposed: ExposedOrder = {
      pair,
      side,
      quantity,
      orderId: undefined,
      clientOrderId,
      dealt: "0",
      streamed: "0",
      included: "0",
      isFinished: false,
      finishedAtMs: Number.POSITIVE_INFINITY,
    };
    // If no limit needs a position and none is pushed, nothing else forgets them.
    this.#forget();
    if (side === "open-long" || side === "open-short") {
      this.#orders.add(exposed);
    }
    return exposed;
  }

  /** The order certainly is not there. */
  dropped(exposed: ExposedOrder): void {
    this.#orders.delete(exposed);
  }

  /** Its call was answered. Until somebody tells what was traded, all of it counts. */
  answered(exposed: ExposedOrder, orderId: string): void {
    exposed.orderId = orderId;
    exposed.dealt = larger(exposed.dealt, this.#fills.of(orderId));
    const early = this.#early.get(orderId);
    if (early !== undefined) {
      this.#early.delete(orderId);
      this.#learn(exposed, early.dealt, early.isFinished);
      exposed.streamed = early.dealt;
      const positionAt = this.#positionAt.get(keyOf(exposed.pair, exposed.side)) ?? 0;
      exposed.included = positionAt > early.at ? exposed.streamed : exposed.included;
    }
  }

  /** Its answer named an order that is not it: from now on it is known by the caller's id, and all of it counts. */
  doubted(answeredId: string, clientOrderId: string): void {
    for (const exposed of this.#orders) {
      if (exposed.orderId === answeredId) {
        const nothing = { dealt: "0", streamed: "0", included: "0" };
        const open = { isFinished: false, finishedAtMs: Number.POSITIVE_INFINITY };
        Object.assign(exposed, {
          orderId: undefined,
          clientOrderId,
          ...nothing,
          ...open,
        } satisfies Partial<ExposedOrder>);
      }
    }
  }

  /** Something was heard of an order, from the stream or by asking. */
  heard(state: OrderState, from: "stream" | "answer"): void {
    let isKnown = false;
    for (const exposed of this.#orders) {
      const isSame =
        exposed.orderId === undefined
          ? exposed.clientOrderId !== undefined && exposed.clientOrderId === state.clientOrderId
          : exposed.orderId === state.orderId;
      if (isSame) {
        isKnown = true;
        exposed.orderId = state.orderId;
        this.#learn(exposed, state.dealQuantity, isFinished(state.status));
        if (from === "stream") {
          exposed.streamed = larger(exposed.streamed, state.dealQuantity);
        }
      }
    }
    if (from === "stream" && !isKnown) {
      this.#keepEarly(state);
    }
  }

  /** A trade was told, and is among the told ones. */
  fillHeard(fill: ToldFill): void {
    this.#hearsFills = true;
    const at = ++this.#events;
    this.#recentFills.set(String(at), { at, fill });
    forgetOldest(this.#recentFills, maxRecentFills);
    for (const exposed of this.#orders) {
      if (exposed.orderId === fill.orderId) {
        exposed.dealt = larger(exposed.dealt, this.#fills.of(fill.orderId));
      }
    }
  }

  /** The stream reported a position, which includes what it reported of orders before. */
  positionHeard(pair: string, side: "long" | "short"): void {
    this.#positionAt.set(keyOf(pair, `open-${side}`), ++this.#events);
    for (const exposed of this.of(pair, side)) {
      exposed.included = exposed.streamed;
    }
    this.#forget();
  }

  /** Orders that may add to a position. */
  of(pair: string, side: "long" | "short"): readonly ExposedOrder[] {
    this.#forget();
    return [...this.#orders].filter((one) => one.pair === pair && one.side === `open-${side}`);
  }

  /** It was found out what became of an order whose call was cut off. */
  settled(clientOrderId: string, verdict: OrderVerdict): void {
    for (const exposed of this.#orders) {
      if (exposed.clientOrderId === clientOrderId && verdict.kind === "not-placed") {
        this.dropped(exposed);
      }
    }
    if ("orders" in verdict) {
      for (const found of verdict.orders) {
        this.heard(found as OrderState, "answer");
      }
    }
  }

  /**
   * What orders may add to the position that the stream tells.
   *
   * @param gone venue's id of an order that is taken as cancelled
   */
  addedTo(pair: string, side: "long" | "short", gone?: string): string {
    return sumOf(this.of(pair, side).map((one) => subtractDecimals(maxDealtOf(one, gone), one.included)));
  }

  /**
   * What orders may add to a position as the trades explain it that were told.
   *
   * @param gone venue's id of an order that is taken as cancelled
   */
  addedToExplained(pair: string, side: "long" | "short", gone?: string): string {
    return sumOf(this.of(pair, side).map((one) => subtractDecimals(maxDealtOf(one, gone), this.#filled(one))));
  }

  /**
   * What may add to a position that is asked for: orders, but for those that were finished before and what was known to be traded before, and
   * trades of other orders that are told meanwhile.
   *
   * @param gone venue's id of an order that is taken as cancelled
   * @returns tells it when the position was answered
   */
  beforeAsking(pair: string, side: "long" | "short", gone?: string): () => string {
    const dealtBefore = new Map(this.of(pair, side).map((one) => [one, one.dealt]));
    const askedAt = this.#events;
    return () => {
      // An order that had finished before adds nothing: the answer has all its trades.
      const all = [...new Set([...dealtBefore.keys(), ...this.of(pair, side)])];
      const left = all.map((one) => subtractDecimals(maxDealtOf(one, gone), dealtBefore.get(one) ?? "0"));
      const ids = new Set(all.map(({ orderId }) => orderId));
      return sumOf([...left, ...this.#openedSince(askedAt, pair, side, ids)]);
    };
  }

  /** How much trades opened that were told since, but for those of some orders. */
  #openedSince(
    askedAt: number,
    pair: string,
    side: "long" | "short",
    except: ReadonlySet<string | undefined>,
  ): readonly string[] {
    return [...this.#recentFills.values()]
      .filter(({ at, fill }) => at > askedAt && fill.pair === pair && fill.side === `open-${side}`)
      .filter(({ fill }) => !except.has(fill.orderId))
      .map(({ fill }) => fill.dealQuantity);
  }

  #filled({ orderId }: ExposedOrder): string {
    return orderId === undefined ? "0" : this.#fills.of(orderId);
  }

  #keepEarly({ orderId, dealQuantity, status }: OrderState): void {
    this.#early.delete(orderId);
    this.#early.set(orderId, { dealt: dealQuantity, isFinished: isFinished(status), at: ++this.#events });
    forgetOldest(this.#early, maxEarly);
  }

  #learn(exposed: ExposedOrder, dealt: string, hasFinished: boolean): void {
    exposed.dealt = larger(exposed.dealt, dealt);
    if (hasFinished && !exposed.isFinished) {
      exposed.isFinished = true;
      exposed.finishedAtMs = this.#nowMs();
    }
  }

  #forget(): void {
    for (const exposed of this.#orders) {
      const isToldOf = !this.#hearsFills || compareDecimal(this.#filled(exposed), exposed.dealt) >= 0;
      const isIncluded = exposed.isFinished && compareDecimal(exposed.included, exposed.dealt) >= 0;
      if ((isIncluded && isToldOf) || this.#nowMs() - exposed.finishedAtMs >= includedAfterMs) {
        this.#orders.delete(exposed);
      }
    }
  }
}

function keyOf(pair: string, side: string): string {
  return `${pair} ${side}`;
}

/** What an order may have traded in the end. */
function maxDealtOf({ isFinished: isOver, orderId, dealt, quantity }: ExposedOrder, gone: string | undefined): string {
  const isGone = orderId !== undefined && orderId === gone;
  return isOver || isGone ? dealt : quantity;
}

function larger(one: string, other: string): string {
  return compareDecimal(one, other) >= 0 ? one : other;
}

function sumOf(values: readonly string[]): string {
  return values.reduce((sum, value) => addDecimals(sum, value), "0");
}
