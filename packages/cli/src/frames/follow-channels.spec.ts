import { expect, it } from "vitest";
import { knownChannel } from "../venue/known-channel.js";
import { followChannels } from "./follow-channels.js";
import { LineQueue } from "./line-queue.js";

it("a queue keeps the newest lines of a slow reader, and says how many are missing", async () => {
  const queue = new LineQueue<{ write(): void }>(4);
  const written: unknown[] = [];
  for (let line = 1; line <= 7; line++) {
    queue.push({ write: () => written.push(line) });
  }
  let isEmpty = false;
  const empty = queue.empty().then(() => {
    isEmpty = true;
    return isEmpty;
  });
  const drained = queue.drain(
    async () => {},
    (missing) => written.push(`${missing} missing`),
    Number.POSITIVE_INFINITY,
  );
  expect(await empty).toBe(true);
  expect(written).toEqual(["4 missing", 5, 6, 7]);
  queue.push({ write: () => written.push(8) });
  queue.close();
  queue.push({ write: () => written.push(9) });
  await drained;
  expect(written).toEqual(["4 missing", 5, 6, 7, 8]);
  await queue.empty();
  const few = new LineQueue<{ write(): void }>(4);
  const some: number[] = [];
  for (const line of [1, 2, 3]) {
    few.push({ write: () => some.push(line) });
  }
  await few.drain(
    async () => {},
    () => {},
    2,
  );
  await few.empty();
  expect(some).toEqual([1, 2]);
});

async function* itemsOf(...items: readonly object[]): AsyncGenerator<object> {
  yield* items;
}

it("channels that are followed say when they are not well, and when they are well again, each once", async () => {
  const asked: unknown[] = [];
  const notes: string[] = [];
  const came: string[] = [];
  let items = 0;
  const statuses = itemsOf(
    { kind: "deal" },
    { kind: "status", status: "disconnected" },
    { kind: "status", status: "disconnected" },
    { kind: "status", status: "live" },
    { kind: "status", status: "live" },
    { kind: "status", status: "refused", venueCode: 2034 },
    { kind: "status", status: "refused" },
    { kind: "status", status: "subscribing" },
    { kind: "status", status: "live" },
  );
  const engine = {
    book: (...args: readonly unknown[]) => {
      asked.push(["book", ...args]);
      return itemsOf(
        { status: "syncing", reason: "connecting", epoch: 0 },
        { status: "live", epoch: 1 },
        { status: "stale", reason: "disconnected", epoch: 1 },
        { status: "stale", reason: "disconnected", epoch: 1 },
        { status: "live", epoch: 2 },
        { status: "stale", reason: "closed", epoch: 2 },
      );
    },
    deals: (...args: readonly unknown[]) => {
      asked.push(["deals", ...args]);
      return statuses;
    },
    klines: (...args: readonly unknown[]) => {
      asked.push(["klines", ...args]);
      return itemsOf({ kind: "kline" });
    },
    tagPriceKlines: (...args: readonly unknown[]) => {
      asked.push(["tagPriceKlines", ...args]);
      return itemsOf();
    },
    ticker: (...args: readonly unknown[]) => {
      asked.push(["ticker", ...args]);
      return itemsOf({ lastPrice: "1" });
    },
  };
  const channels = [
    "depth:4A_USDT",
    "deals:4B_USDT",
    "kline:4C_USDT:5min",
    "tag-price:4D_USDT",
    "ticker:4E_USDT",
    "private",
  ];
  await followChannels(
    engine as never,
    channels.map((text) => knownChannel(text, { protocol: "prefix", serviceName: "svc" })),
    {
      note: (words) => notes.push(words),
      onItem: async () => {
        items++;
      },
      came: (of) => came.push(of),
    },
  );
  expect(asked).toEqual([
    ["book", "4A_USDT", { levels: 1 }],
    ["deals", "4B_USDT"],
    ["klines", "4C_USDT", "5min"],
    ["tagPriceKlines", "4D_USDT"],
    ["ticker", "4E_USDT"],
  ]);
  expect(notes.toSorted()).toEqual([
    "deals:4B_USDT is disconnected: the next connection is scheduled",
    "deals:4B_USDT is live again",
    "deals:4B_USDT is live again",
    "deals:4B_USDT: the venue refuses it (2034); it is asked again from time to time",
    "deals:4B_USDT: the venue refuses it (no code); it is asked again from time to time",
    "depth:4A_USDT is live again",
    "depth:4A_USDT is stale: the connection ended; the next one is scheduled",
  ]);
  expect(items).toBe(17);
  const countOf = (of: string): number => came.filter((one) => one === of).length;
  expect(["4A_USDT", "4B_USDT", "4C_USDT", "4D_USDT", "4E_USDT"].map(countOf)).toEqual([5, 4, 1, 0, 1]);
});
