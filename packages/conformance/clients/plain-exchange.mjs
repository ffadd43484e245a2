// What the two plain clients in JavaScript have in common: frames, signatures, requests. Written from the two documents alone.
import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { inflateSync } from "node:zlib";

export const {
  CONFORMANCE_TASK: task,
  CONFORMANCE_PAIR: pair,
  CONFORMANCE_PUSH: push,
  CONFORMANCE_REST: rest,
} = process.env;
export const print = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);

const credential = () => JSON.parse(readFileSync(process.env.CONFORMANCE_KEY_FILE, "utf8"));
const sign = (text) => createHmac("md5", credential().apiSecret).update(text).digest("hex");

/** The message of a frame. */
export function decode(data) {
  const body = data.subarray(1);
  return JSON.parse(data[0] === 0x31 ? inflateSync(body) : body.toString());
}

/** The message that logs in to the private stream. */
export function login() {
  const { apiKey: apikey } = credential();
  const sub = "ALL_ALL_login";
  return JSON.stringify({ apikey, sign: sign(JSON.stringify({ apikey, sub })), sub });
}

/** One signed request. */
export async function request(path, body, timeoutMs) {
  const text = JSON.stringify(body);
  const timestamp = String(Date.now());
  const answer = await fetch(rest + path, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "svc-api-key": credential().apiKey,
      "svc-timestamp": timestamp,
      "svc-api-sign": sign(timestamp + text),
    },
    body: text,
    signal: AbortSignal.timeout(timeoutMs),
  });
  return answer.json();
}

/** Applies a depth message to a book of two maps, price to quantity. */
export function apply(book, { asks, bids, add, del }) {
  if (asks !== undefined || bids !== undefined) {
    book.asks = new Map((asks ?? []).map(([quantity, price]) => [price, quantity]));
    book.bids = new Map((bids ?? []).map(([quantity, price]) => [price, quantity]));
    return;
  }
  for (const side of ["asks", "bids"]) {
    for (const [quantity, price] of add?.[side] ?? []) {
      book[side].set(price, quantity);
    }
    for (const [, price] of del?.[side] ?? []) {
      book[side].delete(price);
    }
  }
}

/** Prints a book as live. */
export function show(book, seq) {
  const rows = (side, sign) => [...book[side]].sort(([a], [b]) => sign * (Number(a) - Number(b))).slice(0, 10);
  print({ book: pair, status: "live", seq, asks: rows("asks", 1), bids: rows("bids", -1) });
}
