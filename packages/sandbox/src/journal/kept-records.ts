import type { KindPage, PageRange } from "./snapshot-text.js";

/** Commands that were committed together. */
export interface Page {
  /** Number of its first command; commands count from 1. */
  readonly first: number;
  readonly text: string;
}

/** What is kept of a state: full pages of finished records that are not kept yet, then the text of what lives, in parts. */
export interface Snapshot {
  /** Number of the last command that is in it. */
  readonly last: number;
  /** Of each kind of finished records, the full pages that it counts on. */
  readonly ranges: readonly PageRange[];
  readonly writings: Iterable<KindPage | string> | AsyncIterable<KindPage | string>;
}

/** A snapshot that is kept. */
export interface KeptSnapshot {
  readonly last: number;
  /** The parts of its text, each read when it is asked for. @throws StoreError `store-corrupt` when one is missing or damaged */
  readonly parts: AsyncIterable<string>;
}
