import type { ResyncCause } from "./book-status.js";
import type { LevelRules } from "./column-book.js";
import type { SequencePolicy } from "./sequencer.js";

/** The rules that a book is kept by. */
export interface DepthBookRules extends LevelRules {
  readonly sequencePolicy: SequencePolicy;
}

/** What a message did to a book: `snapshot` also answers a subscription; anything but the first three asks for a resync. */
export type DepthBookOutcome = "snapshot" | "update" | "dropped" | ResyncCause;

/** What is counted when a message is dropped. */
export const droppedCounters = {
  duplicate: "duplicates",
  "stale-snapshot": "staleSnapshots",
  "awaiting-snapshot": "awaitingSnapshot",
} as const;
