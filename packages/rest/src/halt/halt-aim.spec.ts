import { TransportError } from "@depthwire/core";
import { describe, expect, it } from "vitest";
import { memoryStore, haltScene as scene } from "../spec-kit/halt-scene.spec-kit.js";

const order = { pair: "4BTC_USDT", quantity: "2", side: "open-long", type: "limit", price: "60000" } as const;
const isCancel = (target: string): boolean => /order\/close(All|Batch)?$/.test(target);

describe("a halt", () => {
  it("that is widened before it is reached ends as the wider one does", async () => {
    let isDown = true;
    const { trader, settle, pass, foreign, open } = scene(() => (isDown ? "down" : "answered"));
    foreign({ coi: "123" });
    const first = trader.halt("enough");
    await pass(1_000);
    const second = trader.halt("all of it", { scope: "account" });
    await pass(1_000);
    isDown = false;
    expect(await settle(Promise.all([first, second]))).toEqual(["reached", "reached"]);
    expect(open()).toEqual([]);
  });

  it("is not reached while an order is on its way that no look shows yet", async () => {
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    let isShown = false;
    const { trader, settle, pass, open } = scene(({ target }) => {
      if (target.endsWith("order/open")) {
        return { until: answered };
      }
      return target.endsWith("order/list") && !isShown
        ? { answer: { state: 0, result: { p: 1, t: 0, o: [] } } }
        : "answered";
    });
    const placing = trader.place(order).catch((error: unknown) => error);
    await pass(1_000);
    const halted = trader.halt("enough");
    await pass(1_000);
    expect(open()).toHaveLength(1);
    expect(trader.halted?.isReached).toBe(false);
    isShown = true;
    answer();
    expect(await settle(halted)).toBe("reached");
    expect(open()).toEqual([]);
    await settle(placing);
  });

  it("does not say of an order that was cut off on its way that it was stopped: it may have arrived", async () => {
    let lose: () => void = () => undefined;
    const lost = new Promise<void>((_, reject) => {
      lose = () => reject(new TransportError("connection-lost", { address: "x" }, { ambiguous: true }));
    });
    const { trader, client, settle, pass, open } = scene(({ target }) =>
      target.endsWith("order/open") ? { until: lost } : "answered",
    );
    const placing = client.usdt.placeOrder(order).catch((error: unknown) => error);
    await pass(1_000);
    const halted = trader.halt("enough");
    lose();
    expect(await settle(placing)).toMatchObject({ code: "outcome-unknown", ambiguous: true });
    expect(await settle(halted)).toBe("reached");
    expect(open()).toEqual([]);
  });

  it("that waits for an order says until when only where it is known how long a request stays good", async () => {
    const { client, trader, settle, pass, events } = scene(
      ({ target }) => (target.endsWith("order/open") ? "cut" : "answered"),
      { outcomes: { toleranceMs: "not-known" } },
    );
    await settle(client.usdt.placeOrder(order).catch(() => undefined));
    void trader.halt("enough");
    await pass(10_000);
    const waiting = events.filter(({ kind }) => kind === "halt-waiting");
    expect(waiting).toEqual([expect.objectContaining({ unknown: 1, untilMs: undefined })]);
  });

  it("says that cancels do not go through, also where the request itself fails", async () => {
    let isDown = true;
    const { trader, settle, pass, events, open } = scene(({ target }) =>
      isDown && isCancel(target) ? "down" : "answered",
    );
    await settle(trader.place(order));
    const halted = trader.halt("enough");
    await pass(60_000);
    const failed = events.flatMap((event) => (event.kind === "halt-round-failed" ? [event.error] : []));
    expect(failed.length).toBeGreaterThan(1);
    expect(failed[0]).toMatchObject({ code: "connect-failed" });
    isDown = false;
    expect(await settle(halted)).toBe("reached");
    expect(open()).toEqual([]);
  });

  it("of an account cancels by its id what was thought refused and is open, where nothing shows it", async () => {
    const { trader, client, settle, pass, open, orders, seen } = scene(({ target }) => {
      if (target.endsWith("order/open")) {
        return { refused: 2091, isCarriedOut: true };
      }
      return target.endsWith("order/list") ? { refused: 4000 } : "answered";
    });
    await settle(client.usdt.placeOrder({ ...order, clientOrderId: "55" }).catch(() => undefined));
    const [kept] = [...orders.values()];
    client.sentOrders.heard({ orderId: kept?.oi ?? "", clientOrderId: "55", status: "open" });
    void trader.halt("enough", { scope: "account" });
    await pass(20_000);
    expect(open()).toEqual([]);
    const pairs = seen
      .filter(({ target }) => target.endsWith("closeAll"))
      .map(({ body }) => JSON.parse(body ?? "{}").pair);
    expect(pairs.filter((pair) => pair !== order.pair)).toEqual([]);
  });

  it("asks for no cancel of an earlier process's order that it finds finished", async () => {
    const store = memoryStore();
    const intent = { operation: "placeOrder", signedAtMs: 1, clientOrderId: "77", ...order };
    store.remembered.set("77", { intent, end: "answered" });
    const { trader, pass, foreign, ends } = scene(
      ({ target }) => (target.endsWith("order/list") ? { refused: 4000 } : "answered"),
      {},
      { intents: store },
    );
    foreign({ coi: "77", s: 3 });
    await pass(10);
    void trader.halt("enough");
    await pass(10_000);
    expect(ends()).toContain("listBatchByClientOid");
    expect(ends().filter((end) => end.startsWith("close"))).toEqual([]);
  });

  it("of an account asks for no positions where no plan waits", async () => {
    const { trader, settle, ends } = scene();
    expect(await settle(trader.halt("enough", { scope: "account" }))).toBe("reached");
    expect(ends()).toContain("planOrderList");
    expect(ends()).not.toContain("position");
  });

  it("ends with its client: nothing can be cancelled through one that is closed", async () => {
    const { trader, client, settle, pass, events } = scene(() => "down");
    const halted = trader.halt("enough");
    await pass(1_000);
    client.close();
    expect(await settle(halted, 10_000)).toBe("closed");
    const failures = events.filter((event) => event.kind === "halt-round-failed").map(({ error }) => error);
    expect(failures).not.toContainEqual(expect.objectContaining({ code: "closed" }));
  });

  it("says which list was not whole, and that it cannot be sure for that", async () => {
    const { trader, pass, events } = scene(({ target }) =>
      target.endsWith("order/list") ? { answer: { state: 0, result: { p: 1, t: 50, o: [] } } } : "answered",
    );
    void trader.halt("enough");
    await pass(100);
    expect(events.at(-1)).toMatchObject({
      kind: "halt-round-failed",
      error: {
        code: "response-shape",
        details: { operation: "getOpenOrders", path: "t", status: 200 },
        cause: { code: "message-shape", details: { path: "t", expected: "as many orders as the list has" } },
      },
    });
  });

  it("cancels at once what an earlier process left, though no list is answered", async () => {
    const store = memoryStore();
    const intent = { operation: "placeOrder", signedAtMs: 1, clientOrderId: "77", ...order };
    store.remembered.set("77", { intent, end: "answered" });
    const { trader, pass, foreign, open } = scene(
      ({ target }) => (target.endsWith("order/list") ? { until: new Promise(() => undefined) } : "answered"),
      {},
      { intents: store },
    );
    foreign({ coi: "77" });
    await pass(10);
    void trader.halt("enough");
    await pass(200);
    expect(open()).toEqual([]);
  });

  it("without a reason has one all the same, and the mistake is reported", async () => {
    const { trader, client } = scene();
    expect(() => client.halt("")).toThrow(expect.objectContaining({ code: "option-invalid" }));
    expect(trader.halted?.reason).toMatch(/\w/);
    const other = scene();
    expect(() => other.client.halt(7 as never)).toThrow(expect.objectContaining({ code: "option-invalid" }));
    expect(other.trader.halted?.reason).toBe("halted without a reason");
    const named = scene();
    expect(() => named.client.halt("enough", { scope: "all" } as never)).toThrow();
    expect(named.trader.halted).toMatchObject({ reason: "enough", scope: "own", plans: "keep" });
  });
});

it("flatten gives up where market orders find nothing to trade with, and says what is left", async () => {
  const at = scene(({ target, body = "{}" }) => {
    if (!target.endsWith("order/open")) {
      return "answered";
    }
    const coi = String(JSON.parse(body).client_oid);
    const kept = at.foreign({ coi, sd: 3, q: "1", s: 5 });
    return { answer: { state: 0, order_id: kept.oi, client_oid: coi, status: 5 } };
  });
  at.positions.set("4BTC_USDT long", { hc: "1", lc: "1" });
  const { orders, left } = await at.settle(at.trader.flatten());
  expect(orders).toHaveLength(5);
  expect(left).toMatchObject([{ pair: "4BTC_USDT", side: "long", closableQuantity: "1" }]);
});
