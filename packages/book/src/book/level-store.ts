import type { DepthChannel, DepthSink } from "@depthwire/core/internal";
import { type BookRecord, OwnRecord } from "./book-record.js";
import type { SequencePolicy } from "./sequencer.js";

/** What came of an update: `declined` leaves it to the book itself. Only `applied` changes levels. */
export type LevelUpdate = "applied" | "ambiguous-level" | "declined";

/** Where the books of a shard are kept, and who changes them there. */
export interface LevelStore {
  /** `del` and `mod` rows of the latest update that was applied, whose price the book did not have. */
  readonly unknownLevels: number;
  /** Rows of the latest update that was applied, whose price its list had named before. */
  readonly repeatedLevels: number;
  /**
   * A record for one book.
   *
   * @param rules tell which of its updates are the next one
   * @param channel whose updates may be applied to it where it lies; undefined: nobody's
   */
  createRecord(rules?: RecordRules, channel?: DepthChannel): BookRecord;
  /**
   * Applies an update to a book that has room for whatever it adds, unless `BookFollower.follow` has changed the levels already.
   *
   * @param fits whether no bound of the book can be passed
   */
  update(record: BookRecord, sink: DepthSink, sameLevel: SameLevel, fits: boolean): LevelUpdate;
  /** Replaces all levels by those of a snapshot for which there is room, if both of its lists run from best to worst. */
  load?(record: BookRecord, sink: DepthSink): boolean;
}

/** The rules of a book that follows its channel. */
export interface RecordRules {
  readonly sequencePolicy: SequencePolicy;
  readonly sameLevel: SameLevel;
}

/** Each book in buffers of its own, changed by itself. */
export const ownLevels: LevelStore = {
  unknownLevels: 0,
  repeatedLevels: 0,
  createRecord: () => new OwnRecord(),
  update: () => "declined",
};

/** How to read a price that is in both `add` and `del` of one side of one message. `@spec field note 11` */
export type SameLevel = "resync" | "add-then-del" | "del-then-add";
