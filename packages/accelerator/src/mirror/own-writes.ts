import type { AccountEvent, AccountState } from "@depthwire/account";
import type { Clock } from "@depthwire/core";
import type { AccountMirror } from "./account-mirror.js";
import { pause } from "./wait.js";

/** What of the account a read tells, and a write changes. */
export type Subject = "orders" | "assets" | "plan-orders";

/** An acknowledged write that the mirror may not have heard of. */
interface OwnWrite {
  readonly subject: Subject;
  /** Whether the mirror has it. */
  readonly isIn: (state: AccountState) => boolean;
  /** The order that was placed, where one was. */
  readonly placed?: { readonly orderId: string; readonly pair: string };
  /** When the mirror is taken at its word, whatever it was told. */
  readonly until: Until;
}

/** When something that nothing was told of is no longer waited for. */
type Until =
  /** At a monotonic time. */
  | { readonly timeMs: number }
  /** When so many reconciliations with the venue have ended. Time would not do: it passes while the process stands still, and nothing is reconciled then. */
  | { readonly reconciliations: number };

/** How long a read waits for the mirror before it is forwarded, in milliseconds. */
const maxWaitMs = 250;

/** One reconciliation may have begun before a write; what was not pushed is in the mirror when the next has ended. One begins every 30 s. */
const reconciledAfter = 2;

/** A write that nothing is told of may have changed nothing of its subject: after this time, in milliseconds, the mirror is taken at its word. */
const toldWithinMs = 5_000;

/** From so many writes on it is looked which ones the mirror has heard of, though nobody reads. */
const maxUnasked = 16;

/** Acknowledged writes that the mirror has not heard of: whoever reads meanwhile must not be answered without them. */
export class OwnWrites {
  readonly #mirror: AccountMirror;
  readonly #clock: Clock;
  #open: OwnWrite[] = [];
  #epoch = 0;
  readonly #heard: Record<Subject, number> = { orders: 0, assets: 0, "plan-orders": 0 };
  readonly #wake = new Set<() => void>();

  constructor(mirror: AccountMirror, clock: Clock) {
    this.#mirror = mirror;
    this.#clock = clock;
    mirror.onEvent((event) => this.#hear(event));
  }

  /** Rises with each acknowledged write: what was asked before one does not tell of it. */
  get epoch(): number {
    return this.#epoch;
  }

  /** How often each subject was told so far: taken before a write is sent, since the push may be faster than the answer. */
  marks(): Readonly<Record<Subject, number>> {
    return { ...this.#heard };
  }

  /** This order was placed, and money is held back for it. */
  placed(placed: NonNullable<OwnWrite["placed"]>, marks: Readonly<Record<Subject, number>>): void {
    const isIn = (state: AccountState): boolean => state.orders.has(placed.orderId);
    this.#add({ subject: "orders", placed, isIn, until: this.#reconciled() });
    this.#changed("assets", marks);
  }

  /** Orders of a pair that may be open: those that the mirror shows, and those that it has not heard of. */
  openOrders(pair: string): readonly string[] {
    const shown = [...this.#mirror.state.orders.values()]
      .filter((order) => order.pair === pair && isOpen(order.status))
      .map(({ orderId }): string => orderId);
    const unheard = this.#open.flatMap(({ placed }) => (placed?.pair === pair ? [placed.orderId] : []));
    return [...new Set([...shown, ...unheard])];
  }

  /** These orders were cancelled, or all open ones of a pair. */
  cancelled(orderIds: readonly string[], marks: Readonly<Record<Subject, number>>): void {
    for (const orderId of orderIds) {
      const unheard = this.#open.some(({ placed }) => placed?.orderId === orderId);
      const isIn = ({ orders }: AccountState): boolean => {
        const order = orders.get(orderId);
        return order === undefined ? !unheard : !isOpen(order.status);
      };
      this.#add({ subject: "orders", isIn, until: this.#reconciled() });
    }
    this.#changed("assets", marks);
  }

  /** These plan orders wait no longer. */
  plansCancelled(orderIds: readonly string[]): void {
    for (const orderId of orderIds) {
      const isIn = ({ planOrders }: AccountState): boolean => !planOrders.has(orderId);
      this.#add({ subject: "plan-orders", isIn, until: this.#reconciled() });
    }
  }

  /** Something of this subject was changed; it is told by the next word on it. */
  changed(subject: Subject, marks: Readonly<Record<Subject, number>>): void {
    this.#changed(subject, marks);
  }

  /** Waits a moment for the mirror. @returns whether it has everything that was acknowledged */
  async areIn(subject: Subject): Promise<boolean> {
    const untilMs = this.#clock.monotonicMs() + maxWaitMs;
    while (!this.haveComeIn(subject)) {
      const leftMs = untilMs - this.#clock.monotonicMs();
      if (leftMs <= 0) {
        return false;
      }
      await this.#nextEvent(leftMs);
    }
    return true;
  }

  /** Whether the mirror has everything of this subject that was acknowledged by now. */
  haveComeIn(subject: Subject): boolean {
    if (this.#open.length > 0) {
      this.#forgetHeard();
    }
    return this.#open.every((write) => write.subject !== subject);
  }

  #forgetHeard(): void {
    const { state } = this.#mirror;
    this.#open = this.#open.filter(({ isIn, until }) => !isIn(state) && !this.#isOver(until));
  }

  #isOver(until: Until): boolean {
    return "timeMs" in until
      ? this.#clock.monotonicMs() >= until.timeMs
      : this.#mirror.reconciliations >= until.reconciliations;
  }

  #changed(subject: Subject, marks: Readonly<Record<Subject, number>>): void {
    const until = { timeMs: this.#clock.monotonicMs() + toldWithinMs };
    this.#add({ subject, isIn: () => this.#heard[subject] > marks[subject], until });
  }

  #reconciled(): Until {
    return { reconciliations: this.#mirror.reconciliations + reconciledAfter };
  }

  #add(write: OwnWrite): void {
    this.#epoch++;
    if (this.#open.length >= maxUnasked) {
      // Nobody has read for a while: a program that only writes must not pay for each write that it ever made.
      this.#forgetHeard();
    }
    this.#open.push(write);
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

  async #nextEvent(maxMs: number): Promise<void> {
    const heard = new Promise<void>((resolve) => {
      this.#wake.add(resolve);
    });
    await Promise.race([heard, pause(this.#clock, maxMs)]);
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
