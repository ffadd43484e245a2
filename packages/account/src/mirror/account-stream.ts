import type { CancelTimer, Clock } from "@depthwire/core";
import type { HistoricalOrder, OrderId, Pair, PositionSide } from "@depthwire/schema";
import type { PrivateEvent } from "@depthwire/schema/internal";
import type { DeliveredHistory, DeliveredStore } from "../ports/delivered-store.js";
import { EventQueue } from "../queue/event-queue.js";
import { GapAccumulator } from "../queue/gap-accumulator.js";
import { auditSuspects } from "../reconcile/audit-orders.js";
import { mentionedOrders } from "../reconcile/mentioned-orders.js";
import { ReconcileLoop } from "../reconcile/reconcile-loop.js";
import type { Reconciler } from "../reconcile/reconciler.js";
import type { AccountEvent } from "./account-event.js";
import { AccountMirror, type MirrorCounters } from "./account-mirror.js";
import type { AccountOptions } from "./account-options.js";
import { type AccountState, type AccountStatus, tablesOf } from "./account-state.js";
import { markDelivered } from "./delivered-marks.js";

/** Who finds what was not pushed. */
export interface AccountRecovery {
  readonly reconciler: Reconciler;
  /** Whether this client sent an order: its trades are delivered even if it finished before the first login. Absent: it sent none. */
  readonly isOwn?: ((order: Pick<HistoricalOrder, "orderId" | "clientOrderId">) => boolean) | undefined;
}

/** What an account is made of. */
export interface AccountParts {
  readonly options: AccountOptions;
  readonly clock: Clock;
  /** Who finds what was not pushed. Without it every gap stays open. */
  readonly recovery?: AccountRecovery | undefined;
  /** Remembers beyond the end of the process what was delivered; needs `recovery`. */
  readonly delivered?: DeliveredStore | undefined;
  /** Called for each event when it is put into the stream, whether anybody reads or not. It must be quick and must not throw. */
  readonly listener?: ((event: AccountEvent) => void) | undefined;
}

/** What the private session tells the account, in order. */
export interface AccountFeed {
  /** A login was acknowledged: messages of a new connection follow. */
  acknowledged(): void;
  /** One message of the private stream. */
  received(event: PrivateEvent): void;
  /**
   * The connection is gone.
   *
   * @param heardAtMs when anything was last heard on it, epoch; absent: when a message was
   */
  broken(heardAtMs?: number): void;
}

/** What an account counted. */
export interface AccountStatistics extends Readonly<MirrorCounters> {
  /** Requests that reconciliations sent. */
  readonly requests: number;
  /** Reconciliations that ran to their end. */
  readonly reconciliations: number;
  /** Requests that failed. */
  readonly failures: number;
  /** Messages that wait for a reconciliation to end. */
  readonly buffered: number;
  /** Events that wait for the caller. */
  readonly queued: number;
}

/**
 * One account: its state, and everything that happens to it in order. Read it from one place: readers share the events.
 *
 * An order is the mirror's business when it is open at the first login, placed later, or sent by this client; all its trades are delivered, each
 * once, those before the login too. Not possible: exactly once across the end of the process without a {@link DeliveredStore}; orders of other sessions that have left the venue's history; the ids of orders of passive changes.
 *
 * @spec document 1, Events, Private stream data
 */
export class AccountStream implements AsyncIterable<AccountEvent> {
  /** Where the session tells what it hears. */
  readonly feed: AccountFeed;
  readonly #clock: Clock;
  readonly #options: AccountOptions;
  readonly #mirror = new AccountMirror();
  readonly #gaps = new GapAccumulator();
  readonly #queue: EventQueue;
  readonly #delivered: DeliveredStore | undefined;
  readonly #listener: ((event: AccountEvent) => void) | undefined;
  readonly #loop: ReconcileLoop | undefined;
  #status: AccountStatus = "offline";
  #buffer: PrivateEvent[] = [];
  #dropped = 0;
  #isClosed = false;
  #heardAtMs: number | undefined;
  #audit: CancelTimer | undefined;

  constructor({ options, clock, recovery, delivered, listener }: AccountParts) {
    this.#clock = clock;
    this.#listener = listener;
    this.#options = options;
    this.#queue = new EventQueue(options.maxQueued, () => clock.epochMs());
    this.feed = {
      acknowledged: () => this.#acknowledged(),
      received: (event) => this.#received(event),
      broken: (heardAtMs) => this.#broken(heardAtMs),
    };
    this.#delivered = delivered;
    this.#recall(delivered?.history);
    if (recovery !== undefined) {
      this.#loop = new ReconcileLoop({
        reconciler: recovery.reconciler,
        isOwn: recovery.isOwn,
        options,
        clock,
        mirror: this.#mirror,
        delivered,
        gaps: this.#gaps,
        emit: (events) => this.#emit(events),
        mentioned: () => this.#mentioned(),
        deliverBuffer: () => this.#deliverBuffer(),
      });
    }
  }

  /** The account now. Each call makes a copy. */
  get state(): AccountState {
    const { gap, reasons, hasStarted } = this.#gaps;
    return {
      status: this.#status,
      hasStarted,
      gap: gap === undefined ? undefined : { ...gap, reasons },
      ...tablesOf(this.#mirror),
    };
  }

  get statistics(): AccountStatistics {
    const { requests = 0, reconciliations = 0, failures = 0 } = this.#loop ?? {};
    return {
      ...this.#mirror.counters,
      requests,
      reconciliations,
      failures,
      buffered: this.#buffer.length,
      queued: this.#queue.length,
    };
  }

  /** Whether the account has open orders, plan orders that wait, or positions. */
  get isExposed(): boolean {
    const { tables, orders } = this.#mirror;
    return tables.positions.size > 0 || tables.planOrders.size > 0 || orders.hasOpen;
  }

  /** What a position holds as its trades and passive changes explain it; undefined while nothing is known that they are counted from. */
  explainedQuantity(pair: string, side: PositionSide): string | undefined {
    return this.#mirror.sizes.explained(pair, side);
  }

  /** Nothing comes for now: loops throw `reason` behind the events that wait, until {@link AccountStream.goOn}. */
  interrupt(reason: unknown): void {
    this.#queue.interrupt(reason);
  }

  /** Events may come again. */
  goOn(): void {
    this.#queue.goOn();
  }

  /** Takes what is unexplained now as it is, so that it keeps no gap open any longer. */
  acceptDifferences(): void {
    this.#gaps.accept();
    this.#mirror.sizes.weighAnchor();
    if (this.#loop === undefined) {
      this.#emit(this.#gaps.settle([]));
    }
    this.#loop?.wake("everything");
  }

  /** Ends the stream behind the events that wait. Its loop throws `error` there, if there is one. */
  close(error?: unknown): void {
    this.#end();
    this.#queue.close(error);
  }

  /** Ends the stream at once; its readers throw `reason`. */
  abort(reason: unknown): void {
    this.#end();
    this.#queue.fail(reason);
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.close();
    return Promise.resolve();
  }

  [Symbol.asyncIterator](): AsyncIterator<AccountEvent, undefined, undefined> {
    return markDelivered(this.#queue, this.#delivered);
  }

  /** What happened since the last process read is a gap, which the first reconciliation closes. */
  #recall(history: DeliveredHistory | undefined): void {
    if (history !== undefined) {
      this.#mirror.changes.ignore(history.beginning.changeIds);
      this.#mirror.restore(history.facts);
      this.#heardAtMs = history.lastMs;
    }
  }

  #end(): void {
    this.#isClosed = true;
    this.#status = "offline";
    this.#buffer = [];
    this.#audit?.();
    this.#loop?.close();
  }

  #acknowledged(): void {
    if (this.#isClosed) {
      return;
    }
    const nowMs = this.#clock.epochMs();
    // Before its beginning a mirror misses nothing.
    if (this.#heardAtMs !== undefined && (this.#loop?.hasBegun ?? true)) {
      this.#emit(this.#gaps.open(this.#heardAtMs, nowMs));
    }
    this.#heardAtMs = nowMs;
    if (this.#loop === undefined) {
      this.#status = "live";
      this.#emit(this.#gaps.settle(this.#gaps.gap === undefined ? [] : [{ what: "no-reconciler" }]));
    } else {
      this.#status = "reconciling";
      this.#loop.connected();
    }
  }

  #received(event: PrivateEvent): void {
    if (this.#isClosed) {
      return;
    }
    this.#heardAtMs = this.#clock.epochMs();
    if (this.#status === "live") {
      this.#emit(this.#mirror.push(event));
      this.#noticed();
    } else if (this.#buffer.length < this.#options.maxBuffered) {
      this.#buffer.push(event);
    } else {
      this.#dropped += 1;
    }
  }

  /** Trades of a finished order that stay away are asked for, or reported where nobody can be asked. */
  #noticed(): void {
    if (this.#loop !== undefined) {
      this.#loop.noticed();
    } else if (this.#audit === undefined && this.#mirror.orders.suspects().length > 0) {
      this.#audit = this.#clock.after(this.#options.auditDelayMs, () => {
        this.#audit = undefined;
        this.#emit(this.#gaps.settleSome(auditSuspects(this.#mirror)));
      });
    }
  }

  #broken(heardAtMs: number | undefined): void {
    this.#status = "offline";
    this.#heardAtMs = heardAtMs ?? this.#heardAtMs;
    this.#loop?.disconnected();
  }

  /** Delivers what was kept back; returns how many messages found no room. */
  #deliverBuffer(): number {
    const dropped = this.#dropped;
    const buffer = this.#buffer;
    this.#buffer = [];
    this.#dropped = 0;
    this.#status = "live";
    for (const event of buffer) {
      this.#emit(this.#mirror.push(event));
    }
    return dropped;
  }

  #mentioned(): ReadonlyMap<OrderId, Pair> {
    return mentionedOrders(this.#buffer);
  }

  #emit(events: readonly AccountEvent[]): void {
    for (const event of events) {
      this.#queue.push(event);
      this.#listener?.(event);
    }
  }
}
