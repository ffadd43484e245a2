import type { DepthScales } from "@depthwire/core/internal";
import { allocateOwnLevels, type LevelBlock, moveLevels } from "./level-columns.js";
import type { Sequencer } from "./sequencer.js";

/**
 * The hot state of one book, and its levels. It lies where whoever applies most updates reaches it without touching anything else.
 *
 * While it is given away, the WebAssembly module takes each update that is the next one and has nothing odd about it, and the objects
 * around the record know nothing of that: they take it back before they look at more than the record.
 */
export interface BookRecord {
  /** The venue's number of the state that the book holds; 0 before the first. */
  seq: number;
  /** The venue's time of that state, epoch milliseconds; 0 before the first. */
  updatedAtMs: number;
  /** When that state came in, epoch milliseconds; 0 before the first. */
  receivedAtMs: number;
  /** Grows with every change that a view would show. */
  version: number;
  /** Levels of the asks. */
  askLength: number;
  /** Levels of the bids. */
  bidLength: number;
  /** The memory of the levels: of no use after the next change. */
  readonly block: LevelBlock;
  /** Key of a level, without a view of the memory. */
  keyAt(side: "asks" | "bids", row: number): number;
  /** Makes room for so many levels a side: up to there no change moves the columns. */
  reserve(levels: number): void;
  /** Gives the memory back: there are no levels then, and all else is as it was. */
  release(): void;
  /** Whether an update was applied without the book since the record was given away last. */
  readonly hasMoved?: boolean;
  /** The book is live and proven: updates may be applied without it, if nothing else is unusual either. Absent: nobody would. */
  give?(levels: GivenLevels, sequencer: Sequencer, maxLevels: number): void;
  /** What the record says is what the book knows from now on, and nobody else moves it on. */
  takeBack?(sequencer: Sequencer): void;
}

/** What a record has to know of a book's levels when it is given away. */
export interface GivenLevels {
  /** Whether an update changes nothing but columns. */
  readonly isPlain: boolean;
  readonly columns: DepthScales;
}

/** A record that nobody else moves on, with levels in buffers of its own. */
export class OwnRecord implements BookRecord {
  seq = 0;
  updatedAtMs = 0;
  receivedAtMs = 0;
  version = 0;
  askLength = 0;
  bidLength = 0;
  block: LevelBlock = allocateOwnLevels(0);

  keyAt(side: "asks" | "bids", row: number): number {
    return this.block[side].keys[row] as number;
  }

  reserve(levels: number): void {
    const former = this.block;
    if (levels > former.capacity) {
      this.block = moveLevels(this, former, allocateOwnLevels(Math.max(levels, 2 * former.capacity)));
    }
  }

  release(): void {
    this.askLength = 0;
    this.bidLength = 0;
    this.block = allocateOwnLevels(0);
  }
}
