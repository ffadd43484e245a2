import { TransportError } from "@depthwire/core";
import { afterHearing, isFinished, type OrderState } from "./order-state.js";

/** What replaces an order. What is left out stays. */
export interface Replacement {
  readonly price?: string | undefined;
  /** The new quantity in all; default: what the cancelled order left. */
  readonly quantity?: string | undefined;
}

/** What a handle can have done to its order. */
export interface OrderActions {
  cancel(state: OrderState): Promise<void>;
  /** As `cancel`, of a twin: one that is finished already is no error. */
  cancelTwin(state: OrderState): Promise<void>;
  replace(handle: OrderHandle, replacement: Replacement): Promise<OrderHandle>;
}

/**
 * One order of the caller's as an object: `for await (const change of order)`, `await order.done`. Its status never goes back,
 * and what was traded never becomes less.
 */
export class OrderHandle implements AsyncIterable<OrderState> {
  readonly #actions: OrderActions;
  readonly #changes: OrderState[] = [];
  readonly #wake = new Set<() => void>();
  readonly #done: Promise<OrderState>;
  readonly #twins = new Map<string, OrderState>();
  #settle: (state: OrderState) => void = () => undefined;
  #fail: (error: unknown) => void = () => undefined;
  #latest: OrderState;
  #answered: OrderState["status"] | undefined;
  #ended: { readonly error: unknown } | undefined;

  /** @param answered the status in the answer to its call, which tells no quantities */
  constructor(first: OrderState, actions: OrderActions, answered?: OrderState["status"]) {
    this.#actions = actions;
    this.#latest = first;
    this.#answered = answered;
    this.#done = new Promise((resolve, reject) => {
      this.#settle = resolve;
      this.#fail = reject;
    });
    // Callers who await `done` get the error; others are not disturbed.
    this.#done.catch(() => undefined);
    this.#keep(first);
  }

  /** The venue's id. */
  get orderId(): OrderState["orderId"] {
    return this.#latest.orderId;
  }

  /** The newest that is known. */
  get latest(): OrderState {
    return this.#latest;
  }

  /**
   * How far the order is, as far as the venue told: what was heard of it, or the answer to its call where that says more. `latest` waits for what was traded, which no
   * answer tells, so an order that was filled at once may be `filled` here and `open` there for a moment.
   */
  get status(): OrderState["status"] {
    const answered = this.#answered ?? this.#latest.status;
    return afterHearing(this.#latest, { ...this.#latest, status: answered }).status;
  }

  /**
   * Further orders that came of the same call, since the runtime sent its request twice: browsers do, and a page cannot forbid it. The trader cancels
   * each as soon as it is found; what one traded before is the account's. Empty nearly always.
   */
  get twins(): readonly OrderState[] {
    return [...this.#twins.values()];
  }

  /** Whether the order is finished: nothing more can happen to it. */
  get isFinished(): boolean {
    return isFinished(this.#latest.status);
  }

  /**
   * The order when it is finished: filled, cancelled or failed. Rejects when the trader is closed before, with `not-placed` or
   * `outcome-unknown` where the venue turns out not to have the order that its answer named.
   */
  get done(): Promise<OrderState> {
    return this.#done;
  }

  /**
   * Asks the venue to cancel it, and its twins. The order is cancelled when `done` says so: a fill on the way wins.
   *
   * @throws as a call
   */
  async cancel(): Promise<void> {
    const open = this.twins.filter(({ status }) => !isFinished(status));
    const own = this.isFinished ? undefined : this.#actions.cancel(this.#latest);
    await Promise.all([own, ...open.map((twin) => this.#actions.cancelTwin(twin))]);
  }

  /**
   * Cancels the order, waits until that is certain, and places what it left, changed: the venue cannot amend. Values, limits and market
   * are checked before the cancel: what they refuse leaves the order as it is. An order that was filled meanwhile is not replaced.
   *
   * @throws ValidationError `value-invalid`, also when nothing is left to place; `halted` when a halt that cancels the order came before
   * the replacement was sent; as placing and cancelling
   */
  replace(replacement: Replacement): Promise<OrderHandle> {
    return this.#actions.replace(this, replacement);
  }

  /** Every change from the first on, in order; ends with the order. Each loop gets all of them. */
  async *[Symbol.asyncIterator](): AsyncGenerator<OrderState, void, undefined> {
    for (let next = 0; ; ) {
      const change = this.#changes[next];
      if (change !== undefined) {
        next++;
        yield change;
      } else if (this.#ended !== undefined || this.isFinished) {
        if (this.#ended?.error !== undefined) {
          throw this.#ended.error;
        }
        return;
      } else {
        await new Promise<void>((resolve) => this.#wake.add(resolve));
      }
    }
  }

  /** Something was heard of the order; what is older than what is known is passed over. */
  heard(state: OrderState): void {
    const next = afterHearing(this.#latest, state);
    if (next !== this.#latest) {
      this.#keep(next);
    }
  }

  /** The answer to its call named another order than the venue's: this one is it. */
  corrected(state: OrderState): void {
    this.#answered = undefined;
    this.#keep(state);
  }

  /** Something was heard of another order that came of the same call. */
  twinHeard(state: OrderState): "new" | "known" {
    const known = this.#twins.get(state.orderId);
    this.#twins.set(state.orderId, known === undefined ? state : afterHearing(known, state));
    return known === undefined ? "new" : "known";
  }

  /** Nothing more will be heard. @param error what waits for the order's end is told */
  close(error: unknown = new TransportError("closed", {})): void {
    if (!this.isFinished && this.#ended === undefined) {
      this.#ended = { error };
      this.#fail(error);
      this.#wakeAll();
    }
  }

  #keep(state: OrderState): void {
    this.#latest = state;
    this.#changes.push(state);
    if (isFinished(state.status)) {
      this.#settle(state);
    }
    this.#wakeAll();
  }

  #wakeAll(): void {
    for (const wake of this.#wake) {
      wake();
    }
    this.#wake.clear();
  }
}
