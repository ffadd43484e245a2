import type { ByteReader } from "./byte-reader.js";
import type { ByteWriter } from "./byte-writer.js";

/** Texts that many records share: a record holds their numbers. */
export interface SharedTexts {
  /** The number of a text. */
  numberOf(text: string): number;
  /** The text of a number. @throws RangeError when there is none */
  textOf(number: number): string;
}

/** Stands for a key that a record does not have. */
export const noKey = -1;

/** How records of one kind are packed, and by which keys they are found. */
export interface RecordCodec<Entry> {
  /** Stands in what is kept; never changes. */
  readonly name: string;
  /** How many keys a record has. */
  readonly keys: number;
  /** Whole numbers from 0 on, or {@link noKey}. Different records may have the same: who looks for one looks at it. */
  keysOf(entry: Entry, keys: number[]): void;
  /** The same of a packed record. */
  readKeys(reader: ByteReader, keys: number[]): void;
  write(writer: ByteWriter, entry: Entry, texts: SharedTexts): void;
  read(reader: ByteReader, texts: SharedTexts): Entry;
}

/** Where a word stands in a list of a few; -1: not at all. */
export function placeIn<Word extends string>(words: readonly Word[], word: Word): number {
  for (let i = 0; i < words.length; i++) {
    if (words[i] === word) {
      return i;
    }
  }
  return -1;
}
