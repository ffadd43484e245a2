import type { usdt } from "@depthwire/schema";
import { describe, expect, it } from "vitest";
import type { OrderState, Replacement } from "../index.js";
import { haltScene as scene } from "../spec-kit/halt-scene.spec-kit.js";

const order = { pair: "4BTC_USDT", quantity: "2", side: "open-long", type: "limit", price: "60000" } as const;
const closing: usdt.PlaceOrderInput = { ...order, side: "close-long" };

describe("a replacement whose cancel is refused", () => {
  it.each([3024, 2086, 3026, 2040])("with %i rejects with the refusal, and the order stays", async (code) => {
    let isRefusing = false;
    const { trader, settle, open } = scene(({ target }) =>
      isRefusing && target.endsWith("/close") ? { refused: code } : "answered",
    );
    const handle = await settle(trader.place(order));
    isRefusing = true;
    await expect(settle(handle.replace({ price: "60001" }))).rejects.toMatchObject({ venueCode: code });
    expect(open()).toEqual([handle.orderId]);
    isRefusing = false;
    expect((await settle(handle.replace({ price: "60001" }))).latest.price).toBe("60001");
  });

  it("for another reason is not placed, though the order is finished: the refusal is the caller's to know", async () => {
    const { trader, settle, orders, open } = scene(({ target }) =>
      target.endsWith("/close") ? { refused: 3024 } : "answered",
    );
    const handle = await settle(trader.place(order));
    Object.assign(orders.get(handle.orderId) ?? {}, { s: 5 });
    await expect(settle(handle.replace({ price: "60001" }))).rejects.toMatchObject({ venueCode: 3024 });
    expect(open()).toEqual([]);
  });

  it("since the venue knows no such order rejects with that where no look shows it", async () => {
    const { trader, settle, ends } = scene(({ target }) => {
      if (target.endsWith("/close")) {
        return { refused: 2040 };
      }
      return target.endsWith("listBatch") ? { answer: { state: 0, result: [] } } : "answered";
    });
    const handle = await settle(trader.place(order));
    await expect(settle(handle.replace({ price: "60001" }))).rejects.toMatchObject({ venueCode: 2040 });
    expect(ends().filter((end) => end === "open")).toHaveLength(1);
  });

  it("because somebody cancelled the order is placed all the same", async () => {
    const { trader, settle, orders, open, clock } = scene();
    const handle = await settle(trader.place(order));
    const kept = orders.get(handle.orderId);
    if (kept !== undefined) {
      kept.s = 5;
    }
    const beganMs = clock.monotonicMs();
    const replaced = await settle(handle.replace({ price: "60001" }));
    // The order is asked for at once: no poll is waited for.
    expect(clock.monotonicMs() - beganMs).toBeLessThan(1_000);
    expect(open()).toEqual([replaced.orderId]);
  });
});

describe("what replaces an order", () => {
  const invalid: readonly (readonly [name: string, replacement: Record<string, unknown>, path: string])[] = [
    ["a price that is no number", { price: "4600x" }, "price"],
    ["a price that is no text", { price: 60_001 }, "price"],
    ["a price below zero", { price: "-5" }, "price"],
    ["no quantity", { quantity: "0" }, "quantity"],
    ["a key that means nothing", { prise: "60001" }, "prise"],
  ];

  it.each(invalid)("is refused before the cancel: %s", async (_, replacement, path) => {
    const { trader, settle, open, ends } = scene();
    const handle = await settle(trader.place(order));
    await expect(settle(handle.replace(replacement as Replacement))).rejects.toMatchObject({
      code: "value-invalid",
      details: { path },
    });
    expect(open()).toEqual([handle.orderId]);
    expect(ends()).not.toContain("close");
  });

  it.each([
    ["maxOrderValue", { maxOrderValue: "200000" }, { quantity: "5" }],
    ["maxPositionQuantity", { maxPositionQuantity: "3" }, { quantity: "4" }],
    ["maxOrdersPerSecond", { maxOrdersPerSecond: 1 }, { price: "60001" }],
  ] as const)("is held to %s before the cancel", async (limit, limits, replacement) => {
    const { trader, settle, open } = scene(undefined, { limits });
    const handle = await settle(trader.place(order));
    await expect(settle(handle.replace(replacement), 500)).rejects.toMatchObject({
      code: "limit-exceeded",
      details: { limit },
    });
    expect(open()).toEqual([handle.orderId]);
  });

  it("does not count beside the order that it replaces", async () => {
    const { trader, settle, open } = scene(undefined, { limits: { maxPositionQuantity: "3" } });
    const handle = await settle(trader.place(order));
    const replaced = await settle(handle.replace({ quantity: "3" }));
    expect(open()).toEqual([replaced.orderId]);
  });
});

describe("what replaces an order that was traded meanwhile", () => {
  type Told = readonly (number | readonly [status: OrderState["status"], dealQuantity: string])[];
  const half: readonly (readonly [name: string, told: Told])[] = [
    ["a trade, then an end without it", [0.5, ["cancelled", "0"]]],
    ["a trade, then an end with less of it", [0.5, ["partly-cancelled", "0.1"]]],
    ["two trades, then an end with one of them", [0.2, 0.3, ["partly-cancelled", "0.2"]]],
    [
      "the order's own word, then an end with less",
      [
        ["partly-filled", "0.5"],
        ["cancelled", "0"],
      ],
    ],
    ["an end without the trade, then the trade", [["cancelled", "0"], 0.5]],
    ["the end alone", [["partly-cancelled", "0.50"]]],
  ];

  it.each(half)("is what is left by whatever told that most was traded: %s", async (_, told) => {
    const { trader, settle, orders } = scene(({ target }) => {
      if (target.endsWith("/close")) {
        for (const one of told) {
          tell(one);
        }
      }
      return "answered";
    });
    const handle = await settle(trader.place(order));
    const tell = (one: Told[number]): void => {
      const { orderId, pair, side } = handle.latest;
      if (typeof one === "number") {
        trader.fillHeard({ orderId, pair, side, dealQuantity: String(one) });
      } else {
        trader.heard({ ...handle.latest, status: one[0], dealQuantity: one[1] as OrderState["dealQuantity"] });
      }
    };
    const replaced = await settle(handle.replace({ price: "60001" }));
    expect(orders.get(replaced.orderId)?.q).toBe("1.5");
  });

  it("is nothing where all of it was traded, whatever its end says", async () => {
    const { trader, settle, open, events } = scene(({ target }) => {
      if (target.endsWith("/close")) {
        const { orderId, pair, side } = handle.latest;
        trader.fillHeard({ orderId, pair, side, dealQuantity: "2" });
      }
      return "answered";
    });
    const handle = await settle(trader.place(order));
    await expect(settle(handle.replace({ price: "60001" }))).rejects.toMatchObject({
      code: "value-invalid",
      details: { path: "quantity" },
    });
    expect(open()).toEqual([]);
    expect((await handle.done).dealQuantity).toBe("2");
    const told = {
      kind: "order-traded-less",
      knownQuantity: "2",
      order: { orderId: handle.orderId, dealQuantity: "0" },
    };
    expect(events).toMatchObject([told]);
  });
});

describe("an order", () => {
  it("with a key that means nothing is refused, and the error names it", async () => {
    const { trader, settle, ends } = scene();
    const misspelt = { ...order, timeInForce: "IOC" } as usdt.PlaceOrderInput;
    await expect(settle(trader.place(misspelt))).rejects.toMatchObject({
      code: "value-invalid",
      details: { path: "timeInForce" },
    });
    await expect(settle(trader.place(undefined as unknown as usdt.PlaceOrderInput))).rejects.toMatchObject({
      code: "value-invalid",
    });
    expect(ends()).not.toContain("open");
  });
});

describe("a halt and a replacement of a closing order", () => {
  it("begun before: the replacement is not sent, and nothing rests", async () => {
    const { trader, settle, open, pass } = scene();
    const handle = await settle(trader.place(closing));
    const replacing = handle.replace({ price: "60100" }).catch((error: unknown) => error);
    const halted = trader.halt("enough");
    expect(await settle(halted)).toBe("reached");
    expect(await settle(replacing)).toMatchObject({ code: "halted" });
    await pass(5_000);
    expect(open()).toEqual([]);
  });

  it("begun after the halt, of an order that it cannot cancel yet: refused before its own cancel", async () => {
    const { trader, settle, ends } = scene(({ target }) => (target.endsWith("closeBatch") ? "down" : "answered"));
    const handle = await settle(trader.place(closing));
    void trader.halt("enough");
    await expect(settle(handle.replace({ price: "60100" }), 1_000)).rejects.toMatchObject({ code: "halted" });
    expect(ends()).not.toContain("close");
  });

  it("begun after the halt, of an order that it cancels: refused", async () => {
    const { trader, settle, open, pass } = scene();
    const handle = await settle(trader.place(closing));
    const halted = trader.halt("enough");
    await expect(settle(handle.replace({ price: "60100" }))).rejects.toMatchObject({ code: "halted" });
    expect(await settle(halted)).toBe("reached");
    await pass(5_000);
    expect(open()).toEqual([]);
  });

  it.each([1, 2, 5, 20, 100])("begun %i steps before: nothing rests when it is reached", async (steps) => {
    const { trader, settle, open, clock, pass } = scene();
    const handle = await settle(trader.place(closing));
    const replacing = handle.replace({ price: "60100" }).catch((error: unknown) => error);
    for (let step = 0; step < steps; step++) {
      await clock.advanceAndSettle(step % 2);
    }
    expect(await settle(trader.halt("enough"))).toBe("reached");
    await settle(replacing);
    await pass(5_000);
    expect(open()).toEqual([]);
  });

  it("of an order that was sent while trading was halted: goes on", async () => {
    const { trader, settle, open } = scene();
    await settle(trader.halt("enough"));
    const handle = await settle(trader.place(closing));
    const replaced = await settle(handle.replace({ price: "60100" }));
    expect(open()).toEqual([replaced.orderId]);
  });
});

it("what replaces a closing order is stopped by a halt that comes while it waits to be sent", async () => {
  let begun = 0;
  const begin = (): Promise<void> => (++begun === 1 ? Promise.resolve() : new Promise(() => undefined));
  const intents = { begin, end: async () => undefined };
  const { trader, settle, pass, open } = scene(undefined, {}, { intents });
  const handle = await settle(trader.place(closing));
  const replacing = handle.replace({ price: "60100" }).catch((error: unknown) => error);
  await pass(5_000);
  expect(begun).toBe(2);
  void trader.halt("enough");
  expect(await settle(replacing, 1_000)).toMatchObject({ code: "halted", details: { reason: "enough" } });
  expect(open()).toEqual([]);
});
