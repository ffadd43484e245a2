import { tierLimit, tierOf } from "../contract/terms.js";
import { shareOf } from "../settle/change-position.js";
import type { PositionSite } from "../state/site.js";
import type { Turn } from "../state/turn.js";
import { type BackedPosition, isFixedUnderwater } from "./standing.js";
import { cancelOrdersOf, ordersOf, takeOver } from "./take-over.js";

function backed({ position }: PositionSite): BackedPosition {
  const { side, quantity, cost, margin } = position;
  return { side, quantity, cost, margin: margin.balance };
}

/** What stays when the position is brought down to `quantity`. */
function rest(one: BackedPosition, quantity: number): BackedPosition {
  const gone = one.quantity - quantity;
  return {
    side: one.side,
    quantity,
    cost: one.cost - shareOf(one.cost, gone, one.quantity),
    margin: one.margin - shareOf(one.margin, gone, one.quantity),
  };
}

/** The largest size of a lower tier at which the position can stay; nothing when none saves it. */
function savingSize(site: PositionSite): number | undefined {
  const { terms } = site.contract;
  const one = backed(site);
  for (let tier = tierOf(terms, one.quantity) - 1; tier >= 0; tier--) {
    const size = tierLimit(terms, tier);
    if (!isFixedUnderwater(site.contract, rest(one, size))) {
      return size;
    }
  }
  return undefined;
}

/**
 * Liquidates a position with margin of its own when it has to be: down to a lower tier if that saves it, else the whole. First all orders
 * of its side go: those that close reserve it, and those that open would buy back what the venue sells, and lose it again.
 */
export function liquidateFixed(turn: Turn, site: PositionSite): void {
  const { contract, holding, position } = site;
  if (!isFixedUnderwater(contract, backed(site))) {
    return;
  }
  cancelOrdersOf(turn, holding, ordersOf(position), "liquidation");
  const size = savingSize(site);
  const quantity = position.quantity - (size ?? 0);
  const loss = shareOf(position.margin.balance, quantity, position.quantity);
  takeOver(turn, site, { quantity, loss, type: size === undefined ? "liquidate" : "lighten" });
}
