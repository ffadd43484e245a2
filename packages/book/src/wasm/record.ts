import type { DepthChannel } from "@depthwire/core/internal";
import type { BookRecord, GivenLevels } from "../book/book-record.js";
import { allocateOwnLevels, type LevelBlock, levelBlock, moveLevels } from "../book/level-columns.js";
import {
  askLengthField,
  bidLengthField,
  bookRecordBytes,
  capacityField,
  flagsField,
  levelScalesField,
  levelsField,
  limitField,
  receivedAtField,
  seqField,
  updatedAtField,
  versionField,
} from "../book/record-layout.js";
import type { Sequencer } from "../book/sequencer.js";
import type { WasmBlocks } from "./blocks.js";
import type { ModuleMemory, WasmMachine } from "./machine.js";

/** In the word of flags: updates may be applied, and one was. */
const handedOver = 1;
const handedOverAndMoved = 257;

/** Who gives records. */
export interface RecordOwner {
  readonly machine: WasmMachine;
  readonly blocks: WasmBlocks;
  /** The book of the record has left it. */
  ended(record: WasmRecord): void;
}

/** A record in the memory of the WebAssembly module: of a channel, and of the book that is kept there. */
export class WasmRecord implements BookRecord {
  readonly address: number;
  readonly number: number;
  /** Undefined: it is only for a book. */
  readonly channel: DepthChannel | undefined;
  /** Messages of its channel are known. */
  isListed = false;
  /** No book, a book's, or of a book no longer. */
  use: "none" | "kept" | "ended" = "none";
  /** The connection whose messages may change the book; 0: of none. */
  owner = 0;
  /** The word of flags while the book is not handed over. */
  rules = 0;
  readonly #records: RecordOwner;
  /** The module's, until the book gives the record back. */
  #memory: ModuleMemory;
  #at: number;
  /** Views of the levels, if they were wanted; or the levels themselves, if the module had no memory left. */
  #block: LevelBlock | undefined;

  constructor(records: RecordOwner, address: number, number: number, channel: DepthChannel | undefined) {
    this.#records = records;
    this.#memory = records.machine;
    this.#at = address;
    this.address = address;
    this.number = number;
    this.channel = channel;
  }

  get seq(): number {
    return this.#memory.numbers[(this.#at + seqField) >>> 3] as number;
  }

  set seq(value: number) {
    this.#memory.numbers[(this.#at + seqField) >>> 3] = value;
  }

  get updatedAtMs(): number {
    return this.#memory.numbers[(this.#at + updatedAtField) >>> 3] as number;
  }

  set updatedAtMs(value: number) {
    this.#memory.numbers[(this.#at + updatedAtField) >>> 3] = value;
  }

  get receivedAtMs(): number {
    return this.#memory.numbers[(this.#at + receivedAtField) >>> 3] as number;
  }

  set receivedAtMs(value: number) {
    this.#memory.numbers[(this.#at + receivedAtField) >>> 3] = value;
  }

  get version(): number {
    return this.#memory.numbers[(this.#at + versionField) >>> 3] as number;
  }

  set version(value: number) {
    this.#memory.numbers[(this.#at + versionField) >>> 3] = value;
  }

  get askLength(): number {
    return this.#word(askLengthField);
  }

  set askLength(value: number) {
    this.#setWord(askLengthField, value);
  }

  get bidLength(): number {
    return this.#word(bidLengthField);
  }

  set bidLength(value: number) {
    this.#setWord(bidLengthField, value);
  }

  /** Whether the module can change the levels. */
  get isReachable(): boolean {
    return this.#word(levelsField) !== 0;
  }

  get block(): LevelBlock {
    const address = this.#word(levelsField);
    // Growth ends views: they have no length then.
    if (this.#block === undefined || (address !== 0 && this.#block.asks.keys.length === 0)) {
      this.#block = this.#blockAt(address, this.#word(capacityField));
    }
    return this.#block;
  }

  keyAt(side: "asks" | "bids", row: number): number {
    const address = this.#word(levelsField);
    const keys = (address >>> 3) + (side === "asks" ? 0 : 2 * this.#word(capacityField));
    return (address === 0 ? this.block[side].keys[row] : this.#memory.numbers[keys + row]) as number;
  }

  reserve(levels: number): void {
    const capacity = this.#word(capacityField);
    if (levels <= capacity) {
      return;
    }
    const { blocks } = this.#records;
    const nextCapacity = blocks.capacityFor(Math.max(levels, 2 * capacity));
    const address = this.use === "kept" ? blocks.take(nextCapacity) : 0;
    const next = this.#blockAt(address, nextCapacity);
    if (capacity > 0) {
      // Only now: taking memory may have moved the former columns.
      moveLevels(this, this.block, next);
      this.#releaseBlock();
    }
    this.#setWord(levelsField, address);
    this.#setWord(capacityField, nextCapacity);
    // Views in the module are made again when somebody reads.
    this.#block = address === 0 ? next : undefined;
  }

  release(): void {
    const { numbers } = this.#memory;
    this.#releaseBlock();
    this.#memory = {
      numbers: numbers.slice(this.#at >>> 3, (this.#at + levelsField) >>> 3),
      words: new Uint32Array(bookRecordBytes),
    };
    this.#at = 0;
    // Another book may have the place already.
    if (this.use === "kept") {
      this.#records.ended(this);
    }
  }

  get hasMoved(): boolean {
    return (this.#word(flagsField) & handedOverAndMoved) === handedOverAndMoved;
  }

  give(levels: GivenLevels, sequencer: Sequencer, maxLevels: number): void {
    const { priceScale, quantityScale } = levels.columns;
    const hasScales = this.channel?.priceScale === priceScale && this.channel.quantityScale === quantityScale;
    if (hasScales && this.isReachable && levels.isPlain && sequencer.isAt(this.seq, this.updatedAtMs)) {
      this.#setWord(limitField, Math.min(this.#word(capacityField), maxLevels));
      this.#setWord(levelScalesField, priceScale | (quantityScale << 8) | (this.owner << 16));
      this.#setWord(flagsField, this.rules | handedOver);
    }
  }

  takeBack(sequencer: Sequencer): void {
    if (this.hasMoved) {
      sequencer.moved(this.seq, this.updatedAtMs);
    }
    this.#setWord(flagsField, this.rules);
  }

  #blockAt(address: number, capacity: number): LevelBlock {
    return address === 0 ? allocateOwnLevels(capacity) : levelBlock(this.#memory.numbers.buffer, address, capacity);
  }

  #releaseBlock(): void {
    if (this.isReachable) {
      this.#records.blocks.release(this.#word(capacityField), this.#word(levelsField));
    }
    this.#block = undefined;
  }

  #word(field: number): number {
    return this.#memory.words[(this.#at + field) >>> 2] as number;
  }

  #setWord(field: number, value: number): void {
    this.#memory.words[(this.#at + field) >>> 2] = value;
  }
}
