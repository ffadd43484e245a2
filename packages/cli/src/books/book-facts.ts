import { type BookReason, type BookStatus, type BookView, type BookViewSide, bookReasons } from "@depthwire/book";
import { formatScaled } from "@depthwire/core/internal";

/** One level as people read it, with all decimals of its pair. */
export interface LevelText {
  readonly price: string;
  readonly quantity: string;
  /** The quantity of this level and of the better ones. */
  readonly total: string;
  /** Its quantity beside the largest that is shown, 0 to 1. */
  readonly share: number;
}

/** One book as people read it. */
export interface BookFacts {
  readonly pair: string;
  readonly status: BookStatus;
  /** Why the book is not live, as a sentence; undefined while it is. */
  readonly reason: string | undefined;
  /** Best first. */
  readonly bids: readonly LevelText[];
  readonly asks: readonly LevelText[];
  readonly spread: string | undefined;
  readonly mid: string | undefined;
  /** Of the best levels: `+12 %` where more is bid than asked. */
  readonly imbalance: string | undefined;
  /** Undefined before the first state. */
  readonly seq: number | undefined;
  /** From the venue's time of the state to its receipt, in milliseconds. */
  readonly lagMs: number | undefined;
  /** States a second; undefined where nobody counted. */
  readonly perSecond: number | undefined;
  /** Earlier values of the mid, oldest first, for a spark line. */
  readonly mids: readonly number[];
}

/** Levels a side that the imbalance is taken of. */
export const imbalanceLevels = 10;

/** What does not stand in a view. */
export interface BookHistory {
  readonly perSecond: number | undefined;
  readonly mids: readonly number[];
}

/** Of a view that is looked at once. */
export const noHistory: BookHistory = { perSecond: undefined, mids: [] };

/** What a person reads of a view. @param levels most levels a side */
export function factsOf(view: BookView, levels: number, { perSecond, mids }: BookHistory): BookFacts {
  const { pair, status, reason, epoch, seq, priceScale, quantityScale } = view;
  const hasState = epoch > 0;
  const largest = maxOf(largestOf(view.bids, levels), largestOf(view.asks, levels));
  const imbalance = view.imbalance(imbalanceLevels)?.toNumber();
  const side = (of: BookViewSide): LevelText[] => levelTexts(of, levels, largest, { priceScale, quantityScale });
  return {
    pair,
    status,
    reason: reason && sentenceOf(reason),
    bids: side(view.bids),
    asks: side(view.asks),
    spread: view.spread?.text,
    mid: view.mid?.text,
    imbalance: imbalance === undefined ? undefined : percentText(imbalance),
    seq: hasState ? seq : undefined,
    lagMs: hasState ? lagOf(view) : undefined,
    perSecond,
    mids,
  };
}

/** From the venue's time of a state to its receipt, in milliseconds: clocks that differ may make it negative, which is shown as 0. */
export function lagOf({ receivedAtMs, updatedAtMs }: Pick<BookView, "receivedAtMs" | "updatedAtMs">): number {
  return Math.max(0, receivedAtMs - updatedAtMs);
}

/** Why a book is not live, as one sentence. */
export function sentenceOf(reason: BookReason): string {
  return bookReasons[reason];
}

interface Scales {
  readonly priceScale: number;
  readonly quantityScale: number;
}

function levelTexts(side: BookViewSide, levels: number, largest: bigint, scales: Scales): LevelText[] {
  const texts: LevelText[] = [];
  let total = 0n;
  for (let index = 0; index < Math.min(side.length, levels); index++) {
    const quantity = side.exactQuantity(index);
    total += quantity;
    texts.push({
      price: formatScaled(side.exactPrice(index), scales.priceScale),
      quantity: formatScaled(quantity, scales.quantityScale),
      total: formatScaled(total, scales.quantityScale),
      share: largest === 0n ? 0 : Number((quantity * 1000n) / largest) / 1000,
    });
  }
  return texts;
}

function largestOf(side: BookViewSide, levels: number): bigint {
  let largest = 0n;
  for (let index = 0; index < Math.min(side.length, levels); index++) {
    largest = maxOf(largest, side.exactQuantity(index));
  }
  return largest;
}

function maxOf(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}

function percentText(share: number): string {
  const percent = Math.round(share * 100);
  return `${percent > 0 ? "+" : ""}${percent} %`;
}
