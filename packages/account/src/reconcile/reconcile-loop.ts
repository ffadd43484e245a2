import { type CancelTimer, type Clock, DepthwireError } from "@depthwire/core";
import type { OrderId, Pair } from "@depthwire/schema";
import type { AccountEvent } from "../mirror/account-event.js";
import type { AccountMirror } from "../mirror/account-mirror.js";
import type { AccountOptions } from "../mirror/account-options.js";
import type { Difference } from "../mirror/difference.js";
import { PushWatch } from "../mirror/push-watch.js";
import type { DeliveredStore } from "../ports/delivered-store.js";
import type { GapAccumulator } from "../queue/gap-accumulator.js";
import { Asker } from "./asker.js";
import { auditFound } from "./audit-orders.js";
import { Baseline, type IsOwnOrder } from "./baseline.js";
import type { Reconciler } from "./reconciler.js";
import { Reconciliation } from "./reconciliation.js";
import { verifyStanding } from "./verification.js";

/** First wait after requests failed for good; it doubles with each further time. */
const firstRetryMs = 1000;

/** What is to be looked at. */
export type ReconcileScope = "suspects" | "everything";

/** What the loop works on. */
export interface ReconcileLoopParts {
  readonly reconciler: Reconciler;
  /** Absent: no order is known to be this client's. */
  readonly isOwn?: IsOwnOrder | undefined;
  readonly options: AccountOptions;
  readonly clock: Clock;
  readonly mirror: AccountMirror;
  readonly gaps: GapAccumulator;
  readonly emit: (events: readonly AccountEvent[]) => void;
  /** Continues from what earlier processes left, and keeps the beginning if they left none. */
  readonly delivered: DeliveredStore | undefined;
  /** Orders that messages speak of which are kept back. */
  readonly mentioned: () => ReadonlyMap<OrderId, Pair>;
  /** Delivers what was kept back; returns how many messages found no room. */
  readonly deliverBuffer: () => number;
}

/** Decides when to reconcile: after every connection, at intervals, and when trades of an order stay away. One at a time. */
export class ReconcileLoop {
  reconciliations = 0;
  readonly #parts: ReconcileLoopParts;
  readonly #asker: Asker;
  readonly #abort = new AbortController();
  readonly #baseline: Baseline;
  readonly #pushes: PushWatch;
  #work: Reconciliation;
  /** Under which connection the work was begun: what it listed under an earlier one is out of date. */
  #workedFor = 0;
  /** Counts connections. */
  #connection = 0;
  #isConnected = false;
  #isBeginningKept = false;
  #wanted: ReconcileScope | undefined;
  #isRunning = false;
  #failuresInRow = 0;
  #interval: CancelTimer | undefined;
  #audit: CancelTimer | undefined;

  constructor(parts: ReconcileLoopParts) {
    this.#parts = parts;
    this.#asker = new Asker(parts.reconciler, parts.clock, this.#abort.signal);
    this.#baseline = new Baseline(parts.isOwn);
    this.#work = this.#newWork();
    const { clock, mirror, options, emit } = parts;
    this.#pushes = new PushWatch({ clock, mirror, patienceMs: options.auditDelayMs, emit });
    const { history } = parts.delivered ?? {};
    if (history !== undefined) {
      this.#baseline.restore(history.beginning);
      this.#isBeginningKept = true;
    }
  }

  /** Whether the mirror's beginning is behind: what is missed from then on is a gap. */
  get hasBegun(): boolean {
    return this.#baseline.isTaken;
  }

  get requests(): number {
    return this.#asker.requests;
  }

  get failures(): number {
    return this.#asker.failures;
  }

  /** A connection stands: everything is looked at, and messages are kept back until then. */
  connected(): void {
    this.#connection += 1;
    this.#isConnected = true;
    this.wake("everything");
  }

  disconnected(): void {
    this.#isConnected = false;
    this.#pushes.forget();
  }

  /** A message was taken in: looks later whether all trades of the finished orders have come. */
  noticed(): void {
    if (this.#audit === undefined && this.#untoldSuspects().length > 0) {
      this.#audit = this.#parts.clock.after(this.#parts.options.auditDelayMs, () => {
        this.#audit = undefined;
        if (this.#untoldSuspects().length > 0) {
          this.wake("suspects");
        }
      });
    }
  }

  /** Asks for a reconciliation as soon as none runs. */
  wake(scope: ReconcileScope): void {
    this.#wanted = this.#wanted === "everything" ? "everything" : scope;
    if (!this.#isRunning) {
      this.#isRunning = true;
      void this.#run();
    }
  }

  close(): void {
    this.#interval?.();
    this.#audit?.();
    this.#wanted = undefined;
    this.#pushes.forget();
    this.#abort.abort();
  }

  async #run(): Promise<void> {
    for (let scope = this.#nextScope(); scope !== undefined; scope = this.#nextScope()) {
      try {
        await (scope === "everything" ? this.#everything() : this.#suspects());
        this.#failuresInRow = 0;
      } catch (error) {
        if (this.#abort.signal.aborted) {
          break;
        }
        await this.#failed(scope, error);
      }
    }
    this.#isRunning = false;
  }

  /** Nothing is done while there is no connection: a later one asks again. */
  #nextScope(): ReconcileScope | undefined {
    const scope = this.#wanted;
    this.#wanted = undefined;
    return this.#isConnected && !this.#abort.signal.aborted ? scope : undefined;
  }

  async #everything(): Promise<void> {
    const { mirror, options, mentioned, emit, deliverBuffer, gaps } = this.#parts;
    const connection = this.#connection;
    if (this.#workedFor !== connection) {
      this.#workedFor = connection;
      this.#work.restart();
    }
    await this.#begin();
    await this.#work.everything(this.#asker, mentioned());
    if (!this.#isStill(connection)) {
      return;
    }
    const { orders, changes, missing } = this.#work;
    this.#work = this.#newWork();
    // Within a gap nothing could be pushed; before the beginning everything is news.
    const isWatched = gaps.hasStarted && gaps.gap === undefined;
    const facts = mirror.found(orders, changes);
    mirror.sizes.foundLate(facts);
    mirror.sizes.proved();
    emit(facts);
    const dropped = deliverBuffer();
    if (isWatched) {
      this.#pushes.found(facts);
    }
    const differences: Difference[] = [...missing, ...auditFound(mirror, orders)];
    if (dropped > 0) {
      differences.push({ what: "buffer-overflow", dropped });
    }
    const verdict = await verifyStanding(this.#asker, mirror, options, () => this.#isStill(connection));
    emit(verdict.facts);
    if (this.#isStill(connection)) {
      differences.push(...verdict.differences);
      emit(gaps.settle(differences));
      this.reconciliations += 1;
      this.#forget(differences);
      this.#scheduleNext(differences);
    }
  }

  /** No event is delivered before the beginning is kept: a later process must not begin later. */
  async #begin(): Promise<void> {
    const { mirror, options, delivered, clock } = this.#parts;
    if (!this.#isBeginningKept) {
      await this.#baseline.take(this.#asker, mirror, options);
      await delivered?.begin(this.#baseline.beginning(mirror, clock.epochMs()));
      this.#isBeginningKept = true;
    }
  }

  async #suspects(): Promise<void> {
    const { mirror, emit, gaps } = this.#parts;
    const connection = this.#connection;
    const work = this.#newWork();
    await work.suspects(this.#asker);
    const facts = mirror.found(work.orders, work.changes);
    mirror.sizes.foundLate(facts);
    emit(facts);
    // If a connection went away while its missing events were asked for, nothing will push them any longer.
    if (this.#isStill(connection) && gaps.gap === undefined) {
      this.#pushes.found(facts);
    }
    emit(gaps.settleSome([...work.missing, ...auditFound(mirror, work.orders)]));
  }

  async #failed(scope: ReconcileScope, error: unknown): Promise<void> {
    const { options, gaps, emit } = this.#parts;
    this.#failuresInRow += 1;
    if (this.#failuresInRow === 1) {
      emit(gaps.failed(error instanceof DepthwireError ? error.code : "unexpected"));
    }
    this.#wanted = this.#wanted === "everything" ? "everything" : scope;
    const delayMs = Math.min(options.maxRetryMs, firstRetryMs * 2 ** Math.min(this.#failuresInRow - 1, 16));
    // An end during the wait is noticed by the loop.
    await this.#asker.pause(delayMs).catch(() => undefined);
  }

  #isStill(connection: number): boolean {
    return this.#isConnected && this.#connection === connection;
  }

  #scheduleNext(differences: readonly Difference[]): void {
    const { clock, options } = this.#parts;
    const delayMs =
      differences.length === 0 ? options.reconcileEveryMs : Math.min(options.reconcileEveryMs, options.maxRetryMs);
    this.#interval?.();
    this.#interval = clock.after(delayMs, () => this.wake("everything"));
  }

  /** Orders are forgotten only while nothing is missing. */
  #forget(differences: readonly Difference[]): void {
    const { mirror, options } = this.#parts;
    if (differences.length === 0) {
      const newestMs = mirror.orders.forget(options.keptOrders);
      if (newestMs !== undefined) {
        this.#baseline.forgot(newestMs + 1);
      }
    }
  }

  #untoldSuspects(): readonly OrderId[] {
    const { mirror, gaps } = this.#parts;
    return mirror.orders.suspects().filter((orderId) => !gaps.hasTold(orderId));
  }

  #newWork(): Reconciliation {
    const { mirror, options } = this.#parts;
    return new Reconciliation({ mirror, options, baseline: this.#baseline });
  }
}
