import type { BookView } from "@depthwire/book";
import { encodeDepthSnapshot } from "@depthwire/core/internal";

type Side = BookView["asks"];

/** A side without levels, as the codec writes it. */
const emptySide = "[]";

/**
 * The text of a book in protocol A, equal to that of the codec of its record. Levels are written straight out of the book: who takes a
 * shard over is asked for all its books at once, and has written none before.
 */
export function writePrefixBook({ pair, seq, updatedAtMs, asks, bids }: BookView): string {
  const [head = "", between = "", tail = ""] = encodeDepthSnapshot({
    pair,
    seq,
    updatedAtMs,
    asks: [],
    bids: [],
  }).split(emptySide);
  return `${head}${rowsOf(asks)}${between}${rowsOf(bids)}${tail}`;
}

function rowsOf(side: Side): string {
  let text = "[";
  for (let index = 0; index < side.length; index++) {
    const quantity = withoutEndingZeros(side.quantity(index));
    const price = withoutEndingZeros(side.price(index));
    text += `${index === 0 ? "" : ","}["${quantity}","${price}"]`;
  }
  return `${text}]`;
}

const [zero, point] = [48, 46];

/** The venue writes no more places than a number needs. */
function withoutEndingZeros(decimal: string): string {
  if (!decimal.includes(".")) {
    return decimal;
  }
  let end = decimal.length;
  while (decimal.charCodeAt(end - 1) === zero) {
    end--;
  }
  return decimal.slice(0, decimal.charCodeAt(end - 1) === point ? end - 1 : end);
}
