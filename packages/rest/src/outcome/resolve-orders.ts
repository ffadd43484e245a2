import { DepthwireError, type OrderOutcomeUnknown, TransportError, type UnknownOutcome } from "@depthwire/core";
import {
  abortSignal,
  callback,
  either,
  numberAbove0,
  numberFrom0,
  type OptionTable,
  oneOf,
} from "@depthwire/core/internal";
import { CallScope, type ScopePorts } from "../call/call-scope.js";
import type { CallMaker } from "../call/operation-functions.js";
import { type FenceClocks, readFence } from "./fence.js";
import { type FoundOrders, findOrders, type SearchDepth, type SearchParts } from "./find-orders.js";
import type { FoundOrder, OrderToFind, OrderVerdict } from "./order-verdict.js";

/** How outcomes are found. Milliseconds. */
export interface ResolveOptions {
  /**
   * How long after its timestamp the venue still takes a signed request, by the venue's time and by this computer's since it was signed.
   * Not documented; default 30,000. With `not-known` an order that is not found stays `unknown`, since its request may still arrive.
   */
  readonly toleranceMs?: number | "not-known" | undefined;
  /** Added to the tolerance for what clocks and queues may add; default 2,000. */
  readonly marginMs?: number | undefined;
  /** Bound of the whole search, beyond which the verdict is `unknown`; default 120,000. */
  readonly timeoutMs?: number | undefined;
  /** An order that a push showed, by the caller's id: an account mirror knows it first. */
  readonly pushed?: ((clientOrderId: string) => FoundOrder | undefined) | undefined;
  /**
   * What a record without an id of a client's is taken for that is like the order in everything else: by default a candidate, and
   * the verdict `unknown`. With `match` it is the order: only where nobody else trades on the account.
   */
  readonly recordsWithoutId?: "candidate" | "match" | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What each of these options may be, except those of one search. */
export const outcomeOptionTable: OptionTable<Omit<ResolveOptions, "pushed" | "signal">> = {
  toleranceMs: /* @__PURE__ */ either(numberFrom0, "not-known"),
  marginMs: numberFrom0,
  timeoutMs: numberAbove0,
  recordsWithoutId: /* @__PURE__ */ oneOf("candidate", "match"),
};

/** What each option of a search may be. */
export const resolveOptionTable: OptionTable<ResolveOptions> = {
  ...outcomeOptionTable,
  pushed: callback,
  signal: abortSignal,
};

/** What resolving needs of a client. */
export interface ResolveParts extends ScopePorts, FenceClocks {
  readonly venue: CallMaker;
  /** The caller's id of an order whose answer told the venue's. */
  readonly knownId: (orderId: string) => string | undefined;
  /** Whether the runtime may send an order twice: then both are looked for. */
  readonly mayRepeat: boolean;
  /** Aborted when the client is closed. */
  readonly closing: AbortSignal;
}

const firstPauseMs = 500;
const maxPauseMs = 5_000;

/**
 * Finds out what became of orders whose calls were cut off, by pushes, ids and lists. Absence proves nothing while the request may still
 * arrive, so an order is `not-placed` only when a whole search that began after its time, by both clocks, found nothing.
 *
 * @returns a verdict for each, in order
 * @throws TransportError `aborted`, `closed`
 */
export async function resolveOrders(
  parts: ResolveParts,
  unknowns: readonly (OrderOutcomeUnknown | UnknownOutcome)[],
  options: ResolveOptions = {},
): Promise<readonly OrderVerdict[]> {
  const outcomes = unknowns.map(outcomeOf);
  const scope = new CallScope(parts, options.timeoutMs ?? 120_000, options.signal, parts.closing);
  try {
    const resolver = new Resolver(parts, outcomes.filter(hasId), options, scope);
    await resolver.run();
    return outcomes.map((outcome) =>
      hasId(outcome) ? resolver.verdictOf(outcome) : { kind: "unknown", reason: "no-client-order-id" },
    );
  } finally {
    scope.end();
  }
}

/** What to look for. */
export function outcomeOf(unknown: OrderOutcomeUnknown | UnknownOutcome): UnknownOutcome {
  return unknown instanceof DepthwireError ? unknown.details : unknown;
}

class Resolver {
  readonly #parts: ResolveParts;
  readonly #options: ResolveOptions;
  readonly #scope: CallScope;
  readonly #verdicts = new Map<OrderToFind, OrderVerdict>();
  /** Orders that were only looked for in parts of lists. */
  readonly #partly = new Set<OrderToFind>();
  #pending: readonly OrderToFind[];

  constructor(parts: ResolveParts, orders: readonly OrderToFind[], options: ResolveOptions, scope: CallScope) {
    this.#parts = parts;
    this.#options = options;
    this.#scope = scope;
    this.#pending = orders;
    for (const order of orders) {
      parts.knownSinceMs(order);
    }
  }

  /** An order that is still pending when the search ends is `unknown`. */
  verdictOf(order: OrderToFind): OrderVerdict {
    const reason = this.#partly.has(order) ? "lists-not-whole" : "venue-silent";
    return this.#verdicts.get(order) ?? { kind: "unknown", reason };
  }

  async run(): Promise<void> {
    try {
      for (let round = 0; this.#pending.length > 0; round++) {
        await this.#look();
        await this.#pause(round);
      }
    } catch (error) {
      // The time of the search is up: what was found stands, the rest is unknown.
      if (!(error instanceof TransportError && error.code === "timed-out" && this.#scope.signal.aborted)) {
        throw error;
      }
    }
  }

  async #look(): Promise<void> {
    // Read before the search: only what was sought after its time is known to be absent.
    const isOver = readFence(this.#parts, this.#options) ?? (() => false);
    for (const [depth, orders] of [
      ["everywhere", this.#pending.filter(isOver)],
      ["by-id", this.#pending.filter((order) => !isOver(order))],
    ] as const) {
      const found = await this.#find(orders, depth);
      if (found !== undefined) {
        this.#judge(orders, found, depth);
      }
    }
    this.#pending = this.#pending.filter((order) => !this.#verdicts.has(order));
  }

  /** Undefined when the venue could not be asked. */
  async #find(orders: readonly OrderToFind[], depth: SearchDepth): Promise<FoundOrders | undefined> {
    const search: SearchParts = {
      venue: this.#parts.venue,
      options: { priority: "outcome", signal: this.#scope.signal },
      knownId: this.#parts.knownId,
      mayRepeat: this.#parts.mayRepeat,
      pushed: this.#options.pushed ?? (() => undefined),
    };
    try {
      return await findOrders(search, orders, depth);
    } catch (error) {
      this.#scope.signal.throwIfAborted();
      if (error instanceof DepthwireError) {
        return undefined;
      }
      throw error;
    }
  }

  #judge(orders: readonly OrderToFind[], found: FoundOrders, depth: SearchDepth): void {
    for (const order of orders) {
      const verdict = this.#verdictFrom(order, found, depth);
      if (verdict !== undefined) {
        this.#verdicts.set(order, verdict);
      } else if (found.partly.has(order)) {
        this.#partly.add(order);
      }
    }
  }

  /** Undefined where more may be known later. */
  #verdictFrom(order: OrderToFind, found: FoundOrders, depth: SearchDepth): OrderVerdict | undefined {
    const lookAlikes = found.lookAlikes.get(order);
    const isEnough = this.#options.recordsWithoutId === "match";
    const matching = found.same.get(order) ?? (isEnough ? lookAlikes : undefined);
    if (matching !== undefined) {
      const kind = matching.every(({ status }) => status === "failed") ? "rejected" : "placed";
      return { kind, orders: matching };
    }
    if (found.partly.has(order)) {
      return undefined;
    }
    if (depth === "everywhere") {
      return lookAlikes === undefined
        ? { kind: "not-placed" }
        : { kind: "unknown", reason: "look-alikes", candidates: lookAlikes };
    }
    return this.#options.toleranceMs === "not-known" ? { kind: "unknown", reason: "tolerance-not-known" } : undefined;
  }

  #pause(round: number): Promise<void> {
    const delayMs = Math.min(maxPauseMs, firstPauseMs * 2 ** Math.min(round, 10));
    return this.#pending.length === 0 ? Promise.resolve() : this.#scope.wait(this.#parts.clock, delayMs);
  }
}

function hasId(outcome: UnknownOutcome): outcome is OrderToFind {
  return outcome.clientOrderId !== undefined;
}
