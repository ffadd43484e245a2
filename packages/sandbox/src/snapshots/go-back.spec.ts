import { canonicalText, type Exchange } from "@depthwire/exchange/internal";
import { describe, expect, it, onTestFinished } from "vitest";
import { createInMemoryVenue, type InMemoryVenue, type InMemoryVenueOptions } from "../in-memory.js";
import { paths } from "../spec-support/rest-door.js";
import { hmacMd5, type KeyPair } from "../spec-support/rest-kit.js";
import { SnapshotError } from "./snapshot-error.js";
import { maxSnapshots } from "./venue-snapshots.js";

/** Faults that chance decides, latency with jitter, two markets that move: whatever is left out of a snapshot shows. */
const restless: InMemoryVenueOptions = {
  pairs: ["4BTC_USDT", "5BTC_USD"],
  plainBelowBytes: 1_000_000,
  latency: { orderEntry: { ms: 20, jitterMs: 30 }, feed: { ms: 3, jitterMs: 9 } },
  faults: [{ kind: "drop", probability: 0.3, count: 10_000 }],
  rate: 40,
};

function open(options: InMemoryVenueOptions = restless): InMemoryVenue {
  const venue = createInMemoryVenue(options);
  onTestFinished(() => venue.close());
  return venue;
}

const asJson = { "content-type": "application/json" };

async function operate(venue: InMemoryVenue, method: string, path: string, body?: object): Promise<Reply> {
  const request = { method, target: `/_sandbox/${path}`, headers: asJson };
  const answer = await venue.request(body === undefined ? request : { ...request, body: JSON.stringify(body) });
  return { status: answer.status, body: JSON.parse(new TextDecoder().decode(answer.body)) as Record<string, unknown> };
}

interface Reply {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

function post(venue: InMemoryVenue, target: string, params: object, key: KeyPair = venue.credential): Promise<string> {
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

function order(changes: object = {}): object {
  return { pair: "4BTC_USDT", amount: "0.01", order_side: 1, order_type: 2, price: "45000", order_from: 6, ...changes };
}

/** A few seconds of everything: pushes, orders, a cancellation that is under way, a new account, operator's wishes. */
async function live(venue: InMemoryVenue): Promise<readonly string[]> {
  const trace: string[] = [];
  const socket = venue.connect({
    opened: () => socket.send(JSON.stringify({ sub: "4BTC_USDT_depth" })),
    message: (bytes) => trace.push(`push ${new TextDecoder().decode(bytes)}`),
    controlFrame: () => trace.push("control"),
    closed: (code) => trace.push(`closed ${code}`),
  });
  await venue.elapse(730);
  const reply = async (answer: Promise<string>): Promise<string> => {
    const text = await venue.settle(answer);
    trace.push(`${venue.clock.epochMs()} ${text}`);
    return text;
  };
  const placed = await reply(post(venue, paths.open, order()));
  const [, id = ""] = /"order_id":"?(\d+)/.exec(placed) ?? [];
  await reply(post(venue, paths.open, order({ order_type: 1, price: "", price_type: 1 })));
  await reply(post(venue, paths.close, { order_id: id }));
  trace.push(
    JSON.stringify((await operate(venue, "POST", "accounts", { funds: [{ coin: "USDT", amount: "5" }] })).body),
  );
  await venue.elapse(2_345);
  await reply(post(venue, paths.assets, {}));
  trace.push(canonicalText((venue.exchange as Exchange).state));
  socket.close(1000);
  await venue.elapse(7);
  return trace;
}

describe("going back", () => {
  it.each([1, 50, 99, 100, 149, 1003])(
    "to a snapshot taken at millisecond %d: the same calls have the same trace, again and again",
    async (ms) => {
      const venue = open();
      await live(venue);
      await venue.elapse(ms);
      venue.snapshots.take("before");
      const first = await live(venue);
      expect(first.length).toBeGreaterThan(20);
      for (let round = 0; round < 2; round++) {
        await venue.elapse(17 * round);
        venue.snapshots.goBack("before");
        // Whoever is sent away has gone; no time passes in the venue.
        expect(await live(venue)).toEqual(first);
      }
    },
  );

  it("a fork goes on as the venue would, and neither knows of the other", async () => {
    const venue = open();
    await live(venue);
    venue.snapshots.take("before");
    const first = await live(venue);
    const fork = venue.snapshots.fork("before");
    onTestFinished(() => fork.close());
    expect(fork.credential).toEqual(venue.credential);
    const before = canonicalText((venue.exchange as Exchange).state);
    expect(await live(fork)).toEqual(first);
    expect(canonicalText((venue.exchange as Exchange).state)).toBe(before);
    fork.snapshots.take("own");
    expect(venue.snapshots.list().map(({ name }) => name)).toEqual(["before"]);
  });
});
