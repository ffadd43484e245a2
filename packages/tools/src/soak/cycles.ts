import { Credential, connect } from "@depthwire/node";
import { heapAfterCollection } from "./client-memory.js";
import type { ClientOrders } from "./messages.js";
import type { Point } from "./slope.js";

/** Samples of the heap over all cycles. */
const samples = 20;
/** Caches fill and code is compiled in this part of the cycles, which comes before the counted ones. */
const warmUpPart = 0.1;

/**
 * Connects and closes clients one after the other. Each has a live book and one answer to a signed call, and is closed while its
 * account still reads its orders and positions: to wait for that would take a second a cycle.
 */
export async function runCycles({ venue, cycles, shards }: ClientOrders): Promise<readonly Point[]> {
  const warmUp = Math.ceil(cycles * warmUpPart);
  for (let count = 0; count < warmUp; count++) await cycle(venue, shards);
  const heap: Point[] = [{ x: 0, y: await heapAfterCollection() }];
  for (let done = 0, sample = 1; sample <= samples; sample++) {
    for (const until = Math.round((cycles * sample) / samples); done < until; done++) await cycle(venue, shards);
    heap.push({ x: done, y: await heapAfterCollection() });
  }
  return heap;
}

async function cycle({ pushUrl, restUrl, pairs, credential }: ClientOrders["venue"], shards: number): Promise<void> {
  const venue = connect({ addresses: [pushUrl], restAddress: restUrl, shards });
  const account = venue.account(new Credential(credential));
  for await (const { status } of venue.book(pairs[0] ?? "")) {
    if (status === "live") break;
  }
  await account.rest.usdt.getAssets();
  await venue.close();
}
