import { afterAll, afterEach, beforeEach, expect, it, vi } from "vitest";
import { statusOf } from "../spec-support/desk-scene.js";
import { type Answering, fakeAccelerator } from "../spec-support/fake-accelerator.js";
import type { Fill } from "./wire.js";

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
  vi.clearAllTimers();
  vi.useRealTimers();
});
afterAll(() => {
  vi.resetModules();
});

const contract = {
  pair: "4BTC_USDT",
  value: "0.0001",
  maker_fee: "0",
  taker_fee: "0",
  open_max_per: "1",
  hold_max: "1",
  leverage_max: "1",
};

/** What the accelerator answers while nothing is wrong. */
const answers: Answering = ({ what }) => {
  if (what === "GET /v3.1/cquery/buValue") {
    return { result: [contract, { ...contract, pair: "4ADA_USDT" }] };
  }
  return what.startsWith("GET /fills") ? { fills: [] } : {};
};

/** A page in a browser whose sockets and frames are the test's. */
async function begin(answer: Answering = answers) {
  class Socket extends EventTarget {
    static readonly OPEN = 1;
    static readonly CONNECTING = 0;
    readonly readyState = 1;
    readonly address: string;
    constructor(address: string) {
      super();
      this.address = address;
      sockets.push(this);
    }
    close(): void {
      this.dispatchEvent(new Event("close"));
    }
    /** Says something, which the page sees with its next frame. */
    say(message: object): void {
      this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(message) }));
      for (const frame of frames.splice(0)) {
        frame();
      }
    }
  }
  const sockets: Socket[] = [];
  const frames: (() => void)[] = [];
  vi.resetModules();
  vi.stubGlobal("WebSocket", Socket);
  vi.stubGlobal("location", { origin: "https://desk.example:8080" });
  vi.stubGlobal("requestAnimationFrame", (frame: () => void) => frames.push(frame));
  const asked = fakeAccelerator(answer);
  const [desk, reference, { pair }, { startData }] = await Promise.all([
    import("./desk.js"),
    import("./reference.js"),
    import("./settings.js"),
    import("./start.js"),
  ]);
  startData();
  const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);
  const whats = (): readonly string[] => asked.map(({ what }) => what);
  return { desk, reference, pair, sockets, asked, whats, settle, last: () => sockets.at(-1) };
}

const status = (of: Parameters<typeof statusOf>[0] = {}): object => ({ event: "status", data: statusOf(of) });

it("listens to the account and the status from the start, and to a pair once one is looked at", async () => {
  const { sockets, pair } = await begin();
  const views = "wss://desk.example:8080/events?views=account%2Cstatus&every-ms=50&levels=120";
  expect(sockets.map(({ address }) => address)).toEqual([views]);
  pair.value = "4ETH_USDT";
  expect(sockets[1]?.address).toBe(`${views}&pairs=4ETH_USDT&trades=4ETH_USDT`);
});

it("asks what may be traded once the line is live and the status is known, and follows its tickers", async () => {
  const { desk, reference, pair, whats, settle, last } = await begin();
  last()?.say({ event: "hello", data: {} });
  await settle();
  expect([desk.link.value.kind, whats()]).toEqual(["live", []]);
  last()?.say(status({ account: { kind: "unknown" } }));
  await settle();
  expect(whats()).toEqual(["GET /v3.1/cquery/buValue", "GET /v3.1/cquery/buUnit"]);
  expect([reference.pairs.value, pair.value]).toEqual([["4BTC_USDT", "4ADA_USDT"], "4BTC_USDT"]);
  expect(last()?.address).toContain("&pairs=4BTC_USDT&trades=4BTC_USDT&tickers=4ADA_USDT%2C4BTC_USDT");
  last()?.say(status({ account: { kind: "unknown" } }));
  await settle();
  expect(whats().length).toBe(2);
});

it("follows the tickers of fifty pairs at most", async () => {
  const { reference, last } = await begin();
  const found = Array.from({ length: 60 }, (_, n) => `4C${String(n).padStart(2, "0")}_USDT`);
  reference.facts.value = new Map(
    found.map((name) => [name, { ...reference.facts.value.get(""), pair: name } as never]),
  );
  const tickers = new URL(last()?.address ?? "").searchParams.get("tickers")?.split(",");
  expect(tickers).toEqual(found.slice(0, 50));
});

it("asks again for what could not be had, and again whenever the accelerator comes back", async () => {
  let isThere = false;
  const { whats, settle, last } = await begin((asking) => (isThere ? answers(asking) : undefined));
  last()?.say(status({ account: { kind: "unknown" } }));
  await settle();
  expect(whats().length).toBe(2);
  await vi.advanceTimersByTimeAsync(1_400);
  expect(whats().filter((what) => what.includes("cquery")).length).toBe(2);
  isThere = true;
  await vi.advanceTimersByTimeAsync(200);
  expect(whats().filter((what) => what.includes("cquery")).length).toBe(4);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(whats().filter((what) => what.includes("cquery")).length).toBe(4);
  // Nothing has come for a while: the line counts as silent by now.
  last()?.say(status({ account: { kind: "unknown" } }));
  await settle();
  expect(whats().filter((what) => what.includes("cquery")).length).toBe(6);
});

it("of a recording nothing is asked: its own pairs are shown, the first of them unless one was chosen", async () => {
  const { pair, whats, settle, last } = await begin();
  const replay = { phase: "playing", atMs: 1, speed: 1 };
  last()?.say(status({ replay, account: { kind: "unknown" } }));
  await settle();
  expect([whats(), pair.value]).toEqual([[], "4BTC_USDT"]);
});

it("of a recording without books no pair is looked at", async () => {
  const { pair, settle, last } = await begin();
  last()?.say(status({ replay: { phase: "playing", atMs: 1, speed: 1 }, books: [] }));
  await settle();
  expect(pair.value).toBe("");
});

it("a pair that was chosen of a recording stays", async () => {
  const { pair, settle, last } = await begin();
  pair.value = "4ETH_USDT";
  last()?.say(status({ replay: { phase: "playing", atMs: 1, speed: 1 }, account: { kind: "unknown" } }));
  await settle();
  expect(pair.value).toBe("4ETH_USDT");
});

it("asks for backings and trades of the account whenever it is in step again", async () => {
  const fills = ["2", "1"].map((fillId) => ({ fillId, orderId: "7" }) as Fill);
  const { desk, whats, settle, last } = await begin((asking) =>
    asking.what.startsWith("GET /fills") ? { fills } : answers(asking),
  );
  const ofAccount = (): readonly string[] => whats().filter((what) => !what.includes("cquery"));
  last()?.say(status({ account: { kind: "stale" } }));
  await settle();
  expect(ofAccount()).toEqual([]);
  last()?.say(status());
  last()?.say(status());
  await settle();
  expect(ofAccount()).toEqual(["POST /v3/cbu/position", "GET /fills?limit=200&allow-stale=1"]);
  expect(desk.fills.value.map(({ fillId }) => fillId)).toEqual(["2", "1"]);
  last()?.say(status({ account: { kind: "stale" } }));
  last()?.say(status());
  await settle();
  expect(ofAccount().length).toBe(4);
});

it("asks for nothing of an account that is not there", async () => {
  const { whats, settle, last } = await begin();
  const { account: _, ...without } = statusOf({ hasKey: false });
  last()?.say({ event: "status", data: without });
  await settle();
  expect(whats().filter((what) => !what.includes("cquery"))).toEqual([]);
});

it("trades of the account that nobody tells are none", async () => {
  const { desk, whats, settle, last } = await begin((asking) =>
    asking.what.startsWith("GET /fills") ? undefined : answers(asking),
  );
  last()?.say(status());
  await settle();
  expect(whats()).toContain("GET /fills?limit=200&allow-stale=1");
  expect(desk.fills.value).toEqual([]);
});

it.each([
  [Response.json({}, { status: 401 }), "logged-out"],
  [Response.json({}, { status: 503 }), "silent"],
  [{}, "silent"],
])("a line that ended is asked about: %#", async (answer, kind) => {
  const { desk, whats, settle, last } = await begin((asking) => (asking.what === "GET /queue" ? answer : {}));
  last()?.close();
  await settle();
  expect([whats(), desk.link.value.kind]).toEqual([["GET /queue"], kind]);
});

it("a line that is opened again goes on behind the newest event", async () => {
  const { desk, last } = await begin();
  last()?.say({ id: "r-9", event: "order", data: {} });
  expect(desk.happenings.value.map(({ id }) => id)).toEqual(["r-9"]);
  last()?.close();
  await vi.advanceTimersByTimeAsync(300);
  expect(last()?.address).toMatch(/&last-event-id=r-9$/);
});

it("the page's clock goes once a second", async () => {
  const { desk } = await begin();
  desk.nowMs.value = 0;
  await vi.advanceTimersByTimeAsync(999);
  expect(desk.nowMs.value).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(desk.nowMs.value).toBe(1_000);
});
