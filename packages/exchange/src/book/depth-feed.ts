import {
  applyChanges,
  compareWindows,
  type DepthChanges,
  type DepthWindow,
  emptyWindow,
  isEmptyChange,
  takeWindow,
} from "./depth-window.js";
import type { OrderBook } from "./order-book.js";

/** Levels a side in a published window. */
export const windowLevels = 200;

/** How many published states of a market can be asked for by `seq`. */
export const heldStates = 256;

/** Every so many publications the whole window is kept; the states between follow from their changes. */
const windowEvery = 32;

/** One published state of a market: what a book that followed the feed holds after the message with this `seq`. */
export interface PublishedDepth {
  readonly seq: number;
  /** The publication's time in epoch milliseconds. */
  readonly updatedAtMs: number;
  readonly window: DepthWindow;
}

/** One step of a feed. */
export interface Publication {
  readonly seq: number;
  readonly updatedAtMs: number;
  readonly changes: DepthChanges;
  /** Kept at some publications only. */
  readonly window?: DepthWindow;
}

/** A market's publications: the last state and the way to it. */
export interface DepthFeed {
  /** The last published state; `seq` is 0 before the first one. */
  last: PublishedDepth;
  /** Oldest first. Longer than {@link heldStates} by less than {@link windowEvery}, so that the oldest has its window. */
  readonly history: Publication[];
  published: number;
}

/** A feed that has published nothing. */
export function createDepthFeed(): DepthFeed {
  return { last: { seq: 0, updatedAtMs: 0, window: emptyWindow }, history: [], published: 0 };
}

/**
 * Publishes the book's window as it is now.
 *
 * @param seqStep how far `seq` moves; more than 1 publishes even when nothing changed
 * @returns what changed, or nothing when there was nothing to publish
 */
export function publishDepth(feed: DepthFeed, book: OrderBook, at: number, seqStep: number): Publication | undefined {
  const window = takeWindow(book, windowLevels);
  const changes = compareWindows(feed.last.window, window);
  if (isEmptyChange(changes) && seqStep === 1 && feed.published > 0) {
    return undefined;
  }
  return publishWindow(feed, { window, changes }, at, seqStep);
}

/** A window that is to be published. */
export interface NextWindow {
  readonly window: DepthWindow;
  /** What turns the last published window into it. */
  readonly changes: DepthChanges;
}

/** Publishes a window. */
export function publishWindow(
  feed: DepthFeed,
  { window, changes }: NextWindow,
  at: number,
  seqStep: number,
): Publication {
  const seq = feed.last.seq + seqStep;
  // Strictly later than the last one: a state is also found by its time.
  const updatedAtMs = Math.max(at, feed.last.updatedAtMs + 1);
  const stamp = { seq, updatedAtMs, changes };
  const publication = feed.published % windowEvery === 0 ? { ...stamp, window } : stamp;
  feed.last = { seq, updatedAtMs, window };
  feed.published += 1;
  feed.history.push(publication);
  if (feed.history.length >= heldStates + windowEvery) {
    feed.history.splice(0, windowEvery);
  }
  return publication;
}

/**
 * A published state by its number.
 *
 * @returns nothing when no publication had this number, or it is no longer held
 */
export function findPublished(feed: DepthFeed, seq: number): PublishedDepth | undefined {
  const at = feed.history.findIndex((publication) => publication.seq === seq);
  const found = feed.history[at];
  if (found === undefined || at < feed.history.length - heldStates) {
    return undefined;
  }
  const before = feed.history.slice(0, at + 1);
  const start = before.findLastIndex(({ window }) => window !== undefined);
  const from = before[start]?.window as DepthWindow;
  const steps = before.slice(start + 1).map(({ changes }) => changes);
  return { seq, updatedAtMs: found.updatedAtMs, window: applyChanges(from, steps) };
}
