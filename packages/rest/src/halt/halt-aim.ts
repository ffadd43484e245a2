import { type Clock, DepthwireError, OrderOutcomeUnknown, ProtocolError } from "@depthwire/core";
import type { Order } from "@depthwire/schema";
import type { RestClient } from "../client/rest-client.js";
import { goodForMs } from "../outcome/fence.js";
import type { ResolveOptions } from "../outcome/resolve-orders.js";
import { HaltCancels } from "./halt-cancels.js";
import type { HaltEnd, HaltOrder } from "./halt-order.js";
import { openOrdersOf, plansToCancel } from "./halt-survey.js";

/** What a {@link HaltAim} works with. */
export interface HaltAimParts {
  readonly venue: RestClient;
  readonly clock: Clock;
  readonly order: HaltOrder;
  /** How outcomes are found. */
  readonly outcomes: Omit<ResolveOptions, "signal">;
  /** Pairs that were traded. */
  readonly traded: () => ReadonlySet<string>;
  /** Called for each round that failed; the round is tried again. */
  readonly failed: (error: unknown) => void;
  /** Called where so many orders may still arrive, each time that there are fewer or more. */
  readonly waits: (unknown: number, untilMs: number | undefined) => void;
}

/** The first wait between two rounds and the longest. Milliseconds. */
const firstPauseMs = 500;
const maxPauseMs = 5_000;

/**
 * Cancels until the venue confirms that nothing of the halt's scope is open. A cancel that fails is repeated with backoff,
 * and at once when the account's stream is live again. A look that fails does not keep what is known from being cancelled. An order whose outcome is not known may still arrive, so the aim is reached only
 * after a look that began when none was.
 */
export class HaltAim {
  readonly complete: Promise<HaltEnd>;
  readonly #parts: HaltAimParts;
  readonly #stopping = new AbortController();
  readonly #cancels: HaltCancels;
  readonly #unfollow: () => void;
  /** Orders of other hands that were open when the aim was last looked for. */
  readonly #leftAlone = new Set<string>();
  #end: HaltEnd | undefined;
  #settle: (end: HaltEnd) => void = () => undefined;
  #wake: () => void = () => undefined;
  #isAwake = false;
  #isResolving = false;
  /** So many orders might arrive when that was last looked at. */
  #arriving: number;
  /** So many were told when the aim had to wait for them. */
  #told = 0;
  #isReplaced = false;
  /** Whether the last round failed: then what is known is cancelled before the next look. */
  #hasFailed = false;

  constructor(parts: HaltAimParts) {
    this.#parts = parts;
    this.#cancels = new HaltCancels({ ...parts, signal: this.#stopping.signal });
    this.complete = new Promise((resolve) => {
      this.#settle = resolve;
    });
    this.#arriving = this.#mayArrive();
    this.#unfollow = parts.venue.sentOrders.onChange(() => this.#noticed());
    void this.#run();
  }

  /** Undefined while it goes on. */
  get end(): HaltEnd | undefined {
    return this.#end;
  }

  /** Whether an order of somebody else's was there already. */
  knows(orderId: string): boolean {
    return this.#leftAlone.has(orderId);
  }

  /** Something changed: the next round begins at once. */
  wake(): void {
    this.#isAwake = true;
    this.#wake();
  }

  /** It is not wanted any more. */
  stop(end: Exclude<HaltEnd, "reached">): void {
    this.#finish(end);
    this.#stopping.abort();
    this.#wake();
  }

  /** Another aim is pursued in its place: it ends as that does. */
  replacedBy(other: HaltAim): void {
    if (this.#end === undefined) {
      this.#isReplaced = true;
      this.#unfollow();
      this.#stopping.abort();
      this.#wake();
      void other.complete.then((end) => this.#finish(end));
    }
  }

  async #run(): Promise<void> {
    // Those whose ids are known need no look first.
    await this.#attempt(() => this.#cancels.known());
    for (let pauseMs = firstPauseMs; this.#goesOn; pauseMs = Math.min(maxPauseMs, pauseMs * 2)) {
      const isReached = await this.#attempt(() => this.#round());
      this.#hasFailed = isReached === undefined;
      if (!this.#goesOn) {
        return;
      }
      if (isReached === true) {
        this.#finish("reached");
        return;
      }
      this.#tellOfWait();
      await this.#pause(pauseMs);
    }
  }

  get #goesOn(): boolean {
    return this.#end === undefined && !this.#isReplaced;
  }

  #finish(end: HaltEnd): void {
    this.#end ??= end;
    this.#unfollow();
    this.#settle(this.#end);
  }

  /** @returns whether nothing was open, and nothing could come, when the look began */
  async #round(): Promise<boolean> {
    const { venue, order, traded } = this.#parts;
    const { signal } = this.#stopping;
    this.#resolveUnknown();
    if (this.#hasFailed) {
      // Whether it works or not, the look is what counts.
      await this.#cancels.known().catch(() => undefined);
    }
    const isQuiet = this.#mayArrive() === 0;
    const shown = await openOrdersOf(venue, { priority: "outcome", signal });
    const open = this.#ofScope(shown.items);
    await this.#cancels.shown(open, this.#leftAlone.size === 0 ? "takes-all" : "leaves-others");
    if (!shown.isWhole) {
      throw listNotWhole();
    }
    const plans = await plansToCancel(venue, order, traded(), { priority: "outcome", signal });
    await this.#cancels.plans(plans);
    return isQuiet && open.length === 0 && plans.length === 0;
  }

  /** An order that was on its way is known: it is cancelled at once, or the aim may be reached. */
  #noticed(): void {
    const arriving = this.#mayArrive();
    if (arriving !== this.#arriving) {
      this.#arriving = arriving;
      this.wake();
    }
  }

  /** A halt that waits says so: it may take as long as a request stays good. */
  #tellOfWait(): void {
    const { venue, outcomes, waits } = this.#parts;
    const unknown = venue.sentOrders.unfinished().filter(({ progress }) => progress === "unknown");
    if (unknown.length === this.#told) {
      return;
    }
    this.#told = unknown.length;
    if (unknown.length > 0) {
      const { toleranceMs, marginMs } = outcomes;
      const signed = Math.max(...unknown.map(({ intent }) => intent?.signedAtMs ?? 0));
      const untilMs = toleranceMs === "not-known" ? undefined : signed + goodForMs({ toleranceMs, marginMs });
      waits(unknown.length, untilMs);
    }
  }

  /** Orders that are on their way, or whose outcome is not known. */
  #mayArrive(): number {
    const { sentOrders } = this.#parts.venue;
    return sentOrders.unfinished().filter(
      ({ progress, intent, isSentWhileHalted }) =>
        // One that is not about to be sent is stopped by the halt.
        progress === "unknown" || (progress === "on-its-way" && intent !== undefined && !isSentWhileHalted),
    ).length;
  }

  #ofScope(open: readonly Order[]): readonly Order[] {
    const { sentOrders } = this.#parts.venue;
    this.#leftAlone.clear();
    return open.filter((order) => {
      try {
        sentOrders.heard(order);
      } catch (error) {
        // What one record does to whoever listens must not keep the others from being cancelled.
        this.#parts.failed(error);
      }
      const own = sentOrders.find(order);
      const isWanted = own === undefined ? this.#parts.order.scope === "account" : !own.isSentWhileHalted;
      if (!isWanted) {
        this.#leftAlone.add(order.orderId);
      }
      return isWanted;
    });
  }

  /** Goes on beside the rounds: it may take as long as a request stays good. */
  #resolveUnknown(): void {
    const { venue, outcomes } = this.#parts;
    const unknown = venue.sentOrders.unfinished().filter(({ progress }) => progress === "unknown");
    const intents = unknown.flatMap(({ intent }) => intent ?? []);
    if (this.#isResolving || intents.length === 0) {
      return;
    }
    this.#isResolving = true;
    void this.#attempt(async () => {
      const { signal } = this.#stopping;
      await venue.resolveOrders(
        intents.map((intent) => new OrderOutcomeUnknown(intent)),
        { ...outcomes, signal },
      );
    }).finally(() => {
      this.#isResolving = false;
    });
  }

  /** Undefined where it failed. */
  async #attempt<Value>(work: () => Promise<Value>): Promise<Value | undefined> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof DepthwireError && error.code === "closed") {
        this.stop("closed");
      } else if (this.#goesOn) {
        this.#parts.failed(error);
      }
      return undefined;
    }
  }

  #pause(delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      if (this.#isAwake || !this.#goesOn) {
        this.#isAwake = false;
        resolve();
        return;
      }
      const cancel = this.#parts.clock.after(delayMs, () => this.#wake());
      this.#wake = () => {
        cancel();
        this.#wake = () => undefined;
        this.#isAwake = false;
        resolve();
      };
    });
  }
}

/** What a look ends with that cannot be the whole: what it did not show may be open. */
function listNotWhole(): ProtocolError {
  const cause = new ProtocolError("message-shape", { path: "t", expected: "as many orders as the list has" });
  return new ProtocolError("response-shape", { operation: "getOpenOrders", path: "t", status: 200 }, { cause });
}
