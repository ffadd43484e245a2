import { onTestFinished } from "vitest";
import { createInMemoryVenue, type InMemoryVenue, type InMemoryVenueOptions } from "../in-memory.js";
import { hmacMd5, type KeyPair } from "./rest-kit.js";

/** Faults that chance decides, latency with jitter, two markets that move: whatever is left out of a snapshot shows. */
export const restless: InMemoryVenueOptions = {
  pairs: ["4BTC_USDT", "5BTC_USD"],
  plainBelowBytes: 1_000_000,
  latency: { orderEntry: { ms: 20, jitterMs: 30 }, feed: { ms: 3, jitterMs: 9 } },
  faults: [{ kind: "drop", probability: 0.3, count: 10_000 }],
  rate: 40,
};

/** A venue in memory that ends with the test. */
export function open(options: InMemoryVenueOptions = restless): InMemoryVenue {
  const venue = createInMemoryVenue(options);
  onTestFinished(() => venue.close());
  return venue;
}

/** The header of a body of JSON. */
export const asJson = { "content-type": "application/json" };

/** Asks one of the operator's addresses. */
export async function operate(venue: InMemoryVenue, method: string, path: string, body?: object): Promise<Reply> {
  const request = { method, target: `/_sandbox/${path}`, headers: asJson };
  const answer = await venue.request(body === undefined ? request : { ...request, body: JSON.stringify(body) });
  return { status: answer.status, body: JSON.parse(new TextDecoder().decode(answer.body)) as Record<string, unknown> };
}

/** An answer of the operator's addresses. */
export interface Reply {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A signed request. @returns the answer as text */
export function post(
  venue: InMemoryVenue,
  target: string,
  params: object,
  key: KeyPair = venue.credential,
): Promise<string> {
  const body = JSON.stringify(params);
  const timestamp = String(venue.clock.epochMs());
  const headers = {
    ...asJson,
    "svc-api-key": key.apiKey,
    "svc-timestamp": timestamp,
    "svc-api-sign": hmacMd5(key.apiSecret, timestamp, body),
  };
  return venue
    .request({ method: "POST", target, headers, body })
    .then((answer) => new TextDecoder().decode(answer.body));
}

/** A limit order of 0.01 BTC far below the market, with something else about it. */
export function order(changes: object = {}): object {
  return { pair: "4BTC_USDT", amount: "0.01", order_side: 1, order_type: 2, price: "45000", order_from: 6, ...changes };
}
