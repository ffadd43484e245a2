import { Credential, connect } from "@depthwire/node";
import { heapAfterCollection } from "./client-memory.js";
import { handlesBeyond } from "./handles.js";
import type { CycleOrders } from "./messages.js";
import type { Point } from "./slope.js";

/** Samples of the heap over all cycles. */
const samples = 20;
/** Modules are loaded and caches fill in so many cycles, as a part of the counted ones, which they come before. */
const warmUpPart = 0.25;
const bytesPerElement = 8;

/**
 * Connects and closes clients one after the other. Each has a live book and one answer to a signed call, and is closed while its
 * account still reads its orders and positions: to wait for that would take a second a cycle.
 *
 * @param before `process.getActiveResourcesInfo()` from before the first: the heap is looked at when no more than this is open
 * @param progress hears the heap, in bytes, whenever it is looked at
 */
export async function runCycles(
  { venue, cycles, shards, heldBytes }: CycleOrders,
  before: readonly string[],
  progress: (heapBytes: number) => void,
): Promise<readonly Point[]> {
  const held: unknown[] = [];
  const once = async (): Promise<void> => {
    await cycle(venue, shards);
    if (heldBytes > 0) {
      held.push(Array.from({ length: heldBytes / bytesPerElement }, () => 0));
    }
  };
  const look = async (done: number): Promise<Point> => {
    await handlesBeyond(before);
    const bytes = await heapAfterCollection();
    progress(bytes);
    return { x: done, y: bytes };
  };
  const warmUp = Math.ceil(cycles * warmUpPart);
  for (let count = 0; count < warmUp; count++) {
    await once();
  }
  const heap: Point[] = [await look(0)];
  for (let done = 0, sample = 1; sample <= samples; sample++) {
    for (const until = Math.round((cycles * sample) / samples); done < until; done++) {
      await once();
    }
    heap.push(await look(done));
  }
  return heap;
}

async function cycle({ pushUrl, restUrl, pairs, credential }: CycleOrders["venue"], shards: number): Promise<void> {
  const venue = connect({ addresses: [pushUrl], restAddress: restUrl, shards });
  const account = venue.account(new Credential(credential));
  for await (const { status } of venue.book(pairs[0] ?? "")) {
    if (status === "live") {
      break;
    }
  }
  await account.rest.usdt.getAssets();
  await venue.close();
}
