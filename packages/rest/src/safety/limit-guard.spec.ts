import { describe, expect, it } from "vitest";
import { Trader } from "../index.js";
import { keepingVenue } from "../spec-kit/keeping-venue.spec-kit.js";

import { beyond, heard, market, notKnown, order, scene } from "./limit-scene.spec-kit.js";

describe("a position limit, while the stream tells of the account", () => {
  it("is held to without asking, up to the last digit", async () => {
    const { trader, settle, asked } = scene(() => "1");
    await settle(trader.place(order));
    await expect(trader.place({ ...order, quantity: "0.1" })).rejects.toMatchObject(beyond);
    await settle(trader.place({ ...order, side: "open-short" }));
    await settle(trader.place({ ...order, side: "close-long", quantity: "100" }));
    await expect(settle(trader.place({ ...order, side: "open-short", quantity: "1.1" }))).rejects.toMatchObject(beyond);
    expect(asked()).toBe(0);
  });

  it("counts a fill that an answer told until the stream's position includes it", async () => {
    let held = "0";
    const { trader, settle, asked, positions } = scene(() => held);
    positions.set("4BTC_USDT long", { hc: "2", lc: "2" });
    const handle = await settle(trader.place(market));
    await settle(handle.done);
    await expect(settle(trader.place(order))).rejects.toMatchObject(beyond);
    expect(asked()).toBe(1);
    // A position that was pushed before the order's own news includes nothing of it.
    trader.positionHeard("4BTC_USDT", "long");
    await expect(settle(trader.place(order))).rejects.toMatchObject(beyond);
    expect(asked()).toBe(2);
    trader.heard(heard(handle.orderId, "2", "filled"));
    held = "2";
    trader.positionHeard("4BTC_USDT", "long");
    await settle(trader.place({ ...order, quantity: "1" }));
    expect(asked()).toBe(2);
  });

  it("asks where a fill may count twice, and lets through what the venue says is within", async () => {
    const { trader, settle, asked, positions } = scene(() => "2");
    positions.set("4BTC_USDT long", { hc: "2", lc: "2" });
    const handle = await settle(trader.place({ ...market, quantity: "1" }));
    await settle(handle.done);
    await settle(trader.place({ ...order, quantity: "1" }));
    expect(asked()).toBe(1);
  });

  it("asks where one of several orders may count twice", async () => {
    const { trader, settle, asked, positions } = scene(() => "2");
    positions.set("4BTC_USDT long", { hc: "2", lc: "2" });
    await settle(trader.place({ ...order, quantity: "0.4" }));
    const filled = await settle(trader.place({ ...market, quantity: "0.6" }));
    await settle(filled.done);
    await settle(trader.place({ ...order, quantity: "0.6" }));
    expect(asked()).toBe(1);
  });

  it("does not ask because two tell the same quantity in other digits", async () => {
    let held = "0";
    const { trader, settle, asked, orders, clock } = scene(() => held);
    const handle = await settle(trader.place(order));
    Object.assign(orders.get(handle.orderId) ?? {}, { eq: "1", s: 2 });
    await clock.advanceAndSettle(2_000);
    expect(handle.latest.dealQuantity).toBe("1");
    trader.heard(heard(handle.orderId, "1.0", "partly-filled"));
    held = "1";
    trader.positionHeard("4BTC_USDT", "long");
    await expect(settle(trader.place(order))).rejects.toMatchObject(beyond);
    expect(asked()).toBe(0);
  });

  it("counts no fill twice that the stream told before the answer came", async () => {
    let held = "0";
    let early: (() => void) | undefined;
    const { trader, settle, asked } = scene(
      () => held,
      ({ target }) => {
        if (target.endsWith("order/open")) {
          early?.();
          early = undefined;
        }
        return "answered";
      },
    );
    early = () => {
      trader.heard(heard("100", "2", "filled"));
      held = "2";
      trader.positionHeard("4BTC_USDT", "long");
    };
    await settle(trader.place(market));
    await settle(trader.place({ ...order, quantity: "1" }));
    expect(asked()).toBe(0);
  });

  it("counts a partial fill once: what is left, and what the position holds", async () => {
    let held = "0";
    const { trader, settle } = scene(() => held);
    const handle = await settle(trader.place(order));
    trader.heard(heard(handle.orderId, "1.5", "partly-filled"));
    held = "1.5";
    trader.positionHeard("4BTC_USDT", "long");
    await expect(settle(trader.place({ ...order, quantity: "1.1" }))).rejects.toMatchObject(beyond);
    await settle(trader.place({ ...order, quantity: "1" }));
  });

  it("forgets an order that was cancelled, and counts its fills no longer than a minute", async () => {
    const { trader, settle, clock, positions } = scene(() => "0");
    const cancelled = await settle(trader.place(order));
    trader.heard(heard(cancelled.orderId, "0", "cancelled"));
    const partly = await settle(trader.place({ ...order, quantity: "2.5" }));
    trader.heard(heard(partly.orderId, "1", "partly-cancelled"));
    positions.set("4BTC_USDT long", { hc: "1", lc: "1" });
    await expect(settle(trader.place({ ...order, quantity: "2.5" }))).rejects.toMatchObject(beyond);
    await clock.advanceAndSettle(60_000);
    await settle(trader.place({ ...order, quantity: "2.5" }));
  });
});

describe("a position limit, while the stream is away", () => {
  it("asks the venue, and counts what it was not told yet", async () => {
    const { trader, settle, positions, asked } = scene(() => undefined);
    positions.set("4BTC_USDT long", { hc: "1", lc: "1" });
    const both = [trader.place(order), trader.place(order)];
    const ends = await settle(Promise.allSettled(both));
    expect(ends.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    expect(asked()).toBe(2);
    await expect(settle(trader.place({ ...order, quantity: "0.1" }))).rejects.toMatchObject(beyond);
  });

  it("asks for the order's own pair and side, and counts no other position", async () => {
    const { trader, settle, positions, seen } = scene(() => undefined);
    positions.set("4ETH_USDT long", { hc: "3", lc: "3" });
    positions.set("4BTC_USDT short", { hc: "3", lc: "3" });
    positions.set("4BTC_USDT long", { hc: "1", lc: "1" });
    await settle(trader.place(order));
    const question = seen.find(({ target }) => target.endsWith("position"));
    expect(JSON.parse(question?.body ?? "")).toMatchObject({ pair: "4BTC_USDT", side: 1 });
    await expect(settle(trader.place({ ...order, quantity: "0.1" }))).rejects.toMatchObject(beyond);
  });

  it("asks where nothing mirrors the account", async () => {
    const { client, clock, settle, positions } = keepingVenue();
    positions.set("4BTC_USDT long", { hc: "1", lc: "1" });
    const trader = new Trader({ limits: { maxPositionQuantity: "3" } }, { venue: client, clock });
    await settle(trader.place(order));
    await expect(settle(trader.place({ ...order, quantity: "0.1" }))).rejects.toMatchObject(beyond);
  });

  it("does not ask about an order that another limit refuses", async () => {
    const { client, clock, ends } = keepingVenue();
    const limits = { maxPositionQuantity: "3", maxOrderValue: "1000" };
    const trader = new Trader({ limits }, { venue: client, clock, positionQuantity: () => undefined });
    await expect(trader.place(order)).rejects.toMatchObject({ details: { limit: "maxOrderValue" } });
    expect(ends()).toEqual([]);
  });

  it("ends with the caller's signal, sends nothing, and calls it no limit", async () => {
    const abort = new AbortController();
    const { trader, settle, ends } = scene(
      () => undefined,
      ({ target }) => {
        if (target.endsWith("position") && !abort.signal.aborted) {
          abort.abort();
          return "down";
        }
        return "answered";
      },
    );
    const placed = settle(trader.place(order, { signal: abort.signal }));
    await expect(placed).rejects.toMatchObject({ code: "aborted", ambiguous: false });
    expect(ends()).toEqual(["position"]);
    await settle(trader.place({ ...order, quantity: "3" }));
  });

  it("ends with the client, and calls it no limit", async () => {
    let close = (): void => undefined;
    const { trader, settle, client } = scene(
      () => undefined,
      () => {
        close();
        return "down";
      },
    );
    close = () => client.close();
    await expect(settle(trader.place(order))).rejects.toMatchObject({ code: "closed" });
  });

  it("counts an order that fills while the venue is asked", async () => {
    let onAsk: (() => void) | undefined;
    const { trader, settle } = scene(
      () => undefined,
      ({ target }) => {
        if (target.endsWith("position")) {
          onAsk?.();
        }
        return "answered";
      },
    );
    const first = await settle(trader.place(order));
    onAsk = () => {
      trader.heard(heard(first.orderId, "2", "filled"));
      trader.positionHeard("4BTC_USDT", "long");
    };
    await expect(settle(trader.place(order))).rejects.toMatchObject(beyond);
  });

  it("refuses where the venue does not tell either, and says that it may be known soon", async () => {
    let isDown = true;
    const { trader, settle, ends } = scene(
      () => undefined,
      ({ target }) => (isDown && target.endsWith("position") ? "down" : "answered"),
    );
    await expect(settle(trader.place(order))).rejects.toMatchObject(notKnown);
    expect(ends()).not.toContain("open");
    isDown = false;
    await settle(trader.place(order));
  });

  it("asks for no position where none is limited: closing orders, and other limits", async () => {
    const { client, clock, settle, ends } = keepingVenue();
    const positionQuantity = (): string => {
      throw new Error("nobody asks for it");
    };
    const ports = { venue: client, clock, positionQuantity };
    await settle(new Trader({ limits: { maxPositionQuantity: "3" } }, ports).place({ ...order, side: "close-short" }));
    await settle(new Trader({ limits: { maxOrdersPerSecond: 1 } }, ports).place(order));
    expect(ends()).toEqual(["open", "open"]);
  });

  it("passes on the error of a caller's function as it is", async () => {
    const { client, clock, ends } = keepingVenue();
    const tagPrice = (): string => {
      throw new Error("no tag price today");
    };
    const trader = new Trader({ limits: { maxPositionQuantity: "3" } }, { venue: client, clock, tagPrice });
    await expect(trader.place(order)).rejects.toThrow("no tag price today");
    expect(ends()).toEqual([]);
  });

  it("sends nothing that was halted while the venue was asked", async () => {
    const { trader, settle, ends } = scene(
      () => undefined,
      ({ target }) => {
        if (target.endsWith("position")) {
          void trader.halt("enough");
        }
        return "answered";
      },
    );
    await expect(settle(trader.place(order))).rejects.toMatchObject({ code: "halted" });
    expect(ends()).not.toContain("open");
  });
});
