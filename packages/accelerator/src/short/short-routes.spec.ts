import { startSandbox } from "@depthwire/sandbox";
import { describe, expect, it } from "vitest";
import { askAt, inStep, openBefore, pair, type Scene, setScene } from "../scene.spec-kit.js";

const limitOrder = { pair, side: "open-long", type: "limit", quantity: "0.01", price: "20000" };

async function openOrders({ ask }: Scene): Promise<readonly { readonly orderId: string }[]> {
  return (await ask("/orders")).body["orders"] as { orderId: string }[];
}

describe("market data by short paths", () => {
  it("answers a book with its status and age", async () => {
    const told = await inStep(await setScene(), `/book/${pair}?levels=3`);
    expect(told).toMatchObject({
      status: 200,
      source: "mirror",
      body: { pair, status: "live", ageMs: expect.any(Number) },
    });
    expect(told.body["bids"]).toHaveLength(3);
    expect(told.body["asks"]).toMatchObject([{ price: expect.any(String), quantity: expect.any(String) }, {}, {}]);
  });

  it("answers trades, the ticker and candles", async () => {
    const scene = await setScene();
    expect((await inStep(scene, `/trades/${pair}?limit=5`)).body).toMatchObject({
      pair,
      status: "live",
      trades: expect.any(Array),
    });
    expect((await inStep(scene, `/ticker/${pair}`)).body).toMatchObject({ pair, status: "live" });
    const klines = await scene.ask(`/klines/${pair}/1min?limit=2`);
    expect(klines).toMatchObject({ source: "venue", body: { klines: expect.any(Array) } });
  });

  it("says which book it does not know, and does not make one up", async () => {
    const { ask } = await setScene();
    for (const kind of ["book", "trades", "ticker"]) {
      expect(await ask(`/${kind}/4BTX_USDT`)).toMatchObject({
        status: 404,
        body: { error: { code: "not-found", msg: expect.stringMatching(/4BTX_USDT.*did you mean 4BTC_USDT\?/) } },
      });
    }
    expect(await ask(`/book/${pair}?levels=0`)).toMatchObject({
      status: 400,
      body: { error: { code: "value-invalid" } },
    });
    expect(await ask("/book/nonsense")).toMatchObject({ status: 400 });
  });

  it("marks what is outdated", async () => {
    const scene = await setScene();
    const { sandbox, ask } = scene;
    await inStep(scene, `/book/${pair}`);
    await sandbox.close();
    await expect.poll(async () => (await ask(`/book/${pair}`)).status).toBe(503);
    const told = await ask(`/book/${pair}?allow-stale=1`);
    expect(told).toMatchObject({ status: 200, body: { status: "stale", reason: expect.any(String) } });
    const health = await ask("/health");
    expect(health).toMatchObject({
      status: 503,
      body: { ready: false, notReady: expect.arrayContaining([expect.objectContaining({ what: `book ${pair}` })]) },
    });
  });
});

describe("the account by short paths", () => {
  it("answers what is held and what waits, and has what was written", async () => {
    const scene = await setScene();
    const { ask } = scene;
    expect((await inStep(scene, "/account")).body["assets"]).toContainEqual(expect.objectContaining({ coin: "USDT" }));
    const placed = await ask("/orders", { body: limitOrder });
    expect(placed.body).toMatchObject({ orderId: expect.any(String), status: "open" });
    const orderId = placed.body["orderId"] as string;
    expect(await openOrders(scene)).toEqual([expect.objectContaining({ orderId, pair, price: "20000" })]);
    expect((await ask(`/orders/${orderId}`)).body).toMatchObject({ orderId, status: "open" });
    expect((await ask(`/orders/${orderId}`, { method: "DELETE" })).body).toEqual({ orderId, cancelled: true });
    expect(await openOrders(scene)).toEqual([]);
    expect((await ask("/plan-orders")).body).toEqual({ planOrders: [] });
  });

  it("trades: a market order's fills and position are there", async () => {
    const scene = await setScene();
    const { ask } = scene;
    await inStep(scene, "/orders");
    const placed = await ask("/orders", { body: { pair, side: "open-long", type: "market", quantity: 0.01 } });
    expect(placed).toMatchObject({ status: 200 });
    await expect
      .poll(async () => (await ask("/positions")).body["positions"])
      .toMatchObject([{ pair, quantity: "0.01" }]);
    await expect
      .poll(async () => (await ask("/fills")).body["fills"])
      .toMatchObject([{ orderId: placed.body["orderId"] }]);
    expect(await ask("/flatten", { body: {} })).toMatchObject({ status: 200, body: { left: [] } });
    await expect.poll(async () => (await ask("/positions")).body["positions"]).toEqual([]);
  });

  it("refuses a market order with a price, which would mean nothing; 0 and none are the same", async () => {
    const { ask } = await setScene();
    const market = { pair, side: "open-long", type: "market", quantity: "0.01" };
    for (const price of ["20000", 20_000, "", "none"]) {
      expect(await ask("/orders", { body: { ...market, price } }), String(price)).toMatchObject({
        status: 400,
        body: { error: { code: "value-invalid", msg: expect.stringMatching(/^A market order takes no price: /) } },
      });
    }
    expect((await ask("/orders", { body: { ...market, price: "0" } })).status).toBe(200);
    expect((await ask("/orders", { body: { ...market, price: 0 } })).status).toBe(200);
  });

  it("goes on where a write changes nothing that is told", async () => {
    const scene = await setScene();
    const { ask } = scene;
    await inStep(scene, "/orders");
    expect((await ask("/v3/cbu/order/planCloseAll", { body: {} })).body).toMatchObject({ state: 0 });
    expect(await ask("/plan-orders")).toMatchObject({ status: 200, source: "mirror" });
    // Leverage changes no asset, and nobody tells of one.
    const mode = { pair, mode: 2, leverage_long: 5, leverage_short: 5 };
    expect((await ask("/v3/cbu/changeMode", { body: mode })).body).toMatchObject({ state: 0 });
    expect(await ask("/account")).toMatchObject({ status: 200, source: "venue" });
    await expect.poll(async () => (await ask("/account")).source, { interval: 500 }).toBe("mirror");
  });

  it("cancels all orders of a pair", async () => {
    const scene = await setScene();
    await scene.ask("/orders", { body: limitOrder });
    await scene.ask("/orders", { body: { ...limitOrder, price: "20001" } });
    expect(await openOrders(scene)).toHaveLength(2);
    expect((await scene.ask("/orders", { method: "DELETE", body: { pair } })).status).toBe(200);
    expect(await openOrders(scene)).toEqual([]);
    expect(await scene.ask("/orders", { method: "DELETE", body: {} })).toMatchObject({ status: 400 });
  });

  it("halts: new orders are refused, open ones cancelled, until it is resumed", async () => {
    const scene = await setScene();
    const { ask } = scene;
    await ask("/orders", { body: limitOrder });
    expect((await ask("/halt", { body: { reason: "news" } })).body).toMatchObject({
      halted: true,
      reason: "news",
      scope: "own",
    });
    expect(await ask("/orders", { body: limitOrder })).toMatchObject({
      status: 422,
      body: { error: { code: "halted" } },
    });
    await expect.poll(async () => (await ask("/halt")).body["isReached"]).toBe(true);
    expect(await openOrders(scene)).toEqual([]);
    expect((await ask("/halt", { method: "DELETE" })).body).toEqual({ halted: false, keeping: "no-store" });
    expect((await ask("/orders", { body: limitOrder })).status).toBe(200);
    expect(await ask("/halt", { body: { scope: "all" } })).toMatchObject({ status: 400 });
    expect((await ask("/halt")).body).toMatchObject({ halted: true });
  });

  it("refuses with a reason", async () => {
    const { ask } = await setScene();
    expect(await ask("/orders", { body: { ...limitOrder, prise: "1" } })).toMatchObject({
      status: 400,
      body: { error: { msg: expect.stringContaining("prise") } },
    });
    expect(await ask("/orders", { body: { ...limitOrder, quantity: "100000" } })).toMatchObject({
      status: 422,
      body: { error: { code: "venue-refused" } },
    });
    expect(await ask("/orders", { method: "POST" })).toMatchObject({ status: 400 });
    // In words for a person, who knows no code of ours.
    for (const [asked, words] of [
      [ask("/orders", { body: { ...limitOrder, side: "buy" } }), /^"side" must be one of open-long, /],
      [ask("/book/btc"), /^"pair" must be the name of a pair, such as 4BTC_USDT$/],
      [ask("/orders/1", { method: "DELETE" }), /^The service refused it: no such order \(venue code 2040, ".*"\)$/],
    ] as const) {
      expect((await asked).body.error?.msg).toMatch(words);
    }
  });
});

describe("the accelerator itself", () => {
  it("is healthy, and says what waits", async () => {
    const { ask } = await setScene({ pairs: [pair] });
    await expect.poll(async () => (await ask("/health")).status).toBe(200);
    expect((await ask("/health")).body).toMatchObject({
      ready: true,
      notReady: [],
      hasKey: true,
      access: "trade",
      halted: false,
    });
    expect((await ask("/queue")).body).toMatchObject({ signedCalls: { queued: { cancel: 0, order: 0 } } });
  });

  it("says what was never there, since it began to look, and makes nothing up of it", async () => {
    const sandbox = await startSandbox({ pairs: [pair], seed: 7 });
    await sandbox.close();
    const beganMs = Date.now();
    const accelerator = await openBefore(sandbox, { pairs: [pair], patienceMs: 100 });
    const { body } = await askAt(accelerator.url, "/health");
    const since = { sinceMs: expect.toSatisfy((atMs: number) => atMs >= beganMs && atMs <= Date.now()) };
    expect(body["notReady"]).toEqual([
      { what: "account", reason: expect.stringMatching(/^never in step since the start: [a-z-]+$/), ...since },
      { what: `book ${pair}`, reason: expect.stringMatching(/^never live since it was asked for: [a-z-]+$/), ...since },
    ]);
    await expect
      .poll(async () => await askAt(accelerator.url, "/orders?allow-stale=1"))
      .toMatchObject({
        status: 503,
        body: { error: { code: "stale", msg: expect.stringContaining("was never in step") } },
      });
  });

  it("names the moment when the account was lost, and not its own start", async () => {
    const { sandbox, ask } = await setScene();
    await expect.poll(async () => (await ask("/account")).source).toBe("mirror");
    let freshAtMs = 0;
    const look = async (): Promise<number> => {
      const askedAtMs = Date.now();
      const { status } = await ask("/account");
      freshAtMs = status === 200 ? askedAtMs : freshAtMs;
      return status;
    };
    expect(await look()).toBe(200);
    await sandbox.close();
    await expect.poll(look, { interval: 5 }).toBe(503);
    const lostByMs = Date.now();
    const { notReady } = (await ask("/health")).body as { notReady: { what: string; sinceMs: number }[] };
    const sinceMs = notReady.find(({ what }) => what === "account")?.sinceMs ?? 0;
    expect(sinceMs).toBeGreaterThanOrEqual(freshAtMs);
    expect(sinceMs).toBeLessThanOrEqual(lostByMs);
    for (const path of ["/account", "/orders"]) {
      const { error } = (await ask(path)).body;
      expect(error, path).toMatchObject({
        code: "stale",
        msg: expect.stringContaining(new Date(sinceMs).toISOString()),
      });
    }
  });

  it("shows its figures to Prometheus", async () => {
    const { accelerator } = await setScene({ pairs: [pair] });
    const text = await (await fetch(`${accelerator.url}/metrics`)).text();
    for (const name of ["depthwire_not_ready", "depthwire_halted 0", 'depthwire_queue{priority="cancel"} 0']) {
      expect(text).toContain(name);
    }
  });

  it("describes itself, and every address that it describes answers", async () => {
    const { accelerator, ask } = await setScene({ pairs: [pair] });
    const paths = (await ask("/")).body["paths"] as { method: string; path: string }[];
    expect(paths.length).toBeGreaterThan(60);
    const own = paths.filter(({ method, path }) => method === "GET" && !path.startsWith("/v") && path !== "/events");
    for (const { path } of own) {
      const real = path.replace(":pair", pair).replace(":period", "1min").replace(":orderId", "1");
      expect((await fetch(accelerator.url + real)).status, real).toBeLessThan(500);
    }
    const page = await fetch(accelerator.url, { headers: { accept: "text/html" } });
    expect(page.headers.get("content-type")).toContain("text/html");
    const text = await page.text();
    expect(text).toContain("/v3/cbu/order/open");
    expect(text).toContain('<a href="/app/">dashboard</a>');
    expect(paths).toContainEqual(expect.objectContaining({ method: "GET", path: "/app/" }));
  });
});
