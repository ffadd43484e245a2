import { readdir, stat } from "node:fs/promises";
import { isSegmentName } from "@depthwire/recording/internal";
import type { sandboxTypes } from "@depthwire/sandbox";
import { planRecording } from "./plan-recording.js";
import { seriesRecords } from "./series-records.js";

type MarketRecord = sandboxTypes.MarketRecord;

/**
 * A recording as the market of a sandbox: books and trades as the engine understood them when they came, all shards as one.
 *
 * @returns nothing where there is no recording
 * @throws RecordingError; Error of the file system
 */
export async function openRecordedMarket(directory: string): Promise<sandboxTypes.MarketRecords | undefined> {
  if (!(await isRecording(directory))) {
    return undefined;
  }
  const plan = await planRecording(directory);
  return { [Symbol.iterator]: () => inOrder(plan.map(seriesRecords)) };
}

async function isRecording(directory: string): Promise<boolean> {
  const found = await stat(directory).catch(() => undefined);
  if (found?.isDirectory() !== true) {
    return false;
  }
  const names = await readdir(directory);
  return names.some((name) => isSegmentName(name) || /^shard-\d+$/.test(name));
}

interface Head {
  readonly records: Iterator<MarketRecord>;
  next: MarketRecord;
}

/** Several series as one, by their times; at the same time in the order of the series. */
function* inOrder(series: readonly Iterator<MarketRecord>[]): Generator<MarketRecord, void, undefined> {
  const heads: Head[] = [];
  try {
    for (const records of series) {
      const { done, value } = records.next();
      if (done !== true) {
        heads.push({ records, next: value });
      }
    }
    for (let [first, ...others] = heads; first !== undefined; [first, ...others] = heads) {
      const head: Head = others.reduce((best, other) => (other.next.at < best.next.at ? other : best), first);
      yield head.next;
      const { done, value } = head.records.next();
      if (done === true) {
        heads.splice(heads.indexOf(head), 1);
      } else {
        head.next = value;
      }
    }
  } finally {
    for (const { records } of heads) {
      records.return?.();
    }
  }
}
