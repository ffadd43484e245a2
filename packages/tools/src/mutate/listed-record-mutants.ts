import type { ListedMutant } from "./listed-mutant.js";

/** Those of `exchange` that stand in its arithmetic, its books and the records that it keeps: quick ways beside longer ones that say the same. */
export const listedRecordMutants: readonly ListedMutant[] = [
  {
    file: "packages/exchange/src/book/depth-window.ts",
    from: "(prices[rank] ?? sign * Number.POSITIVE_INFINITY) * sign",
    to: "(prices[rank] ?? sign * Number.POSITIVE_INFINITY) / sign",
    reason: "a sign is 1 or -1",
  },
  {
    file: "packages/exchange/src/book/order-book.ts",
    from: "price * this.#sign",
    to: "price / this.#sign",
    reason: "a sign is 1 or -1",
  },
  {
    file: "packages/exchange/src/exact/fraction.ts",
    from: "denominator > 0n",
    to: "denominator >= 0n",
    reason: "0 is refused before",
  },
  {
    file: "packages/exchange/src/exact/fraction.ts",
    from: "difference < 0n",
    to: "difference <= 0n",
    reason: "0 is left before",
  },
  {
    file: "packages/exchange/src/exact/fraction.ts",
    from: "numerator < 0n",
    to: "numerator <= 0n",
    reason: "0 is 0 either way",
  },
  {
    file: "packages/exchange/src/exact/fraction.ts",
    from: "numerator > 0n",
    to: "numerator >= 0n",
    reason: "0 is 0 either way",
  },
  {
    file: "packages/exchange/src/exact/fraction.ts",
    from: "left === 0n",
    to: "false",
    reason: "a sum with 0 is the other one",
  },
  {
    file: "packages/exchange/src/exact/fraction.ts",
    from: "right === 0n",
    to: "false",
    reason: "a sum with 0 is the other one",
  },
  {
    file: "packages/exchange/src/exact/fraction.ts",
    from: "left === right",
    to: "false",
    reason: "what is taken from itself leaves 0",
  },
  {
    file: "packages/exchange/src/exact/fraction.ts",
    from: "left < right",
    to: "left <= right",
    reason: "of two that are equal each is the lesser",
  },
  {
    file: "packages/exchange/src/exact/fraction.ts",
    from: "left > right",
    to: "left >= right",
    reason: "of two that are equal each is the greater",
  },
  {
    file: "packages/exchange/src/exact/plain.ts",
    from: "plain >= 0",
    to: "plain > 0",
    reason: "the longer way says the same",
  },
  {
    file: "packages/exchange/src/exact/plain.ts",
    from: "plain >= 0 && isExact(plain)",
    to: "false",
    reason: "the longer way says the same",
  },
  {
    file: "packages/exchange/src/exact/plain.ts",
    from: "isExact(rest) && isExact(most + part)",
    to: "false",
    reason: "the longer way says the same",
  },
  {
    file: "packages/exchange/src/exact/plain.ts",
    from: "word[0] !== amount",
    to: "true",
    reason: "the longer way says the same",
  },
  {
    file: "packages/exchange/src/exact/word.ts",
    from: "new Uint8Array(new Int32Array([1]).buffer)[0] === 1",
    to: "true",
    reason: "machines on which specs run keep the lowest byte first",
  },
  {
    file: "packages/exchange/src/remembered/byte-reader.ts",
    from: "length <= mostExactBytes",
    to: "length < mostExactBytes",
    reason: "the longer way says the same",
  },
  {
    file: "packages/exchange/src/remembered/byte-reader.ts",
    from: "length <= mostExactBytes",
    to: "false",
    reason: "the longer way says the same",
  },
  {
    file: "packages/exchange/src/remembered/byte-writer.ts",
    from: "length <= 0x7f",
    to: "length < 0x7f",
    reason: "a length of one byte moves nothing",
  },
  {
    file: "packages/exchange/src/remembered/byte-writer.ts",
    from: "value < 0n",
    to: "value <= 0n",
    reason: "0 is written before",
  },
  {
    file: "packages/exchange/src/remembered/byte-writer.ts",
    from: "magnitude > largestInt",
    to: "magnitude >= largestInt",
    reason: "a small number has no upper half",
  },
  {
    file: "packages/exchange/src/remembered/byte-writer.ts",
    from: "magnitude > largestInt",
    to: "true",
    reason: "a small number has no upper half",
  },
  {
    file: "packages/exchange/src/remembered/byte-writer.ts",
    from: "value === 0n",
    to: "false",
    reason: "the longer way writes the same byte",
  },
  {
    file: "packages/exchange/src/remembered/order-codec.ts",
    from: "fills.length <= 1",
    to: "false",
    reason: "one trade adds up to itself",
  },
];
