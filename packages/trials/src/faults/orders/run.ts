import { profiles } from "@depthwire/sandbox/internal";
import type { CommandOutcome } from "@depthwire/tools/command-line";
import { carefulSum, runCareful } from "./careful-house.js";
import type { ClientHabit } from "./clients.js";
import { reportOrders } from "./report.js";
import { ordersPerBatch, SimulatedHouse } from "./simulated-house.js";
import { runSocketHouse } from "./socket-house.js";
import { OrderTally } from "./tally.js";

/** What the run was asked to do. */
export interface OrderOptions {
  /** Orders to place. */
  readonly orders: number;
  /** Repeats the simulated part exactly; what meets what in real sockets is the machine's. */
  readonly seed: number;
  /** How they are placed; see {@link ClientHabit}. */
  readonly habit: ClientHabit;
}

/** Orders that one venue in memory takes before the next begins: searches look through all of them. */
const ordersPerHouse = 8 * ordersPerBatch;
/** One order in so many goes through real sockets, within bounds. */
const socketShare = 100;
const maxThroughSockets = 600;
/** For so many orders one call is made that has no id: a plan, a withdrawal, a transfer, a change of margin. */
const carefulShare = 100;
/** They are made one after the other: before funding would move the same figures, the next venue begins. */
const carefulPerHouse = 100;
/** The venue's assumed tolerance, which it enforces here. */
const toleranceMs = 30_000;

/** Places orders whose calls are cut off in every way, finds out what became of them, and tells whether that is true. */
export async function runOrders(options: OrderOptions, progress: (text: string) => void): Promise<CommandOutcome> {
  const startMs = performance.now();
  const { orders, seed, habit } = options;
  const tally = new OrderTally();
  const throughSockets = Math.min(maxThroughSockets, Math.ceil(orders / socketShare));
  for (const [index, profile] of profiles.entries()) {
    const share = Math.floor((throughSockets + profiles.length - 1 - index) / profiles.length);
    await runSocketHouse({ profile, seed: seed + index, habit }, share, tally);
  }
  const careful = carefulSum();
  for (let left = Math.ceil(orders / carefulShare), index = 0; left > 0; left -= carefulPerHouse, index++) {
    const fence = habit === "no-fence" ? "off" : "on";
    const calls = Math.min(left, carefulPerHouse);
    await runCareful({ seed: seed * 1_000 + index, calls, toleranceMs, fence }, careful);
  }
  for (let left = orders - throughSockets, index = 0; left > 0; left -= ordersPerHouse, index++) {
    const profile = profiles[index % profiles.length] ?? "documented";
    const house = new SimulatedHouse({ profile, seed: seed * 1_000 + index, habit, toleranceMs });
    for (let rest = Math.min(left, ordersPerHouse); rest > 0; rest -= ordersPerBatch) {
      await house.batch(Math.min(rest, ordersPerBatch), tally);
    }
    house.close();
    progress(`${tally.orders} of ${orders} orders`);
  }
  const elapsedMs = performance.now() - startMs;
  return reportOrders({ wanted: orders, throughSockets, seed, elapsedMs, tally, careful });
}
