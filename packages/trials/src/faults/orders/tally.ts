import type { Belief, Intent } from "./intent.js";
import { wrongBelief } from "./intent.js";

/** What happened to all orders. */
export class OrderTally {
  orders = 0;
  /** Orders that the venue has beyond the one that was wanted. */
  readonly duplicates: string[] = [];
  /** Beliefs that the venue's records contradict. */
  readonly wrong: string[] = [];
  /** Orders that reached the matcher after their client had given up. */
  lateArrivals = 0;
  /** Orders sent through real sockets. */
  throughSockets = 0;
  readonly verdicts: Record<Belief["verdict"], number> = { placed: 0, rejected: 0, notPlaced: 0, unknown: 0 };
  /** How beliefs were come by: the verdict, and from what. */
  readonly beliefs: Record<string, number> = {};
  readonly fates: Record<string, number> = {};
  readonly kinds: Record<string, number> = {};

  /** Takes one order in, with the ids of all orders that the venue has for it. */
  take(intent: Intent, orderIds: readonly string[]): void {
    const { belief, fate, planned } = intent;
    this.orders += 1;
    this.verdicts[belief.verdict] += 1;
    count(this.beliefs, `${belief.verdict}, ${belief.how}`);
    count(this.fates, fate);
    count(this.kinds, planned.kind);
    if (orderIds.length > 1) {
      this.duplicates.push(`order ${planned.order.clientOrderId} (${fate}) is there ${orderIds.length} times`);
    }
    const wrong = wrongBelief(intent, orderIds);
    if (wrong !== undefined) {
      this.wrong.push(wrong);
    }
  }
}

function count(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}
