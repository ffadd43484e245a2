import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Sandbox, startSandbox } from "../sandbox.js";
import { openDoor, orderBody, paths } from "../spec-support/rest-door.js";

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ pairs: ["4BTC_USDT", "5BTC_USD"], requestsPerWindow: 0 });
});

afterAll(() => sandbox.close());

async function get(path: string): Promise<{ status: number; type: string | null; body: unknown }> {
  const response = await fetch(sandbox.restUrl + path);
  return { status: response.status, type: response.headers.get("content-type"), body: await response.json() };
}

const headers = { "content-type": "application/json" };

async function post(body: string): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${sandbox.restUrl}/_sandbox/faults`, { method: "POST", headers, body });
  return { status: response.status, body: await response.json() };
}

interface Depth {
  readonly result: {
    readonly pair: string;
    readonly update_time: number;
    readonly asks: readonly { readonly volume: string; readonly price: string }[];
    readonly bids: readonly { readonly volume: string; readonly price: string }[];
  };
}

describe("GET /v2/mdata/depth", () => {
  it.each(["4BTC_USDT", "5BTC_USD"])("has the last published state of %s", async (pair) => {
    const { status, type, body } = await get(`/v2/mdata/depth?pair=${pair}`);
    expect([status, type]).toEqual([200, "application/json"]);
    const { result } = body as Depth;
    expect(body).toEqual({ result, cmd: "depth", ver: "2.0" });
    expect(Object.keys(result)).toEqual(["pair", "update_time", "asks", "bids"]);
    const truth = sandbox.exchange.published(pair);
    expect(result.update_time).toBe(truth?.updatedAtMs);
    expect(result.asks.length).toBe(truth?.window.asks.prices.length);
    const prices = result.asks.map(({ price }) => Number(price));
    expect(prices).toEqual(prices.toSorted((a, b) => a - b));
    expect(Number(result.bids[0]?.price)).toBeLessThan(prices[0] ?? 0);
    expect(result.asks[0]?.volume).toMatch(/^\d+(\.\d+)?$/);
  });

  it("is fresh although nobody listens", async () => {
    const first = (await get("/v2/mdata/depth?pair=4BTC_USDT")).body as Depth;
    await new Promise((resolve) => setTimeout(resolve, 250));
    const askedAtMs = Date.now();
    const second = (await get("/v2/mdata/depth?pair=4BTC_USDT")).body as Depth;
    expect(second.result.update_time - first.result.update_time).toBeGreaterThanOrEqual(100);
    expect(second.result.update_time).toBeGreaterThan(askedAtMs - 200);
  });

  it.each([1, 7, 200])("returns %d levels a side at most", async (size) => {
    const { result } = (await get(`/v2/mdata/depth?pair=4BTC_USDT&size=${size}`)).body as Depth;
    const published = sandbox.exchange.published("4BTC_USDT")?.window;
    expect(result.asks.length).toBe(Math.min(size, published?.asks.prices.length ?? 0));
  });

  it.each([
    ["", 3002, "Parameter cannot be null"],
    ["pair=", 3002, "Parameter cannot be null"],
    ["pair=4BTC_USDT&size=0", 3000, "Requested parameter incorrect"],
    ["pair=4BTC_USDT&size=201", 3000, "Requested parameter incorrect"],
    ["pair=4BTC_USDT&size=-1", 3000, "Requested parameter incorrect"],
    ["pair=4BTC_USDT&size=1.5", 3000, "Requested parameter incorrect"],
    ["pair=4BTC_USDT&size=", 3000, "Requested parameter incorrect"],
    // The published text of 3016 is that of its neighbour.
    ["pair=4NONE_USDT", 3016, "Invalid apikey"],
    ["pair=%F0%9F%92%A9", 3016, "Invalid apikey"],
  ])("refuses %j with %d and HTTP 200", async (query, state, msg) => {
    expect(await get(`/v2/mdata/depth?${query}`)).toEqual({
      status: 200,
      type: "application/json",
      body: { state, msg, cmd: "depth" },
    });
  });
});

describe("public addresses", () => {
  it("GET /v3/cbu/timestamp is the time as text, without an envelope", async () => {
    const { body } = await get("/v3/cbu/timestamp");
    const { time } = body as { time: string };
    expect(body).toEqual({ time: expect.stringMatching(/^\d{13}$/) });
    expect(Math.abs(Number(time) - Date.now())).toBeLessThan(60_000);
  });

  it("GET /v1/public/queryApiDomain names itself", async () => {
    expect((await get("/v1/public/queryApiDomain")).body).toEqual({
      state: 0,
      result: [{ domain: sandbox.restUrl, ws: sandbox.pushUrl }],
      cmd: "queryApiDomain",
    });
  });

  it.each(["/_sandbox", "/_sandbox/book/"])("answers 404 at %s, one of the operator's", async (path) => {
    const { status, body } = await get(path);
    expect(status).toBe(404);
    expect(body).toMatchObject({ error: { code: "not-found" } });
  });
});

describe("where nothing answers", () => {
  it.each([
    ["POST", "/v1/cbu/order/open", "POST /v3/cbu/order/open"],
    ["POST", "/v3/cbu/orders/open", "POST /v3/cbu/order/open"],
    ["POST", "/v3/cbu/order/openn", "POST /v3/cbu/order/open"],
    ["POST", "/v3/cbu/order/open/", "POST /v3/cbu/order/open"],
    ["POST", "//v3/CBU/position", "POST /v3/cbu/position"],
    ["GET", "/v2/mdata/klines", "GET /v2/mdata/kline"],
    ["GET", "/v4/mdata/ticker", "GET /v3/mdata/ticker"],
    ["POST", "/v3.1/cquery/base/orderHistory", "POST /v3.1/cquery/base_u/orderHistory"],
    ["GET", "/v3.1/cquery/bufundrate", "GET /v3.1/cquery/buFundRate"],
  ])("%s %s names %s, in both envelopes", async (method, path, nearest) => {
    const response = await fetch(sandbox.restUrl + path, { method });
    const msg = `${method} ${path}: there is no such path; did you mean ${nearest}?`;
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ state: 404, msg, error: { code: "404", msg } });
  });

  it.each([
    ["GET", "/v3/cbu/order/open", "POST"],
    ["POST", "/v2/mdata/depth", "GET"],
    ["PUT", "/v1.1/cquery", "GET, POST"],
  ])("%s %s is told the method that the path takes", async (method, path, allowed) => {
    const response = await fetch(sandbox.restUrl + path, { method });
    expect([response.status, response.headers.get("allow")]).toEqual([405, allowed]);
    const { state, msg } = (await response.json()) as { state: number; msg: string };
    expect(state).toBe(405);
    expect(msg).toBe(`${method} ${path}: this path takes ${allowed.replace(", ", " and ")}`);
  });

  it.each(["/", `/${"x".repeat(5000)}`])("guesses nothing where nothing is near, and repeats little", async (path) => {
    const { status, body } = await get(path);
    expect(status).toBe(404);
    expect((body as { msg: string }).msg).toMatch(/^GET \/x{0,99}: there is no such path; the sandbox's guide/);
  });
});

describe("GET /_sandbox/book", () => {
  it("has a state by its number, written like a full depth message", async () => {
    const { body } = await get("/_sandbox/book/4BTC_USDT?seq=1");
    const book = body as { pair: string; ut: number; seq: number; asks: string[][]; bids: string[][] };
    expect(Object.keys(book)).toEqual(["pair", "ut", "seq", "asks", "bids"]);
    expect([book.pair, book.seq]).toEqual(["4BTC_USDT", 1]);
    expect(book.asks.length).toBeGreaterThanOrEqual(50);
    expect(book.asks[0]).toEqual([expect.any(String), expect.stringMatching(/^\d+\.\d$/)]);
  });

  it("has the latest state without a number", async () => {
    const { body } = await get("/_sandbox/book/4BTC_USDT");
    expect(body).toMatchObject({ seq: sandbox.exchange.published("4BTC_USDT")?.seq });
  });

  it("has the book as it is for whoever asks while nobody listens, also while time stands", async () => {
    const { kit } = await openDoor({ pairs: ["4BTC_USDT"] });
    await kit.operate("POST", "clock/pause", {});
    const seen = async (): Promise<string> => {
      const { asks, bids } = (await kit.operate("GET", "book/4BTC_USDT")).body;
      return JSON.stringify({ asks, bids });
    };
    const before = await seen();
    expect(await kit.post(paths.open, orderBody())).toMatchObject({ state: 0 });
    const after = await seen();
    expect(after).not.toBe(before);
    await kit.operate("POST", "clock/step", { ms: 60_000 });
    expect(await seen()).not.toBe(after);
  });

  it.each([
    ["/_sandbox/book/4BTC_USDT?seq=999999", 404, "not-held"],
    ["/_sandbox/book/4BTC_USDT?seq=0", 404, "not-held"],
    ["/_sandbox/book/4NONE_USDT", 404, "not-found"],
    ["/_sandbox/book/4BTC_USDT?seq=one", 400, "value-invalid"],
    ["/_sandbox/book/4BTC_USDT?seq=-1", 400, "value-invalid"],
    ["/_sandbox/book/4BTC_USDT?seq=", 400, "value-invalid"],
  ])("answers %s with %d %s", async (path, status, code) => {
    expect(await get(path)).toMatchObject({ status, body: { error: { code } } });
  });
});

describe("/_sandbox/faults", () => {
  it.each([
    ['{"kind":"drop","pair":"4BTC_USDT"}', [{ kind: "drop", pair: "4BTC_USDT", count: 1 }]],
    [
      '[{"kind":"drop","count":2},{"kind":"refuse"}]',
      [
        { kind: "drop", count: 2 },
        { kind: "refuse", count: 1 },
      ],
    ],
    ['{"faults":[{"kind":"delay","ms":50}]}', [{ kind: "delay", ms: 50, count: 1 }]],
  ])("takes %s", async (text, pending) => {
    expect(await post(text)).toEqual({ status: 200, body: { pending, applied: {} } });
    expect((await get("/_sandbox/faults")).body).toEqual({ pending, applied: {} });
    const cleared = await fetch(`${sandbox.restUrl}/_sandbox/faults`, { method: "DELETE", headers });
    expect(await cleared.json()).toEqual({ pending: [], applied: {} });
  });

  it.each([
    ["", "value-invalid"],
    ["{", "json-syntax"],
    ["null", "value-invalid"],
    ["7", "value-invalid"],
    ["{}", "value-invalid"],
    ['{"kind":"explode"}', "value-invalid"],
    ['{"kind":"toString"}', "value-invalid"],
    ['{"kind":"drop","count":0}', "value-invalid"],
    ['{"kind":"drop","count":1.5}', "value-invalid"],
    ['{"kind":"drop","count":"1"}', "value-invalid"],
    ['{"kind":"drop","on":"everything"}', "value-invalid"],
    ['{"kind":"drop","pair":5}', "value-invalid"],
    ['{"kind":"drop","other":5}', "value-invalid"],
    ['[{"kind":"drop"},{"kind":"nothing"}]', "value-invalid"],
  ])("refuses %s and orders nothing", async (text, code) => {
    expect(await post(text)).toMatchObject({ status: 400, body: { error: { code } } });
    expect(sandbox.faults.pending()).toEqual([]);
  });

  it("refuses a body beyond the limit", async () => {
    expect(await post(" ".repeat(2_000_000))).toMatchObject({
      status: 413,
      body: { error: { code: "value-invalid" } },
    });
  });
});
