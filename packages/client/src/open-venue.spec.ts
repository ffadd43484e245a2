import { openRecording } from "@depthwire/recording";
import { type ListedSegment, listSegments, streamSegment } from "@depthwire/recording/internal";
import { describe, expect, it } from "vitest";
import { openVenue } from "./open-venue.js";
import { answerSubscriptions, StubRuntime } from "./stub-ports.spec-kit.js";
import type { VenueOptions } from "./venue-options.js";

const here = { addresses: ["ws://venue"], restAddress: "http://venue" };

const invalid = (option: string, rule: string): object =>
  expect.objectContaining({ code: "option-invalid", details: { option, rule } });

describe("an option whose port the runtime lacks", () => {
  const lacking: readonly (readonly [
    port: "openSocket" | "http" | "threads" | "recordings",
    options: VenueOptions,
    option: string,
    rule: string,
  ])[] = [
    ["http", here, "restAddress", "absent where the runtime has no HTTP connections"],
    ["recordings", { ...here, record: {} }, "record", "absent where the runtime keeps no files"],
    ["threads", { ...here, shards: 2 }, "shards", "0 where no threads can be started"],
    ["openSocket", here, "openFeed", "given where the runtime opens no sockets"],
  ];
  it.each(lacking)("%s is refused before anything is opened", (port, options, option, rule) => {
    const { ports, log } = new StubRuntime();
    expect(() => openVenue(options, { ...ports, [port]: undefined })).toThrowError(invalid(option, rule));
    expect(log).toEqual([]);
  });

  it("is the only thing that asks for it: books alone need a clock, randomness and sockets", async () => {
    const { ports, network } = new StubRuntime();
    const { clock, random, openSocket } = ports;
    network.onOpen = answerSubscriptions;
    await using venue = openVenue({ addresses: ["ws://venue"], expectedPairs: 500 }, { clock, random, openSocket });
    const book = venue.book("4BTC_USDT");
    await expect.poll(() => book.latest.status).toBe("live");
    expect(venue.recording).toBeUndefined();
    expect(() => venue.rest).toThrowError(invalid("restAddress", "given where calls are made"));
  });

  it("may be a socket, where the program brings connections of its own", async () => {
    const { ports } = new StubRuntime();
    const openFeed: VenueOptions["openFeed"] = (_, feed) => {
      queueMicrotask(() => feed.opened());
      return { send: () => {}, ping: () => {}, close: (code) => feed.closed(code, "as asked") };
    };
    const venue = openVenue({ ...here, openFeed }, { ...ports, openSocket: undefined });
    expect(venue.book("4BTC_USDT").latest.status).toBe("syncing");
    await venue.close();
  });
});

it.each([
  ["addresses", { addresses: [] }],
  ["shards", { shards: -1 }],
  ["heartbeat.pingEveryMs", { heartbeat: { pingEveryMs: 5 } as object }],
])("an unusable option %s opens nothing, no recording either", (option, wrong) => {
  const { ports, log } = new StubRuntime();
  expect(() => openVenue({ ...here, record: {}, ...wrong }, ports)).toThrowError(
    expect.objectContaining({ code: "option-invalid", details: expect.objectContaining({ option }) }),
  );
  expect(log).toEqual([]);
});

it.each([
  { expectedPairs: 20, opened: [] },
  { expectedPairs: 100, opened: ["3 threads opened", "thread 0 started", "thread 1 started", "thread 2 started"] },
])("$expectedPairs expected pairs on 4 cores suit these threads: $opened", async ({ expectedPairs, opened }) => {
  const { ports, log } = new StubRuntime();
  const venue = openVenue({ addresses: ["ws://venue"], expectedPairs }, ports);
  expect(log).toEqual(opened);
  await venue.close();
});

const updateOf = (seq: number): string =>
  JSON.stringify({
    topic: "4BTC_USDT_depth",
    t: 1,
    d: { pair: "4BTC_USDT", ut: 1_700_000_000_000 + seq, seq, asks: [["2", "101"]], bids: [] },
  });

describe("a venue that is closed", () => {
  it("ends recordings while the books still stand, then books, calls and threads", async () => {
    const { ports, log } = new StubRuntime();
    const venue = openVenue({ ...here, shards: 2, record: {} }, ports);
    await expect.poll(() => log).toContain("store opened");
    log.length = 0;
    await venue.close();
    expect(log).toEqual([
      "thread recordings ended",
      "thread 0 ended",
      "thread 1 ended",
      "http closed",
      "threads closed",
    ]);
  });

  it("inline ends its recording before its sockets are left", async () => {
    const runtime = new StubRuntime();
    runtime.network.onOpen = answerSubscriptions;
    const venue = openVenue({ ...here, record: {} }, runtime.ports);
    const book = venue.book("4BTC_USDT");
    await expect.poll(() => book.latest.status).toBe("live");
    expect(runtime.store.open.size).toBe(1);
    await venue.close();
    const [segment] = await listSegments(runtime.store);
    const kinds: string[] = [];
    for await (const { entries } of streamSegment(runtime.store, segment as ListedSegment)) {
      kinds.push(...entries.map(({ kind }) => kind));
    }
    expect(kinds).toEqual(["header", "connecting", "opened", "outbound", "inbound", "end"]);
    expect(runtime.store.open.size).toBe(0);
    expect(runtime.network.alive).toEqual([]);
  });

  it("gives no loop what is not in its recording", async () => {
    const runtime = new StubRuntime();
    runtime.network.onOpen = answerSubscriptions;
    const venue = openVenue({ ...here, record: {} }, runtime.ports);
    const book = venue.book("4BTC_USDT");
    await expect.poll(() => book.latest.status).toBe("live");
    const seen: number[] = [];
    const loop = (async () => {
      for await (const { status, seq } of book) {
        if (status === "live") {
          seen.push(seq);
        }
      }
    })();
    const socket = runtime.network.alive[0];
    socket?.plain(updateOf(2));
    await expect.poll(() => seen.at(-1)).toBe(2);
    const { replace } = runtime.store;
    // The index is written behind the last segment: by then the recording has ended, and the venue is still being closed.
    runtime.store.replace = (name, content) => {
      socket?.plain(updateOf(3));
      return replace.call(runtime.store, name, content);
    };
    const closed = venue.close();
    socket?.plain(updateOf(3));
    await Promise.all([closed, loop]);
    expect(seen.at(-1)).toBe(2);
    const segments = await openRecording(runtime.store);
    expect(segments.map(({ frames }) => frames)).toEqual([2]);
  });

  it("does so once, whoever asks, and by its signal", async () => {
    const { ports, log } = new StubRuntime();
    const abort = new AbortController();
    const venue = openVenue({ ...here, signal: abort.signal }, ports);
    abort.abort();
    const [closing, again] = [venue.close(), venue[Symbol.asyncDispose]()];
    expect(closing).toBe(again);
    await closing;
    expect(log).toEqual(["http opened", "http closed"]);
    expect(() => venue.book("4BTC_USDT")).toThrowError(expect.objectContaining({ code: "closed" }));
  });

  it("was never opened, where its signal had fired", () => {
    const { ports, log } = new StubRuntime();
    const signal = AbortSignal.abort("too late");
    expect(() => openVenue({ ...here, signal }, ports)).toThrowError(
      expect.objectContaining({ code: "aborted", cause: "too late" }),
    );
    expect(log).toEqual([]);
  });
});
