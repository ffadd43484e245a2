import { Credential, connect } from "@depthwire/node";
import { startSandbox } from "@depthwire/sandbox";
import { expect, it, onTestFinished } from "vitest";
import { liveBook } from "../specification/scripted-book.spec-kit.js";

const pair = "4BTC_USDT";

async function scene() {
  const sandbox = await startSandbox({ pairs: [pair], seed: 5 });
  onTestFinished(() => sandbox.close());
  const venue = connect({ addresses: [sandbox.pushUrl], restAddress: sandbox.restUrl });
  onTestFinished(() => venue.close());
  const book = venue.book(pair, { levels: 10 });
  await expect.poll(() => book.latest.status).toBe("live");
  return { sandbox, venue, book };
}

it("statistics() has what the guide says to look at", async () => {
  const { venue } = await scene();
  expect(venue.statistics()).toMatchObject({
    handoverMs: { count: expect.any(Number) },
    lagMs: { count: expect.any(Number) },
    viewsConflated: expect.any(Number),
    streams: expect.any(Object),
    resyncs: expect.any(Number),
    threadsLost: 0,
  });
});

it("views have the levels that were asked for, and the book itself all: read() finds them in one object", async () => {
  const { book, venue } = await scene();
  expect(book.latest.bids.length).toBe(10);
  const whole = venue.book(pair);
  await expect.poll(() => whole.read(1_000).bidCount).toBeGreaterThan(10);
  const top = whole.read(1);
  expect(whole.read(1)).toBe(top);
  expect(Number.isInteger(top.bidPrices[0])).toBe(true);
});

it("numbers of more than 15 decimals, or beyond 2^53, are kept in bigints, exactly; others are not", async () => {
  const book = await liveBook();
  expect(book.view.isExact).toBe(false);
  const price = "101.1000000000000001";
  expect((await book.push(1, { seq: 101, add: { asks: [["1", price]], bids: [] } })).isExact).toBe(true);
  expect([book.view.status, book.view.asks.at(1)?.price]).toEqual(["live", price]);
});

it("a first call waits for the venue's time: ready has measured it", async () => {
  const { sandbox, venue } = await scene();
  const account = venue.account(new Credential(sandbox.credential));
  expect(account.rest.venueTime()).toBeUndefined();
  await account.ready;
  expect(account.rest.venueTime()).toBeDefined();
});
