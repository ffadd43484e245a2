import type { AccountEvent, AccountState } from "@depthwire/account";
import type { Clock } from "@depthwire/core";
import type { OrderId } from "@depthwire/schema";
import type { AccountMirror } from "./account-mirror.js";
import { pause } from "./wait.js";

/** What of the account a read tells, and a write changes. */
export type Subject = "orders" | "assets" | "plan-orders";

/** An acknowledged write that the mirror may not have heard of. */
interface OwnWrite {
  readonly subject: Subject;
  /** Whether the mirror has it. */
  readonly isIn: (state: AccountState) => boolean;
  /** Monotonic time after which the mirror has been reconciled with the venue, whatever was pushed. */
  readonly untilMs: number;
}

/** How long a read waits for the mirror before it is forwarded, in milliseconds. */
const mostWaitMs = 250;

/** The mirror is reconciled every 30 s; what was not pushed is in it after that. */
const reconciledAfterMs = 40_000;

/** A write that nothing is told of may have changed nothing of its subject: after this time, in milliseconds, the mirror is taken at its word. */
const toldWithinMs = 5_000;

/** Acknowledged writes that the mirror has not heard of: whoever reads meanwhile must not be answered without them. */
export class OwnWrites {
  readonly #mirror: AccountMirror;
  readonly #clock: Clock;
  #open: OwnWrite[] = [];
  readonly #heard: Record<Subject, number> = { orders: 0, assets: 0, "plan-orders": 0 };
  readonly #wake = new Set<() => void>();

  constructor(mirror: AccountMirror, clock: Clock) {
    this.#mirror = mirror;
    this.#clock = clock;
    mirror.onEvent((event) => this.#hear(event));
  }

  /** How often each subject was told so far: taken before a write is sent, since the push may be faster than the answer. */
  marks(): Readonly<Record<Subject, number>> {
    return { ...this.#heard };
  }

  /** This order was placed, and money is held back for it. */
  placed(orderId: string, marks: Readonly<Record<Subject, number>>): void {
    this.#add("orders", (state) => state.orders.has(orderId as OrderId));
    this.#changed("assets", marks);
  }

  /** These orders were cancelled, or all open ones of a pair. */
  cancelled(orderIds: readonly string[], marks: Readonly<Record<Subject, number>>): void {
    for (const orderId of orderIds) {
      this.#add("orders", ({ orders }) => {
        const order = orders.get(orderId as OrderId);
        return order === undefined || !isOpen(order.status);
      });
    }
    this.#changed("assets", marks);
  }

  /** These plan orders wait no longer. */
  plansCancelled(orderIds: readonly string[]): void {
    for (const orderId of orderIds) {
      this.#add("plan-orders", ({ planOrders }) => !planOrders.has(orderId as OrderId));
    }
  }

  /** Something of this subject was changed; it is told by the next word on it. */
  changed(subject: Subject, marks: Readonly<Record<Subject, number>>): void {
    this.#changed(subject, marks);
  }

  /** Waits a moment for the mirror. @returns whether it has everything that was acknowledged */
  async areIn(subject: Subject): Promise<boolean> {
    const untilMs = this.#clock.monotonicMs() + mostWaitMs;
    while (!this.#isIn(subject)) {
      const leftMs = untilMs - this.#clock.monotonicMs();
      if (leftMs <= 0) {
        return false;
      }
      await this.#nextEvent(leftMs);
    }
    return true;
  }

  #isIn(subject: Subject): boolean {
    if (this.#open.length > 0) {
      const { state } = this.#mirror;
      const nowMs = this.#clock.monotonicMs();
      this.#open = this.#open.filter(({ isIn, untilMs }) => untilMs > nowMs && !isIn(state));
    }
    return this.#open.every((write) => write.subject !== subject);
  }

  #changed(subject: Subject, marks: Readonly<Record<Subject, number>>): void {
    this.#add(subject, () => this.#heard[subject] > marks[subject], toldWithinMs);
  }

  #add(subject: Subject, isIn: OwnWrite["isIn"], withinMs = reconciledAfterMs): void {
    this.#open.push({ subject, isIn, untilMs: this.#clock.monotonicMs() + withinMs });
  }

  #hear({ kind }: AccountEvent): void {
    const subject = subjects[kind];
    if (subject !== undefined) {
      this.#heard[subject]++;
    }
    for (const wake of this.#wake) {
      wake();
    }
    this.#wake.clear();
  }

  async #nextEvent(mostMs: number): Promise<void> {
    const heard = new Promise<void>((resolve) => {
      this.#wake.add(resolve);
    });
    await Promise.race([heard, pause(this.#clock, mostMs)]);
  }
}

const subjects: Readonly<Partial<Record<AccountEvent["kind"], Subject>>> = {
  order: "orders",
  asset: "assets",
  "plan-order": "plan-orders",
  "plan-order-vanished": "plan-orders",
};

/** Whether an order may still trade. */
export function isOpen(status: string): boolean {
  return status === "open" || status === "partly-filled";
}
