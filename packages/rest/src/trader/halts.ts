import { type Clock, DepthwireError, type Logger } from "@depthwire/core";
import type { RestClient } from "../client/rest-client.js";
import { HaltAim } from "../halt/halt-aim.js";
import type { Halt, HaltEnd, HaltOptions, HaltOrder } from "../halt/halt-order.js";
import type { ResolveOptions } from "../outcome/resolve-orders.js";
import { isFinished, type OrderState } from "./order-state.js";
import type { TraderEvent } from "./trader-event.js";

/** What {@link Halts} works with. */
export interface HaltsParts {
  readonly venue: RestClient;
  readonly clock: Clock;
  readonly logger: Logger | undefined;
  readonly outcomes: Omit<ResolveOptions, "signal">;
  /** Pairs that the trader traded. */
  readonly traded: () => ReadonlySet<string>;
  readonly report: (event: TraderEvent) => void;
}

/** How many orders of others are remembered, so that each is reported once. */
const maxReported = 10_000;

/** Follows the halts of one client: while it is halted, an aim is pursued until it is reached. */
export class Halts {
  readonly #parts: HaltsParts;
  readonly #unfollows: readonly (() => void)[];
  readonly #reported = new Set<string>();
  #halt: HaltOrder | undefined;
  #aim: HaltAim | undefined;

  constructor(parts: HaltsParts) {
    this.#parts = parts;
    const { venue, report } = parts;
    this.#unfollows = [
      venue.onHalt((halt) => this.#changed(halt)),
      venue.onHaltNotKept((halt, error) => report({ kind: "halt-not-kept", halt, error })),
    ];
    if (venue.halted !== undefined) {
      this.#changed(venue.halted);
    }
    // A halt of an earlier process goes on without waiting for an order. Where the store fails now, the first order asks it again.
    venue.recall().catch((error: unknown) => this.#log("halt-not-recalled", error));
  }

  /** The present halt; undefined while trading goes on. */
  get present(): Halt | undefined {
    const aim = this.#aim;
    const { haltKeeping: keeping } = this.#parts.venue;
    return this.#halt && aim && { ...this.#halt, isReached: aim.end === "reached", keeping, complete: aim.complete };
  }

  /** Halts, or widens the halt. Resolves when it is reached or ended. */
  async halt(reason: string, options: HaltOptions | undefined): Promise<HaltEnd> {
    this.#parts.venue.halt(reason, options);
    return (await this.#aim?.complete) ?? "closed";
  }

  /** The account's stream is live: what failed may work now. */
  wake(): void {
    this.#aim?.wake();
  }

  /** Something was heard of an order of the account. After the aim was reached, only what is this client's is still cancelled. */
  heard(state: OrderState): void {
    const { venue, report } = this.#parts;
    const aim = this.#aim;
    if (this.#halt === undefined || aim?.end !== "reached" || isFinished(state.status)) {
      return;
    }
    const own = venue.sentOrders.find(state);
    if (own === undefined && !aim.knows(state.orderId) && !this.#reported.has(state.orderId)) {
      if (this.#reported.size < maxReported) {
        this.#reported.add(state.orderId);
      }
      this.#parts.logger?.log("warn", "order-while-halted", { pair: state.pair, orderId: state.orderId });
      report({ kind: "order-while-halted", order: state });
    } else if (own?.isSentWhileHalted === false) {
      this.#pursue(this.#halt);
    }
  }

  /** Stops pursuing halts. */
  close(): void {
    for (const unfollow of this.#unfollows) {
      unfollow();
    }
    this.#aim?.stop("closed");
  }

  #changed(halt: HaltOrder | undefined): void {
    const { logger, report } = this.#parts;
    this.#halt = halt;
    if (halt === undefined) {
      this.#aim?.stop("resumed");
      this.#aim = undefined;
      report({ kind: "resumed" });
      return;
    }
    logger?.log("warn", "trading-halted", { reason: halt.reason, scope: halt.scope });
    // Set before the listeners are called, because they may ask for it.
    this.#pursue(halt);
    report({ kind: "halted", halt });
  }

  #pursue(order: HaltOrder): void {
    const { venue, clock, outcomes, traded, report } = this.#parts;
    const before = this.#aim;
    const failed = (error: unknown): void => {
      this.#log("halt-round-failed", error);
      report({ kind: "halt-round-failed", error });
    };
    const waits = (unknown: number, untilMs: number | undefined): void => {
      this.#parts.logger?.log("warn", "halt-waiting", { unknown, ...(untilMs === undefined ? {} : { untilMs }) });
      report({ kind: "halt-waiting", halt: order, unknown, untilMs });
    };
    const aim = new HaltAim({ venue, clock, order, outcomes, traded, failed, waits });
    this.#aim = aim;
    before?.replacedBy(aim);
    void this.#followEnd(aim, order);
  }

  async #followEnd(aim: HaltAim, halt: HaltOrder): Promise<void> {
    if ((await aim.complete) === "reached" && aim === this.#aim) {
      this.#parts.logger?.log("warn", "halt-reached", { reason: halt.reason });
      this.#parts.report({ kind: "halt-reached", halt });
    }
  }

  #log(event: string, error: unknown): void {
    const cause = error instanceof DepthwireError ? error.code : String(error);
    this.#parts.logger?.log("error", event, { cause });
  }
}
