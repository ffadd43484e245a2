import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { BookView, BookViewJson } from "@depthwire/book";
import { connect } from "@depthwire/node";
import { startSandbox } from "@depthwire/sandbox";

/** What a recording of the sandbox leads to: a test replays it and holds its views against this. */
export interface RecordedTruth {
  /** The last live view of each pair, as a client had it that was there. */
  readonly last: readonly BookViewJson[];
  /** Every live state that the client was shown: `pair epoch seq`, with best bid and ask. */
  readonly shown: Readonly<Record<string, string>>;
}

/** File beside the segments that holds the {@link RecordedTruth}. */
export const truthFile = "truth.ndjson";

const pairs = 2;
const depthIntervalMs = 100;
const eachPartMs = 600;
const patienceMs = 10_000;
const pollMs = 5;

/** `best bid / best ask` of a view. */
export function topOf({ bestBid, bestAsk }: BookView): string {
  return `${bestBid?.quantity}@${bestBid?.price} / ${bestAsk?.quantity}@${bestAsk?.price}`;
}

/** Where a state stands among all that were shown. */
export function placeOf({ pair, epoch, seq }: BookView): string {
  return `${pair} ${epoch} ${seq}`;
}

/**
 * Records a sandbox in profile `deployed`: books, a lost message with the resync behind it, and a connection that is cut.
 * The market is the seed's; times are those of the day it was recorded.
 */
export async function recordFixture(directory: string, seed: number): Promise<RecordedTruth> {
  const sandbox = await startSandbox({ pairs, profile: "deployed", seed, depthIntervalMs });
  const venue = connect({
    addresses: [sandbox.pushUrl],
    record: { directory, run: "fixture" },
    backoff: { firstWindowMs: 50 },
    resync: { firstWindowMs: 20 },
  });
  const shown: Record<string, string> = {};
  const books = sandbox.pairs.map((pair) => venue.book(pair));
  const watching = books.map(async (book) => {
    for await (const view of book) {
      if (view.status === "live") {
        shown[placeOf(view)] = topOf(view);
      }
    }
  });
  const untilEpoch = async (epoch: number): Promise<void> => {
    const deadlineMs = performance.now() + patienceMs;
    while (!books.every(({ latest }) => latest.status === "live" && latest.epoch >= epoch)) {
      if (performance.now() > deadlineMs) {
        throw new Error(`no live books of epoch ${epoch} to record`);
      }
      await sleep(pollMs);
    }
    await sleep(eachPartMs);
  };
  await untilEpoch(1);
  sandbox.faults.add(...sandbox.pairs.map((pair) => ({ kind: "drop", pair }) as const));
  await untilEpoch(2);
  sandbox.faults.add({ kind: "cut" });
  await untilEpoch(3);
  await sandbox.close();
  const last = books.map(({ latest }) => ({ ...latest.toJSON(), status: "live", reason: undefined }) as BookViewJson);
  await venue.close();
  await Promise.all(watching);
  const truth = { last, shown };
  await writeFile(join(directory, truthFile), `${JSON.stringify(truth)}\n`);
  return truth;
}
