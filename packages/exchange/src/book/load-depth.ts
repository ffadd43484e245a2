import type { Market } from "../market/market.js";
import { type DepthFeed, type Publication, publishWindow } from "./depth-feed.js";
import type { DepthWindow, Levels } from "./depth-window.js";

/** Levels of a side that change with each publication, and how deep they lie. */
const changedLevels = 2;
const depthOfChanges = 20;

/** Largest change of a quantity, in contract units. */
const maxUnits = 9;

function noLevels(): Levels {
  return { prices: [], quantities: [] };
}

interface ChangedSide {
  readonly side: Levels;
  readonly add: Levels;
}

/** Some levels of a side with other quantities: never none, and never the quantity from before. */
function changeSide(side: Levels, seq: number, unit: number): ChangedSide {
  const quantities = side.quantities.slice();
  const reach = Math.min(quantities.length, depthOfChanges);
  const add = { prices: [] as number[], quantities: [] as number[] };
  for (let i = 0; i < Math.min(changedLevels, reach); i++) {
    // Neighbours, so that no rank is met twice; which ones goes through all ranks.
    const rank = (seq * changedLevels + i) % reach;
    const step = unit * (1 + (seq % maxUnits));
    const before = quantities[rank] as number;
    quantities[rank] = before > step ? before - step : before + step;
    add.prices.push(side.prices[rank] as number);
    add.quantities.push(quantities[rank] as number);
  }
  return { side: { prices: side.prices, quantities }, add };
}

/**
 * Publishes states of a book that differ in some quantities from one to the next: as many distinct true states as wanted, cheaper
 * than by trading. Prices stand still, so no state is crossed.
 *
 * @param at the time of the last of them; each has a millisecond of its own
 */
export function loadDepth(
  feed: DepthFeed,
  { contractUnit }: Market,
  at: number,
  publications: number,
): readonly Publication[] {
  return Array.from({ length: publications }, (_, i) => {
    const { seq, window } = feed.last;
    const asks = changeSide(window.asks, seq, contractUnit);
    const bids = changeSide(window.bids, seq, contractUnit);
    const next: DepthWindow = { asks: asks.side, bids: bids.side };
    // Objects of its own: in a state that was written and read again, two publications would share what they share now and no other one does.
    const del: DepthWindow = { asks: noLevels(), bids: noLevels() };
    const changes = { add: { asks: asks.add, bids: bids.add }, del };
    return publishWindow(feed, { window: next, changes }, at - (publications - 1 - i), 1);
  });
}
