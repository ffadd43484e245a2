import { type BookReason, bookReasons } from "@depthwire/book";
import { Credential, type HttpRequest, TransportError } from "@depthwire/core";
import { describe, expect, it, onTestFinished } from "vitest";
import { openVenue } from "./open-venue.js";
import { answerSubscriptions, StubRuntime } from "./stub-ports.spec-kit.js";
import type { Venue } from "./venue.js";
import type { VenueOptions } from "./venue-options.js";

const pair = "4BTC_USDT";
const credential = new Credential({ apiKey: "key-of-a-spec", apiSecret: "secret-of-a-spec" });

/** A venue that answers subscriptions and refuses calls, and the calls that it refused. */
function opened(options: Partial<VenueOptions> = {}, connections = 8) {
  const runtime = new StubRuntime();
  const { network, clock } = runtime;
  network.onOpen = answerSubscriptions;
  const calls: { readonly address: string; readonly target: string }[] = [];
  runtime.respond = async (address: string, { target }: HttpRequest) => {
    calls.push({ address, target });
    throw new TransportError("connect-failed", { address, attempts: 1 });
  };
  const ports = { ...runtime.ports, http: { ...runtime.ports.http, connections } };
  const venue = openVenue({ addresses: ["ws://venue"], restAddress: "http://venue", ...options }, ports);
  onTestFinished(() => venue.close());
  /** The venue pushes the candles of one channel. */
  const pushKlines = (channel: string): void => {
    const row = [String(1_602_679_800_000), "4", "9", "1", "5", "10.86"];
    runtime.network.last.plain(JSON.stringify({ topic: channel, t: 0, d: [row] }));
  };
  /** Time passes on connections that live. */
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 500) {
      for (const socket of network.alive) {
        socket.controlFrame();
      }
      await clock.advanceAndSettle(500);
    }
  };
  return { runtime, venue, calls, pass, pushKlines };
}

describe("a venue", () => {
  const streams: readonly (readonly [name: string, open: (venue: Venue) => unknown, channel: string])[] = [
    ["book", (venue) => venue.book(pair), "4BTC_USDT_depth"],
    ["deals", (venue) => venue.deals(pair), "4BTC_USDT_deals"],
    ["ticker", (venue) => venue.ticker(pair), "4BTC_USDT_ticker"],
    ["klines", (venue) => venue.klines(pair, "5min"), "4BTC_USDT_kline_5min"],
    ["tagPriceKlines", (venue) => venue.tagPriceKlines(pair), "4BTC_USDTTAGPRICE_kline_1min"],
  ];

  it.each(streams)("subscribes to what its stream %s is of", async (_, open, channel) => {
    const { runtime, venue, pass } = opened();
    open(venue);
    await pass(500);
    expect(runtime.network.last.channels).toEqual([`+${channel}`]);
  });

  it("hands on the options of its streams", () => {
    const { venue } = opened();
    const unusable = { limit: -1, levels: -1, signal: "none" } as never;
    const invalid = expect.objectContaining({ code: "option-invalid" });
    expect(() => venue.book(pair, unusable)).toThrowError(invalid);
    expect(() => venue.deals(pair, unusable)).toThrowError(invalid);
    expect(() => venue.ticker(pair, unusable)).toThrowError(invalid);
    expect(() => venue.klines(pair, "5min", unusable)).toThrowError(invalid);
    expect(() => venue.tagPriceKlines(pair, unusable)).toThrowError(invalid);
    expect(() => venue.login(credential, unusable)).toThrowError(invalid);
  });

  it("tells of deliveries, views and logins", async () => {
    const { venue, runtime, pass } = opened();
    const delivered: string[] = [];
    const end = venue.onDelivery(({ kind }) => delivered.push(kind));
    const book = venue.book(pair);
    const views = book[Symbol.asyncIterator]();
    await pass(500);
    await views.next();
    expect(book.latest.status).toBe("live");
    expect([...venue.views()].map((view) => view.pair)).toEqual([pair]);
    expect(delivered).toContain("book");
    end();
    const session = venue.login(credential);
    await pass(500);
    expect(JSON.parse(runtime.network.last.sent[0] ?? "")).toMatchObject({ apikey: "key-of-a-spec" });
    expect(session.status.phase).toBe("logging-in");
    expect(venue.statistics().accounts.open).toBe(1);
  });
});

describe("books and candles that are asked for", () => {
  it("are asked for at the REST address", async () => {
    const { venue, calls, pass, pushKlines } = opened({ rest: { retry: { maxAttempts: 1 } } });
    const book = venue.book(pair);
    venue.klines(pair, "5min", { history: 5 });
    await pass(500);
    pushKlines("4BTC_USDT_kline_5min");
    book.verify().catch(() => undefined);
    await pass(5_000);
    expect(calls.map(({ target }) => target.replace(/\?.*/, ""))).toEqual(
      expect.arrayContaining([expect.stringMatching(/depth$/i), expect.stringMatching(/kline$/i)]),
    );
  });

  it("come from the program's own sources where it has some", async () => {
    const asked: string[] = [];
    const source = (name: string) => (of: string) => {
      asked.push(`${name} ${of}`);
      return Promise.reject(new Error("not now"));
    };
    const { venue, calls, pass, pushKlines } = opened({
      depthSource: source("depth"),
      klineSource: source("klines"),
    });
    const book = venue.book(pair);
    venue.klines(pair, "5min", { history: 5 });
    await pass(500);
    pushKlines("4BTC_USDT_kline_5min");
    book.verify().catch(() => undefined);
    await pass(500);
    expect(new Set(asked)).toEqual(new Set([`depth ${pair}`, `klines ${pair}`]));
    expect(calls).toEqual([]);
  });

  it("cannot be asked for where there is neither", async () => {
    const { venue, pass } = opened({ restAddress: undefined });
    const book = venue.book(pair);
    await pass(500);
    await expect(book.verify()).rejects.toMatchObject({
      code: "option-invalid",
      details: { option: "depthSource" },
    });
  });
});

describe("calls of a venue", () => {
  /** How often a call is sent that nobody answers. */
  async function attempts(
    options: Partial<VenueOptions>,
    own: object,
  ): Promise<readonly [public_: number, signed: number]> {
    const { venue, calls, pass } = opened(options);
    venue.rest.usdt.getServerTime({}).catch(() => undefined);
    await pass(60_000);
    const publicCalls = calls.length;
    const account = venue.account(credential, { rest: own });
    account.rest.usdt.getServerTime({}).catch(() => undefined);
    await pass(60_000);
    return [publicCalls, calls.length - publicCalls];
  }

  it("are made as the option `rest` says, those of an account too, where it says nothing else", async () => {
    const rest = { retry: { maxAttempts: 2 }, timeoutMs: 50_000 };
    expect(await attempts({ rest }, {})).toEqual([2, 2]);
    expect(await attempts({ rest }, { retry: { maxAttempts: 1 } })).toEqual([2, 1]);
  });

  it("go to each kind's own address", async () => {
    const { venue, calls, pass } = opened({
      restAddress: { rest: "http://one", legacy: "http://two" },
      rest: { retry: { maxAttempts: 1 } },
    });
    venue.rest.usdt.getServerTime({}).catch(() => undefined);
    await pass(500);
    expect(calls[0]?.address).toBe("http://one");
  });

  it.each([3, 8])("are fewer at once than the runtime has connections, which are %i", async (connections) => {
    const { runtime, venue, pass } = opened({}, connections);
    let underWay = 0;
    runtime.respond = () => {
      underWay += 1;
      return new Promise(() => undefined);
    };
    for (let count = 0; count < 20; count++) {
      venue.rest.usdt.getServerTime({}).catch(() => undefined);
    }
    await pass(5_000);
    // Two are kept for orders.
    expect(underWay).toBe(connections - 2);
  });
});

describe("a logger", () => {
  it("is told in a sentence why a book is not live, and of a book that is live nothing more", async () => {
    const logged: [event: string, fields: Readonly<Record<string, unknown>>][] = [];
    const { venue, runtime, pass } = opened({
      logger: { log: (_, event, fields) => void logged.push([event, fields]) },
    });
    venue.book(pair);
    await pass(500);
    runtime.network.last.end();
    await pass(500);
    const statuses = logged.flatMap(([event, fields]) => (event === "book-status" ? [fields] : []));
    const live = statuses.filter(({ status }) => status === "live");
    expect(live).not.toEqual([]);
    expect(live.some((fields) => "meaning" in fields)).toBe(false);
    const lost = statuses.filter(({ reason }) => reason !== undefined);
    expect(lost).not.toEqual([]);
    expect(lost).toEqual(
      lost.map(({ reason }) => expect.objectContaining({ pair, reason, meaning: bookReasons[reason as BookReason] })),
    );
  });
});

describe("frames that a program listens to", () => {
  const listenToFrames = (told: string[]) => () => ({
    accepted: ({ kind }: { readonly kind: string }) => void told.push(kind),
    status: () => undefined,
  });

  it("are told of books in its own thread", async () => {
    const told: string[] = [];
    const { venue, pass } = opened({ listenToFrames: listenToFrames(told) });
    venue.book(pair);
    await pass(500);
    expect(told).toEqual(["snapshot"]);
  });

  it("are not told of threads: the option is refused there", () => {
    expect(() => opened({ listenToFrames: listenToFrames([]), shards: 1 })).toThrowError(
      expect.objectContaining({
        code: "option-invalid",
        details: {
          option: "listenToFrames",
          rule: "absent where shards are in threads: frames are told where they are accepted",
        },
      }),
    );
  });
});
