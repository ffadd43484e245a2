import { deflateSync } from "node:zlib";
import { loadDigestVectors, loadFrameVectors, OracleBook, seededRandom } from "@depthwire/testkit";
import type { SmokeData } from "./smoke.js";

const pair = "4BTC_USDT";
const updates = 1_000;
/** Cents around which the book moves. */
const middle = 4_774_400;

/** What the smoke is held against: vectors, and a conversation whose book the slow oracle knows. */
export function createSmokeData(): SmokeData {
  const { good, bad } = loadFrameVectors();
  const messages = conversation();
  const oracle = new OracleBook(pair);
  for (const text of messages) {
    oracle.apply(text);
  }
  const rows = (levels: readonly { readonly price: string; readonly quantity: string }[]): [string, string][] =>
    levels.map(({ price, quantity }) => [price, quantity]);
  return {
    hmacMd5: loadDigestVectors().hmacMd5,
    good,
    bad,
    pair,
    frames: messages.map((text) => `31${deflateSync(text).toString("hex")}`),
    asks: rows(oracle.asks()),
    bids: rows(oracle.bids()),
  };
}

/** A snapshot and the updates behind it, as JSON texts. */
function conversation(): string[] {
  const random = seededRandom(42);
  const price = (side: "asks" | "bids"): string => {
    const distance = 1 + Math.floor(random() * 30);
    return ((middle + (side === "asks" ? distance : -distance)) / 100).toFixed(2);
  };
  const row = (side: "asks" | "bids"): [string, string] => [(random() * 9 + 0.1).toFixed(3), price(side)];
  const message = (t: 0 | 1, seq: number, d: object): string =>
    JSON.stringify({ topic: `${pair}_depth`, t, d: { pair, ut: 1_700_000_000_000 + seq, seq, ...d } });
  const known = new Set(["47743.69"]);
  const first = message(0, 1, { asks: [["1", "47744.31"]], bids: [["1", "47743.69"]] });
  const later = Array.from({ length: updates }, (_, index) => {
    const added = row("bids");
    // A price that the book has: books that are told to remove others are out of step.
    const [gone] = [...known].filter((price) => price !== added[1]);
    known.add(added[1]);
    const isRemoved = gone !== undefined && known.size > 10;
    if (isRemoved) {
      known.delete(gone);
    }
    const add = { asks: [row("asks")], bids: [added] };
    const del = { asks: null, bids: isRemoved ? [["0", gone]] : null };
    return message(1, index + 2, { add, del, mod: { asks: null, bids: null } });
  });
  return [first, ...later];
}
