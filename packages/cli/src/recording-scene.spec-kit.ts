import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "@depthwire/node";
import type { Sandbox } from "@depthwire/sandbox";

/** What is recorded. */
export interface RecordedMarket {
  readonly directory: string;
  readonly pairs?: readonly string[];
  /** Segments are ended after so many milliseconds. */
  readonly maxSegmentMs?: number;
  /** How many states of the first pair's book are waited for. */
  readonly states: number;
}

/** A directory that is gone with the test's end. */
export async function scratchDirectory(onEnd: (work: () => Promise<void>) => void): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "depthwire-cli-"));
  onEnd(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

/** Records books, trades and candles of a sandbox until there is enough of them. */
export async function recordSandbox(
  { pushUrl, pairs: all }: Pick<Sandbox, "pushUrl" | "pairs">,
  { directory, pairs = all, states, ...segments }: RecordedMarket,
): Promise<void> {
  const venue = connect({ addresses: [pushUrl], record: { directory, flushAfterMs: 5, ...segments } });
  for (const pair of pairs) {
    venue.deals(pair);
    venue.klines(pair, "1min");
  }
  const books = pairs.map((pair) => venue.book(pair));
  let seen = 0;
  for await (const view of books[0] as NonNullable<(typeof books)[0]>) {
    seen += view.status === "live" ? 1 : 0;
    if (seen >= states && books.every(({ latest }) => latest.status === "live")) {
      break;
    }
  }
  await venue.close();
}
