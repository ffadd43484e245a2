import type { ErrorCode } from "@depthwire/core";
import type { AccountNotice } from "../mirror/account-event.js";
import { type Difference, differenceKey } from "../mirror/difference.js";

/** A stretch of time in which messages may be missing, by receive times. */
export interface Gap {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Knows whether something may be missing, and tells each unexplained difference once. */
export class GapAccumulator {
  #gap: Gap | undefined;
  #reasons: readonly Difference[] = [];
  #told: ReadonlySet<string> = new Set();
  readonly #accepted = new Set<string>();
  #hasStarted = false;

  get gap(): Gap | undefined {
    return this.#gap;
  }

  /** Why the gap is still open after a reconciliation. */
  get reasons(): readonly Difference[] {
    return this.#reasons;
  }

  get hasStarted(): boolean {
    return this.#hasStarted;
  }

  /** Whether a difference of an order has been told. */
  hasTold(orderId: string): boolean {
    return this.#told.has(`order ${orderId}`);
  }

  /** A connection stands again. A gap that was open becomes wider. */
  open(fromMs: number, toMs: number): readonly AccountNotice[] {
    this.#gap = { fromMs: Math.min(this.#gap?.fromMs ?? fromMs, fromMs), toMs };
    return [{ kind: "gap", ...this.#gap, reason: "disconnected", dropped: 0, missing: "unknown" }];
  }

  /** Requests fail for good, for now. */
  failed(code: ErrorCode | "unexpected"): readonly AccountNotice[] {
    return this.#unexplained([{ what: "reconciler-failed", code }]);
  }

  /** Orders that are unexplained now keep no gap open any longer. */
  accept(): void {
    for (const difference of this.#reasons) {
      if (difference.what === "order-fills" || difference.what === "order-missing") {
        this.#accepted.add(differenceKey(difference));
      }
    }
  }

  /** Everything was looked at, and this remains. */
  settle(remaining: readonly Difference[]): readonly AccountNotice[] {
    const differences = remaining.filter((difference) => !this.#accepted.has(differenceKey(difference)));
    const notices: AccountNotice[] = this.#hasStarted ? [] : [{ kind: "started" }];
    this.#hasStarted = true;
    if (differences.length > 0) {
      notices.push(...this.#unexplained(differences));
    } else if (this.#gap !== undefined) {
      notices.push({ kind: "gap-closed", ...this.#gap });
      this.#gap = undefined;
    }
    this.#reasons = this.#gap === undefined ? [] : differences;
    this.#told = new Set(differences.map(differenceKey));
    return notices;
  }

  /** Some orders were looked at, and this remains of them. */
  settleSome(differences: readonly Difference[]): readonly AccountNotice[] {
    // An open gap gives its reasons itself, once everything has been looked at.
    const notices = this.#gap === undefined ? this.#untold(differences) : [];
    this.#told = new Set([...this.#told, ...differences.map(differenceKey)]);
    return notices;
  }

  #unexplained(differences: readonly Difference[]): readonly AccountNotice[] {
    const untold = this.#untold(differences);
    if (this.#gap === undefined) {
      return untold;
    }
    this.#reasons = differences;
    return [{ kind: "gap-open", ...this.#gap, reasons: differences }];
  }

  #untold(differences: readonly Difference[]): readonly AccountNotice[] {
    return differences
      .filter((difference) => !this.#told.has(differenceKey(difference)))
      .map((difference) => ({ kind: "difference", difference }));
  }
}
