import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { FromEngineWorker, ShownAccount, ShownBook } from "../engine/engine-message.js";
import type { VenueFacts } from "../venue/venue-message.js";
import { account, book, comparison, deals, facts, happenings, lineDelayMs, startWorld, type World } from "./world.js";

/** A worker that does nothing by itself. */
class StubWorker extends EventTarget {
  static opened: StubWorker[] = [];
  readonly name: string;
  readonly options: WorkerOptions;
  readonly heard: [message: Record<string, unknown>, transfer: readonly unknown[]][] = [];

  constructor(url: URL, options: WorkerOptions) {
    super();
    this.name = url.pathname.split("/").at(-1) ?? "";
    this.options = options;
    StubWorker.opened.push(this);
  }

  postMessage(message: Record<string, unknown>, transfer: readonly unknown[]): void {
    this.heard.push([message, transfer]);
  }

  say(data: object): void {
    this.dispatchEvent(Object.assign(new Event("message"), { data }));
  }
}

let world: World;
let venue: StubWorker;
let engine: StubWorker;

beforeEach(() => {
  StubWorker.opened = [];
  vi.stubGlobal("Worker", StubWorker);
  [facts.value, book.value, account.value, deals.value, happenings.value] = [undefined, undefined, undefined, [], []];
  lineDelayMs.value = 0;
  world = startWorld();
  [venue, engine] = StubWorker.opened as [StubWorker, StubWorker];
});

afterEach(() => vi.unstubAllGlobals());

const state = (change: Partial<ShownBook>): ShownBook => {
  return { status: "live", reason: "", epoch: 1, seq: 5, updatedAtMs: 0, asks: [], bids: [], ...change };
};
const told = (message: FromEngineWorker): void => engine.say(message);
const words = () => happenings.value.map(({ about, tone, words: said }) => `${about} ${tone}: ${said}`);

it("venue and client are workers of their own, joined by one channel and nothing else", () => {
  expect([venue, engine].map(({ name, options }) => [name, options])).toEqual([
    ["venue-worker.ts", { type: "module" }],
    ["engine-worker.ts", { type: "module" }],
  ]);
  const [[start, sent]] = venue.heard as [[Record<string, unknown>, readonly unknown[]]];
  expect(start).toMatchObject({ kind: "start", seed: 7, pair: "4BTC_USDT" });
  expect(start["line"]).toBeInstanceOf(MessagePort);
  expect(sent).toEqual([start["line"]]);
  expect([engine.heard, facts.value]).toEqual([[], undefined]);
  const known = { pair: "4BTC_USDT" } as VenueFacts;
  venue.say({ kind: "started", facts: known });
  expect(facts.value).toBe(known);
  const [[begun, given]] = engine.heard as [[Record<string, unknown>, readonly unknown[]]];
  expect(begun).toMatchObject({ kind: "start", facts: known });
  expect(given).toEqual([begun["line"]]);
  expect(begun["line"]).not.toBe(start["line"]);
});

it("live books are held against what the exchange published, and what changes is told", () => {
  venue.say({ kind: "truth", seq: 5, best: "|" });
  venue.say({ kind: "truth", seq: 6, best: "1@2|" });
  told({ kind: "book", book: state({}) });
  expect([book.value, comparison.value]).toEqual([state({}), { compared: 1, different: 0 }]);
  told({ kind: "book", book: state({ seq: 6 }) });
  expect(comparison.value).toEqual({ compared: 2, different: 1 });
  told({ kind: "book", book: state({ status: "stale", reason: "gone" }) });
  expect(words()).toEqual([
    "book bad: live → stale: gone",
    "book good: syncing → live: seq 5 as the venue published it",
  ]);
});

it("trades, the account and what is told are shown, the newest first and no more than fit", () => {
  const deal = (tradedAtMs: number) => ({ price: "1", quantity: "1", side: "buy", tradedAtMs });
  for (let at = 0; at < 41; at++) {
    told({ kind: "deals", deals: [deal(at)] });
  }
  expect(deals.value.map(({ tradedAtMs }) => tradedAtMs)).toEqual(Array.from({ length: 40 }, (_, at) => 40 - at));
  const shown = { isWhole: true } as ShownAccount;
  told({ kind: "account", account: shown });
  expect(account.value).toBe(shown);
  for (let at = 0; at < 61; at++) {
    told({ kind: "told", about: "order", tone: "good", words: String(at) });
  }
  expect([words()[0], words().length]).toEqual(["order good: 60", 60]);
  expect(Math.abs((happenings.value[0]?.atMs ?? 0) - Date.now())).toBeLessThan(60_000);
});

it("what somebody does reaches the venue or the client, and is written down", () => {
  const sentTo = (worker: StubWorker) =>
    worker.heard.map(([message]) => message).filter(({ kind }) => kind !== "start");
  for (const fault of ["drop", "damage", "hold", "cut"] as const) {
    world.fault(fault);
  }
  world.delayLine(250);
  expect(sentTo(venue)).toEqual([
    ...["drop", "damage", "hold", "cut"].map((fault) => ({ kind: "fault", fault })),
    { kind: "line-delay", ms: 250 },
  ]);
  expect(lineDelayMs.value).toBe(250);
  expect(words().toReversed()).toEqual([
    "page fault: You: the next update is dropped",
    "page fault: You: three bits of the next update are flipped",
    "page fault: You: updates are held back for 3 s",
    "page fault: You: both connections are cut, and new ones refused for 2 s",
    "page fault: You: the line takes 250 ms each way",
  ]);
  const order = { side: "open-long", type: "limit", quantity: "1", price: "1" } as const;
  world.place(order);
  world.cancel("7");
  expect(sentTo(engine)).toEqual([
    { kind: "place", order },
    { kind: "cancel", orderId: "7" },
  ]);
});

it("a worker that fails is told by its name", () => {
  venue.dispatchEvent(new Event("error"));
  engine.dispatchEvent(new Event("error"));
  expect(words().toReversed()).toEqual([
    "page bad: The exchange failed: reload the page",
    "page bad: The client failed: reload the page",
  ]);
});
