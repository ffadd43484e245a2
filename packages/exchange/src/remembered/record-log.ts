import { ByteReader } from "./byte-reader.js";
import { ByteWriter } from "./byte-writer.js";
import { bytesOfHex, hexOf } from "./hex.js";
import { KeyChains } from "./key-chains.js";
import { PageStarts, startsOf } from "./page-starts.js";
import type { RecordCodec } from "./record-codec.js";
import { TextTable } from "./text-table.js";

/** How many records a page has. */
export const recordsAPage = 256;

/** Forgetting is done in batches of this part of what is kept. */
const batchPart = 16;

/** Which pages stand in the parts of a log: all of them, or the last one alone, since full ones never change. */
export type LogForm = "whole" | "last-page";

/** A full page of a log. */
export interface RecordPage {
  /** From 0. */
  readonly number: number;
  readonly bytes: Uint8Array;
}

/**
 * Records that have ended and never change, packed one behind the other in pages. Each has a number, in the order in which they came;
 * the oldest are forgotten. A record is found by its keys: each holds how far back the record before it in its chain stands, so
 * that finding needs no more memory than where the chains begin.
 */
export class RecordLog<Entry> {
  readonly name: string;
  readonly #codec: RecordCodec<Entry>;
  /** How many are remembered. */
  #kept: number;
  /** Number of the first one that is remembered, and of the next one. */
  #first = 0;
  #next = 0;
  readonly #full: Map<number, Uint8Array> = new Map();
  readonly #last = new ByteWriter();
  #texts = new TextTable();
  #chains: KeyChains;
  readonly #keys: number[] = [];
  /** Where each record of the last page begins, its length first. */
  #lastStarts: number[] = [];
  /** The same of full pages. */
  readonly #starts = new PageStarts();

  constructor(codec: RecordCodec<Entry>, kept = 0) {
    this.name = codec.name;
    this.#codec = codec;
    this.#kept = kept;
    this.#chains = new KeyChains(codec.keys, kept);
  }

  /** One of the same kind, to be filled. */
  hollow(): RecordLog<Entry> {
    return new RecordLog(this.#codec);
  }

  /** How many are remembered. */
  get size(): number {
    return this.#next - this.#first;
  }

  /** Number of the oldest one that is remembered. */
  get first(): number {
    return this.#first;
  }

  /** The number that the next one gets. */
  get next(): number {
    return this.#next;
  }

  /** Numbers of the pages that hold something that is remembered, the last one excluded. */
  get fullPages(): { readonly from: number; readonly to: number } {
    return { from: Math.floor(this.#first / recordsAPage), to: Math.floor(this.#next / recordsAPage) };
  }

  /** Adds a record, and forgets the oldest when there are too many. Where its codec throws, the log is as it was before. */
  append(entry: Entry): void {
    const written = this.#last;
    const start = written.length;
    const texts = this.#texts.size;
    this.#codec.keysOf(entry, this.#keys);
    this.#lastStarts.push(start);
    try {
      // Room for its length, which is known at the end.
      written.count(0);
      this.#chains.add(this.#next, this.#first, this.#keys, written);
      this.#codec.write(written, entry, this.#texts);
      written.close(start);
    } catch (error) {
      this.#cutBack(start, texts);
      throw error;
    }
    this.#next += 1;
    if (this.#next % recordsAPage === 0) {
      this.#full.set(this.#next / recordsAPage - 1, this.#last.bytes.slice());
      this.#last.clear();
      this.#lastStarts = [];
    }
    if (this.size > this.#kept + Math.ceil(this.#kept / batchPart)) {
      this.#forgetTo(this.#next - this.#kept);
    }
  }

  /** Numbers of the records that may have a key, newest first, each found when it is asked for. @param index which of its keys it is */
  *each(index: number, key: number): Generator<number> {
    const keys: number[] = [];
    for (let number = this.#chains.latest(index, key); number >= this.#first; ) {
      const reader = this.#at(number);
      const back = this.#readBack(reader, index);
      this.#codec.readKeys(reader, keys);
      if (keys[index] === key) {
        yield number;
      }
      if (back === 0) {
        break;
      }
      number -= back;
    }
  }

  /**
   * Looks at the beginning of every record that may have a key, newest first, without a look-up for each: a list of a hundred thousand
   * takes some milliseconds.
   *
   * @param see gets a record's number, and a reader of its own bytes that is good until it returns
   */
  visit(index: number, key: number, see: (number: number, reader: ByteReader) => void): void {
    const reader = new ByteReader(this.#last.bytes);
    let page = -1;
    let bytes: Uint8Array = this.#last.bytes;
    let starts: readonly number[] = this.#lastStarts;
    for (let number = this.#chains.latest(index, key); number >= this.#first; ) {
      const own = Math.floor(number / recordsAPage);
      if (own !== page) {
        page = own;
        ({ bytes, starts } = this.#opened(page));
      }
      reader.moveTo(bytes, starts[number % recordsAPage] as number);
      reader.count();
      const back = this.#readBack(reader, index);
      see(number, reader);
      if (back === 0) {
        break;
      }
      number -= back;
    }
  }

  /** The record of a number that is remembered. */
  get(number: number): Entry {
    return this.#codec.read(this.reader(number), this.#texts);
  }

  /** Every record that is remembered, oldest first. */
  all(): readonly Entry[] {
    return Array.from({ length: this.size }, (_, i) => this.get(this.#first + i));
  }

  /** The latest record with a key that nobody else has. */
  only(index: number, key: number): Entry | undefined {
    for (const number of this.each(index, key)) {
      return this.get(number);
    }
    return undefined;
  }

  /** Where a record's own bytes begin, for who needs only its beginning. */
  reader(number: number): ByteReader {
    const reader = this.#at(number);
    for (let i = 0; i < this.#codec.keys; i++) {
      reader.count();
    }
    return reader;
  }

  /** Texts that its records share. */
  get texts(): TextTable {
    return this.#texts;
  }

  /** Full pages from a number on. They never change. */
  pages(from: number): readonly RecordPage[] {
    const { from: first, to } = this.fullPages;
    const pages: RecordPage[] = [];
    for (let number = Math.max(from, first); number < to; number++) {
      pages.push({ number, bytes: this.#page(number) });
    }
    return pages;
  }

  /** What it is made of. */
  partsOf(form: LogForm): readonly unknown[] {
    const pages = form === "whole" ? this.pages(0).map(({ bytes }) => hexOf(bytes)) : [];
    return [this.#kept, this.#first, this.#next, this.#texts.all(), ...pages, hexOf(this.#last.bytes)];
  }

  /** Becomes what {@link partsOf} gave. Without its full pages it waits for {@link complete}. */
  fill([kept, first, next, texts, ...pages]: readonly unknown[]): void {
    this.#kept = kept as number;
    this.#first = first as number;
    this.#next = next as number;
    this.#texts = new TextTable(texts as readonly string[]);
    this.#last.append(bytesOfHex(pages.pop() as string));
    this.#lastStarts = startsOf(this.#last.bytes);
    const { from } = this.fullPages;
    pages.forEach((page, i) => {
      this.#full.set(from + i, bytesOfHex(page as string));
    });
    if (this.isComplete) {
      this.complete([]);
    }
  }

  /** Whether it has its full pages. */
  get isComplete(): boolean {
    const { from, to } = this.fullPages;
    return this.#full.size === to - from;
  }

  /** Gets its full pages: it finds by keys again what it found before. @throws RangeError when they are not what was written */
  complete(pages: readonly RecordPage[]): void {
    this.#starts.clear();
    for (const { number, bytes } of pages) {
      this.#full.set(number, bytes);
    }
    this.#chains = new KeyChains(this.#codec.keys, this.#kept, this.#first);
    for (let number = this.#first; number < this.#next; number++) {
      this.#codec.readKeys(this.reader(number), this.#keys);
      this.#chains.add(number, this.#first, this.#keys);
    }
  }

  /** Takes back a record that was begun. @param start where it begins @param texts how many texts there were */
  #cutBack(start: number, texts: number): void {
    this.#last.cutTo(start);
    this.#lastStarts.pop();
    this.#texts.cutTo(texts);
    // Its chains end at it: they are found again. A log that waits for its pages finds them then.
    if (this.isComplete) {
      this.complete([]);
    }
  }

  #forgetTo(first: number): void {
    const { from } = this.fullPages;
    this.#first = first;
    for (let number = from; number < this.fullPages.from; number++) {
      this.#full.delete(number);
      this.#starts.forget(number);
    }
  }

  #page(number: number): Uint8Array {
    const page = this.#full.get(number);
    if (page === undefined) {
      throw new RangeError(`the page ${number} of ${this.name} is missing`);
    }
    return page;
  }

  #at(number: number): ByteReader {
    const { bytes, starts } = this.#opened(Math.floor(number / recordsAPage));
    const start = starts[number % recordsAPage];
    if (start === undefined) {
      throw new RangeError(`the record ${number} of ${this.name} is missing`);
    }
    const reader = new ByteReader(bytes, start);
    reader.count();
    return reader;
  }

  /** How far back the record before one in a chain stands; 0: there is none. */
  #readBack(reader: ByteReader, index: number): number {
    let back = 0;
    for (let i = 0; i < this.#codec.keys; i++) {
      const one = reader.count();
      back = i === index ? one : back;
    }
    return back;
  }

  /** A page, and where its records begin. */
  #opened(page: number): { readonly bytes: Uint8Array; readonly starts: readonly number[] } {
    if (page === this.fullPages.to) {
      return { bytes: this.#last.bytes, starts: this.#lastStarts };
    }
    const bytes = this.#page(page);
    return { bytes, starts: this.#starts.of(page, bytes) };
  }
}
