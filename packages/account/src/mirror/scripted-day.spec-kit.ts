import { randomInteger } from "@depthwire/testkit";
import { dealt, isOpen } from "./scripted-records.spec-kit.js";
import type { ScriptedVenue } from "./scripted-venue.spec-kit.js";

/** Positions of which more than ten are neither closed nor about to be. */
function spare(venue: ScriptedVenue) {
  return [...venue.held.values()].filter(({ pair, side, quantity }) => {
    const closing = venue.orders.filter(
      (order) => isOpen(order) && order.pair === pair && order.side === `close-${side}`,
    );
    return closing.reduce((left, order) => left - (order.quantity - dealt(order)), quantity) > 10;
  });
}

/** Does something at random that the state of the venue allows. */
export function doSomething(venue: ScriptedVenue, random: () => number): void {
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[randomInteger(random, 0, items.length - 1)];
  const order = pick(venue.orders.filter(isOpen));
  const position = pick(spare(venue));
  const dice = random();
  const pair = random() < 0.5 ? "4BTC_USDT" : "4ETH_USDT";
  if (dice < 0.25 || order === undefined) {
    venue.place(pair, random() < 0.5 ? "open-long" : "open-short", randomInteger(random, 1, 9));
  } else if (dice < 0.3) {
    if (position !== undefined) {
      venue.place(position.pair, `close-${position.side}`, randomInteger(random, 1, 9));
    }
  } else if (dice < 0.75) {
    venue.trade(order, randomInteger(random, 1, order.quantity - dealt(order)));
  } else if (dice < 0.85) {
    venue.cancel(order);
  } else if (dice < 0.9) {
    if (position !== undefined) {
      venue.liquidate(position.pair, position.side, randomInteger(random, 1, 9));
    }
  } else if (dice < 0.95) {
    venue.plan(pair);
  } else {
    venue.endPlan(pick([...venue.plans.keys()]) ?? "");
  }
}
