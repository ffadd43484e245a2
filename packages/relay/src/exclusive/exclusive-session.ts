import { type CancelTimer, DepthwireError, LeaseError, TransportError } from "@depthwire/core";
import type { PendingOutcome, restTypes } from "@depthwire/rest";
import { isGuarded } from "@depthwire/rest/internal";
import { LeaseKeeper, type LeaseNews } from "../lease/lease-keeper.js";
import type { LeaseOptions } from "../lease/lease-options.js";
import type { Leftovers } from "./exclusive-event.js";
import type { SessionOptions } from "./exclusive-options.js";
import { type TakeoverParts, takeOver, venueTime } from "./take-over.js";

/** A promise that is settled from outside. */
interface Held {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: LeaseError) => void;
}

/** The wait before the venue's time is asked for again, where it could not be had. Milliseconds. */
const retryMs = 1_000;

/** One account in one process that wants to be the only trader of its key. */
export class Session implements restTypes.ExclusiveSession {
  readonly guard: restTypes.CallGuard;
  readonly #options: SessionOptions;
  readonly #parts: restTypes.ExclusiveParts;
  readonly #keeper: LeaseKeeper;
  #phase: restTypes.ExclusiveState = { phase: "waiting", holder: undefined };
  #held: Held = held();
  #takeover: AbortController | undefined;
  /** A person's word is given. */
  #word: () => void = () => undefined;
  #cancelRetry: CancelTimer = () => undefined;
  /** What became of earlier calls, and is not told yet: a takeover that found it out may have been cut short. */
  readonly #resolved: PendingOutcome[] = [];
  #ended: Promise<void> | undefined;

  constructor(options: SessionOptions, lease: LeaseOptions, parts: restTypes.ExclusiveParts) {
    const { clock, venue } = parts;
    this.#options = options;
    this.#parts = parts;
    this.guard = {
      begin: (operation) => {
        if (isGuarded(operation)) {
          this.#requireHeld();
        }
      },
      sign: (operation, signedAtMs) => {
        if (isGuarded(operation)) {
          // Before the lease: a pause between the two can only make the request older.
          this.#requireNotAhead(signedAtMs);
          this.#requireHeld();
        }
      },
    };
    this.#keeper = new LeaseKeeper({
      store: options.store,
      key: options.lease,
      options: lease,
      clock,
      bootMs: options.bootMs,
      facts: () => ({ isLive: true, isAnotherLive: false, venueMs: venueTime(venue(), clock).nowMs, heardTerm: 0 }),
      tell: (news) => this.#hear(news),
    });
  }

  get state(): restTypes.ExclusiveState {
    const { phase } = this.#phase;
    if (phase === "holding" && !this.#keeper.holds()) {
      this.#keeper.look();
    }
    return phase === "waiting" ? { phase, holder: this.#keeper.holder } : this.#phase;
  }

  get holding(): Promise<void> {
    return this.#held.promise;
  }

  /** A process that cannot ask the venue for its time could not trade: it does not take the lease. */
  start(): void {
    this.#parts
      .venue()
      .measureVenueTime()
      .then(
        () => this.#keeper.start(),
        (error: unknown) => {
          const isOver = this.#ended !== undefined || (error instanceof DepthwireError && error.code === "closed");
          this.#cancelRetry = isOver ? () => undefined : this.#parts.clock.after(retryMs, () => this.start());
        },
      );
  }

  takeOver(): void {
    const state = this.#phase;
    if (state.phase !== "taking-over" || state.step !== "by-hand") {
      throw this.#refusal();
    }
    this.#held = held();
    this.#word();
  }

  async release(): Promise<void> {
    this.#ended ??= this.#end();
    await this.#ended;
  }

  async close(): Promise<void> {
    const given = this.release();
    this.#become({ phase: "closed" });
    this.#held.reject(this.#refusal());
    await given;
  }

  #end(): Promise<void> {
    this.#cancelRetry();
    this.#takeover?.abort();
    return this.#keeper.end();
  }

  #hear(news: LeaseNews): void {
    switch (news.kind) {
      case "won":
        void this.#won(news.term);
        break;
      case "lost":
        this.#lost(news.term, news.cause);
        break;
      case "store-failed":
        this.#parts.logger?.log("warn", "lease-store-failed", { lease: this.#options.lease });
        this.#options.listener?.(news);
        break;
    }
  }

  #lost(term: number, cause: restTypes.ExclusiveLoss): void {
    this.#takeover?.abort();
    if (this.#phase.phase === "holding") {
      this.#held = held();
    }
    this.#become({ phase: "lost", term, cause });
    this.#parts.logger?.log("warn", "lease-lost", { lease: this.#options.lease, term, cause });
    this.#options.listener?.({ kind: "lost", term, cause });
  }

  async #won(term: number): Promise<void> {
    const takeover = new AbortController();
    this.#takeover?.abort();
    this.#takeover = takeover;
    this.#options.listener?.({ kind: "taking-over", term });
    try {
      const leftovers = await takeOver(this.#takeoverParts(term, takeover.signal));
      this.#holds(term, leftovers);
    } catch (error) {
      // A takeover ends by its signal alone, or with the account.
      if (!takeover.signal.aborted && !(error instanceof DepthwireError)) {
        throw error;
      }
    }
  }

  #takeoverParts(term: number, signal: AbortSignal): TakeoverParts {
    const { clock, venue, outcomes } = this.#parts;
    const { clockMarginMs, olderOrders, olderPlans, listener } = this.#options;
    return {
      term,
      clock,
      venue: venue(),
      outcomes,
      clockMarginMs,
      olderOrders,
      olderPlans,
      signal,
      resolved: (outcomes) => this.#resolved.push(...outcomes),
      step: (step) => this.#become({ phase: "taking-over", term, step }),
      stillHeld: () => this.#requireLease(signal),
      word: () => this.#waitForWord(term),
      failed: (error) => listener?.({ kind: "takeover-failed", term, error }),
    };
  }

  #waitForWord(term: number): Promise<void> {
    this.#held.reject(new LeaseError("takeover-by-hand", { lease: this.#options.lease, term }));
    this.#options.listener?.({ kind: "takeover-by-hand", term });
    return new Promise((resolve) => {
      this.#word = resolve;
    });
  }

  #holds(term: number, cleared: Omit<Leftovers, "resolved">): void {
    const leftovers = { resolved: this.#resolved.splice(0), ...cleared };
    this.#become({ phase: "holding", term });
    this.#held.resolve();
    this.#parts.logger?.log("info", "lease-held", { lease: this.#options.lease, term });
    this.#options.listener?.({ kind: "holding", term, leftovers });
  }

  #become(state: restTypes.ExclusiveState): void {
    if (this.#phase.phase !== "closed") {
      this.#phase = state;
    }
  }

  /** What is signed ahead of the venue's time would stay good for longer than a successor waits. */
  #requireNotAhead(signedAtMs: number): void {
    const { nowMs, uncertaintyMs } = venueTime(this.#parts.venue(), this.#parts.clock);
    const { clockMarginMs: limitMs } = this.#options;
    const foundMs = signedAtMs - (nowMs - uncertaintyMs);
    if (foundMs > limitMs) {
      throw new TransportError("clock-unreliable", { problem: "uncertain", foundMs: Math.ceil(foundMs), limitMs });
    }
  }

  #requireHeld(): void {
    // The question for the state looks at the time: nothing else does while a process is stopped.
    if (this.state.phase !== "holding" || !this.#keeper.holds()) {
      throw this.#refusal();
    }
  }

  #requireLease(signal: AbortSignal): void {
    if (!this.#keeper.holds()) {
      this.#keeper.look();
    }
    signal.throwIfAborted();
  }

  #refusal(): LeaseError {
    const { lease } = this.#options;
    const state = this.#phase;
    if (state.phase === "taking-over" && state.step === "by-hand") {
      return new LeaseError("takeover-by-hand", { lease, term: state.term });
    }
    return new LeaseError("lease-not-held", { lease, state: state.phase === "holding" ? "lost" : state.phase });
  }
}

function held(): Held {
  let settle: Pick<Held, "resolve" | "reject"> = { resolve: () => undefined, reject: () => undefined };
  const promise = new Promise<void>((resolve, reject) => {
    settle = { resolve, reject };
  });
  // Nobody has to wait for it.
  promise.catch(() => undefined);
  return { promise, ...settle };
}
