import { DepthwireError, OrderOutcomeUnknown, VenueError } from "@depthwire/core";
import type { ResolveOptions, RestClient } from "@depthwire/rest";
import { type Belief, beliefOf } from "./intent.js";
import type { OrderInput } from "./order-plan.js";

/**
 * How orders are placed. The last two are what many do, and wrong: they show that this check can fail. `repeats` places again what was
 * cut off, `no-fence` takes the first search that finds nothing for an answer.
 */
export const clientHabits = ["careful", "repeats", "no-fence"] as const;

/** One of {@link clientHabits}. */
export type ClientHabit = (typeof clientHabits)[number];

/** What came of placing: a belief, or an outcome to be found. */
export type Placing = Belief | OrderOutcomeUnknown;

/**
 * Places an order once.
 *
 * @param forgetful another client of the account, which knows of no order of the first: one client refuses an id that it has used
 */
export async function place(
  client: RestClient,
  forgetful: RestClient,
  order: OrderInput,
  habit: ClientHabit,
): Promise<Placing> {
  const placing = await placeOnce(client, order);
  return habit === "repeats" && placing instanceof OrderOutcomeUnknown ? placeOnce(forgetful, order) : placing;
}

async function placeOnce(client: RestClient, order: OrderInput): Promise<Placing> {
  try {
    const { orderId } = await client.usdt.placeOrder(order);
    return { verdict: "placed", how: "answered", orderIds: [orderId] };
  } catch (error) {
    if (error instanceof OrderOutcomeUnknown) {
      return error;
    }
    if (error instanceof VenueError && !error.ambiguous) {
      return { verdict: "rejected", how: "answered", orderIds: [] };
    }
    if (error instanceof DepthwireError && !error.ambiguous) {
      return { verdict: "notPlaced", how: "not-sent" };
    }
    throw error;
  }
}

/** Finds out what became of what was cut off. */
export async function settle(
  client: RestClient,
  placings: readonly Placing[],
  habit: ClientHabit,
  options: ResolveOptions,
): Promise<readonly Belief[]> {
  const unknowns = placings.filter((placing) => placing instanceof OrderOutcomeUnknown);
  const fence = habit === "no-fence" ? { toleranceMs: 0, marginMs: 0 } : {};
  const verdicts = await client.resolveOrders(unknowns, { ...options, ...fence });
  const beliefs = new Map(unknowns.map((unknown, index) => [unknown, verdicts[index]]));
  return placings.map((placing) => {
    if (!(placing instanceof OrderOutcomeUnknown)) {
      return placing;
    }
    const verdict = beliefs.get(placing);
    return verdict === undefined ? { verdict: "unknown", how: "resolved" } : beliefOf(verdict);
  });
}
