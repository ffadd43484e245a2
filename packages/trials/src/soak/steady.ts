import { type Account, Credential, connect, type Venue } from "@depthwire/node";
import { heapAfterCollection, pause } from "./client-memory.js";
import type { SteadyOrders, SteadyReport } from "./messages.js";
import { minPoints, type Point } from "./slope.js";

/** Between the end of an order and the next one. */
const orderEveryMs = 1_000;
/** Far enough from the best bid to rest there until it is cancelled. */
const restingPart = 0.97;
const quantity = "0.01";
/** A short run goes on for so long until there was an order and a reconnect, and the heap was looked at often enough. */
const patienceMs = 60_000;

/** Reconnects are many here: traffic, not waiting, is what is looked at. */
const soonBack = { firstWindowMs: 500, maxWindowMs: 2_000 } as const;

/**
 * Finished orders are remembered up to bounds, by the mirror (10,000 by default) and by the client (100,000): small ones are reached soon,
 * so that what grows beyond bounds is seen.
 */
const keptOrders = 100;

/** Counts of one stretch. */
interface Counts {
  views: number;
  orders: number;
  orderErrors: number;
  accountGaps: number;
}

/** Follows every book and the account, and trades, for so long from when the account is known. */
export async function runSteady(orders: SteadyOrders, progress: (heapBytes: number) => void): Promise<SteadyReport> {
  const { venue: place, shards, steadyMs, sampleEveryMs } = orders;
  const { pushUrl, restUrl } = place;
  const venue = connect({ addresses: [pushUrl], restAddress: restUrl, shards, backoff: soonBack });
  const account = venue.account(new Credential(place.credential), { mirror: { keptOrders }, rest: { keptOrders } });
  const counts: Counts = { views: 0, orders: 0, orderErrors: 0, accountGaps: 0 };
  const ending = new AbortController();
  const loops = [
    ...place.pairs.map((pair) => followBook(venue, pair, counts)),
    followAccount(account, counts),
    trade(venue, account, place.pairs[0] ?? "", counts, ending.signal),
  ];
  const heap: Point[] = [];
  const happened = (): boolean => counts.orders > 0 && venue.statistics().reconnects > 0 && heap.length >= minPoints;
  await account.ready;
  const beganMs = performance.now();
  for (let elapsedMs = 0; elapsedMs < steadyMs || (!happened() && elapsedMs < steadyMs + patienceMs); ) {
    await pause(sampleEveryMs);
    const bytes = await heapAfterCollection();
    elapsedMs = performance.now() - beganMs;
    heap.push({ x: elapsedMs, y: bytes });
    progress(bytes);
  }
  const { frames, reconnects } = venue.statistics();
  ending.abort();
  await venue.close();
  await Promise.allSettled(loops);
  return { heap, messages: frames, reconnects, ...counts };
}

async function followBook(venue: Venue, pair: string, counts: Counts): Promise<void> {
  for await (const view of venue.book(pair)) {
    counts.views += view.pair === pair ? 1 : 0;
  }
}

async function followAccount(account: Account, counts: Counts): Promise<void> {
  for await (const event of account.events) {
    counts.accountGaps += event.kind === "gap" ? 1 : 0;
  }
}

/** Places an order that rests and cancels it, again and again. Cut connections are part of it. */
async function trade(venue: Venue, account: Account, pair: string, counts: Counts, signal: AbortSignal): Promise<void> {
  await account.ready;
  const book = venue.book(pair);
  while (!signal.aborted) {
    await pause(orderEveryMs);
    const { status, bestBid } = book.latest;
    if (status !== "live" || bestBid === undefined) {
      continue;
    }
    try {
      const price = partOf(bestBid.price, restingPart);
      const order = await account.trader.place({ pair, side: "open-long", type: "limit", quantity, price });
      await order.cancel();
      await order.done;
      counts.orders += 1;
    } catch {
      counts.orderErrors += 1;
    }
  }
}

/** With as many digits as the price has. */
function partOf(price: string, part: number): string {
  return (Number(price) * part).toFixed(price.split(".")[1]?.length ?? 0);
}
