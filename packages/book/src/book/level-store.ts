import type { DepthSink } from "@depthwire/core/internal";
import type { BookSide } from "./book-side.js";
import { type AllocateLevels, allocateOwnLevels } from "./level-columns.js";

/** What came of an update: `declined` leaves it to the book itself. Only `applied` changes levels. */
export type LevelUpdate = "applied" | "ambiguous-level" | "declined";

/** Where the levels of a shard's books are kept, and who changes them there. */
export interface LevelStore {
  readonly allocate: AllocateLevels;
  /** `del` and `mod` rows of the latest update that was applied, whose price the book did not have. */
  readonly unknownLevels: number;
  /** Rows of the latest update that was applied, whose price its list had named before. */
  readonly repeatedLevels: number;
  /** Applies an update to two sides that have room for whatever it adds. */
  update(asks: BookSide, bids: BookSide, sink: DepthSink, sameLevel: SameLevel): LevelUpdate;
}

/** Each side in a buffer of its own, changed by its book. */
export const ownLevels: LevelStore = {
  allocate: allocateOwnLevels,
  unknownLevels: 0,
  repeatedLevels: 0,
  update: () => "declined",
};

/** How to read a price that is in both `add` and `del` of one side of one message. `@spec field note 11` */
export type SameLevel = "resync" | "add-then-del" | "del-then-add";
