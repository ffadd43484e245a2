import { VenueError } from "@depthwire/core";
import { describe, expect, it } from "vitest";
import type { PlaceOptions, TraderOptions } from "../index.js";
import { type HaltScene, haltScene } from "../spec-kit/halt-scene.spec-kit.js";
import type { Fate } from "../spec-kit/keeping-venue.spec-kit.js";

const order = { pair: "4BTC_USDT", quantity: "2", side: "open-long", type: "limit", price: "60000" } as const;

/** A trader in a runtime that may repeat requests, and what becomes of its orders and cancels. */
function scene(placing: Fate, cancelling: Fate = "answered", options: TraderOptions = {}): HaltScene {
  const fateOf = ({ target }: { readonly target: string }): Fate => {
    const isPlaced = target.endsWith("order/open");
    return isPlaced ? placing : target.endsWith("order/close") ? cancelling : "answered";
  };
  return haltScene(fateOf, options, {}, {}, "may-repeat");
}

const place = ({ trader, settle }: HaltScene, options?: PlaceOptions): ReturnType<typeof trader.place> =>
  settle(trader.place({ ...order, clientOrderId: "7" }, options), 200_000);

describe("a refusal where the runtime may have sent the order twice", () => {
  it.each([2034, 3025, 2027, 2091, 2011, 2066, 2131, 9999])("says nothing of the first copy: %i", async (refused) => {
    const at = scene({ refused, isCarriedOut: true });
    const placed = await place(at);
    expect(at.open()).toEqual([placed.orderId]);
    expect(placed.twins).toEqual([]);
    const other = scene({ refused, isCarriedOut: true });
    await expect(place(other, { onUnknown: "throw" })).rejects.toMatchObject({
      code: "outcome-unknown",
      ambiguous: true,
      details: { clientOrderId: "7" },
      cause: { venueCode: refused },
    });
  });

  it("is told as it was once it is certain that no copy was carried out", async () => {
    const at = scene({ refused: 2027 });
    const beganMs = at.clock.monotonicMs();
    await expect(place(at)).rejects.toMatchObject({ code: "venue-refused", venueCode: 2027, ambiguous: false });
    expect(at.clock.monotonicMs() - beganMs).toBeGreaterThanOrEqual(32_000);
  });

  it("is certain at once where every copy would get it", async () => {
    const at = scene({ refused: 2092 });
    const beganMs = at.clock.monotonicMs();
    await expect(place(at)).rejects.toBeInstanceOf(VenueError);
    expect(at.clock.monotonicMs() - beganMs).toBeLessThan(1_000);
  });

  it("still cools the throttle down where it says that calls are too frequent", async () => {
    const at = scene({ refused: 2091, isCarriedOut: true });
    await expect(place(at, { onUnknown: "throw" })).rejects.toMatchObject({ code: "outcome-unknown" });
    expect(at.logs.map(({ event }) => event)).toContain("venue-cool-down");
  });
});

describe("a cancel that the runtime may have sent twice", () => {
  it("is done where the order is cancelled, although the second copy was refused", async () => {
    const at = scene("answered", { refused: 2033, isCarriedOut: true });
    const placed = await place(at);
    await at.settle(placed.cancel());
    expect(at.open()).toEqual([]);
  });
});

describe("an order that stands twice", () => {
  it.each<[string, Fate]>([
    ["was answered", "twice"],
    ["was cut off", "lost"],
  ])("keeps the one of the handle, and the other is cancelled: it %s", async (_, fate) => {
    const at = scene(fate);
    const placing = at.trader.place({ ...order, clientOrderId: "7" });
    const foreign = fate === "lost" ? at.foreign({ coi: "7" }) : undefined;
    const placed = await at.settle(placing, 200_000);
    await at.pass(2_000);
    expect(at.open()).toEqual([placed.orderId]);
    expect(placed.twins).toMatchObject([{ status: "cancelled", dealQuantity: "0", clientOrderId: "7" }]);
    expect(at.events.map(({ kind }) => kind)).toEqual(["client-order-id-twice", "twin-finished"]);
    if (foreign !== undefined) {
      expect([placed.orderId, placed.twins[0]?.orderId]).toContain(foreign.oi);
    }
    await at.settle(placed.cancel());
    expect(at.open()).toEqual([]);
  });

  it("is found at once, and no later look is needed for that", async () => {
    const at = scene("twice");
    const placed = await place(at);
    await at.pass(150);
    expect(placed.twins).toHaveLength(1);
  });

  it("is looked for after as long as requests usually stay good, where nobody knows how long", async () => {
    const at = scene("answered", "answered", { outcomes: { toleranceMs: "not-known" } });
    const placed = await place(at);
    await at.pass(20_000);
    const late = at.foreign({ coi: "7" });
    await at.pass(15_000);
    expect(placed.twins).toMatchObject([{ orderId: late.oi, status: "cancelled" }]);
  });

  it("is looked for no longer than its caller knows requests to stay good", async () => {
    const at = scene("answered", "answered", { outcomes: { toleranceMs: 2_000, marginMs: 0 } });
    const placed = await place(at);
    await at.pass(1_000);
    const late = at.foreign({ coi: "7" });
    await at.pass(1_500);
    expect(placed.twins).toMatchObject([{ orderId: late.oi }]);
  });

  it("is not suspected of an order that no look shows yet", async () => {
    const at = haltScene(
      ({ target }) => (/list(Batch|$)/.test(target) ? { answer: { state: 0, result: [] } } : "answered"),
      { pollEveryMs: 100_000 },
      {},
      {},
      "may-repeat",
    );
    await place(at);
    await at.pass(1_000);
    const asked = at.seen.length;
    await at.pass(20_000);
    expect(at.seen.length).toBe(asked);
    expect(at.client.sentOrders.find({ clientOrderId: "7" })).toMatchObject({ orderId: "100", progress: "open" });
  });

  it("tells what the other had traded, and keeps as the caller's the one that traded most", async () => {
    const at = scene("lost");
    const placing = at.trader.place({ ...order, clientOrderId: "7" });
    const foreign = at.foreign({ coi: "7", eq: "1.5", s: 2 });
    const placed = await at.settle(placing, 200_000);
    expect(placed.orderId).toBe(foreign.oi);
    const answered = scene("twice");
    const kept = await place(answered);
    const [twin] = [...answered.orders.values()].filter(({ oi }) => oi !== kept.orderId);
    Object.assign(twin ?? {}, { eq: "2", s: 3 });
    await answered.pass(2_000);
    expect(answered.events.at(-1)).toMatchObject({
      kind: "twin-finished",
      order: { status: "filled", dealQuantity: "2" },
    });
    expect(answered.open()).toEqual([kept.orderId]);
  });

  it("is looked for again when no copy can arrive any more, and then no more", async () => {
    const at = scene("answered");
    const placed = await place(at);
    await at.pass(20_000);
    const late = at.foreign({ coi: "7" });
    await at.pass(15_000);
    expect(placed.twins).toMatchObject([{ orderId: late.oi, status: "cancelled" }]);
    expect(at.open()).toEqual([placed.orderId]);
    await at.settle(placed.cancel());
    await at.pass(10_000);
    const asked = at.seen.length;
    await at.pass(60_000);
    expect(at.seen.length).toBe(asked);
    expect(at.clock.pending()).toBe(0);
  });

  it.each([
    [3024, { venueCode: 3024 }],
    [2033, undefined],
  ])(
    "is cancelled with its handle, and a twin that is finished already, which %i says, is no error",
    async (refused, error) => {
      let cancels: Fate = "down";
      let twinId = "";
      const at = haltScene(
        ({ target, body = "" }) => {
          if (target.endsWith("order/open")) {
            return "twice";
          }
          return target.endsWith("order/close") && body.includes(twinId) ? cancels : "answered";
        },
        {},
        {},
        { retry: { maxAttempts: 1 } },
        "may-repeat",
      );
      const placed = await at.settle(at.trader.place({ ...order, clientOrderId: "7" }));
      await at.pass(300);
      twinId = placed.twins[0]?.orderId ?? "";
      expect(twinId).not.toBe("");
      cancels = { refused };
      const end = await at.settle(placed.cancel().catch((failed: unknown) => failed));
      expect(end).toEqual(error === undefined ? undefined : expect.objectContaining(error));
      expect(at.open()).toEqual([twinId]);
    },
  );

  it("is noticed at once where the stream shows the other, and is cancelled until the venue says that it is", async () => {
    const refusals: Fate[] = ["down", "cut"];
    const at = haltScene(
      ({ target }) => (target.endsWith("order/close") ? (refusals.shift() ?? "answered") : "answered"),
      {},
      {},
      { retry: { maxAttempts: 1 } },
      "may-repeat",
    );
    const placed = await at.settle(at.trader.place({ ...order, clientOrderId: "7" }));
    await at.pass(1_000);
    const late = at.foreign({ coi: "7" });
    at.trader.heard({ ...placed.latest, orderId: late.oi as never, clientOrderId: "7" as never });
    await at.pass(4_000);
    expect(at.open()).toEqual([placed.orderId]);
    expect(refusals).toEqual([]);
  });

  it("is another order where it only has the same id: the trader leaves it alone", async () => {
    const at = scene("answered");
    const earlier = at.foreign({ coi: "7", t: at.clock.epochMs() - 60_000 });
    const larger = at.foreign({ coi: "7", q: "3" });
    const placed = await place(at);
    await at.pass(40_000);
    expect(placed.twins).toEqual([]);
    expect(at.open()).toEqual([earlier.oi, larger.oi, placed.orderId]);
  });

  it("is left alone where the runtime sends each request once", async () => {
    const at = haltScene(({ target }) => (target.endsWith("order/open") ? "twice" : "answered"));
    const placed = await at.settle(at.trader.place({ ...order, clientOrderId: "7" }));
    await at.pass(5_000);
    expect(placed.twins).toEqual([]);
    expect(at.open()).toHaveLength(2);
  });

  it("counts towards the position limit until it is gone", async () => {
    const at = scene("twice", "down", { limits: { maxPositionQuantity: "5" } });
    await place(at);
    await at.pass(2_000);
    await expect(at.settle(at.trader.place(order))).rejects.toMatchObject({ code: "limit-exceeded" });
  });

  it("is looked for no more once the trader is closed while it looks", async () => {
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const at = haltScene(
      ({ target }) => (target.endsWith("ByClientOid") ? { until: answered } : "answered"),
      {},
      {},
      {},
      "may-repeat",
    );
    await place(at);
    await at.pass(100);
    expect(at.ends().at(-1)).toBe("listBatchByClientOid");
    at.trader.close();
    answer();
    await at.pass(1_000);
    const asked = at.seen.length;
    await at.pass(60_000);
    expect(at.seen.length).toBe(asked);
  });

  it("is looked for no more once the trader is closed", async () => {
    const at = scene("answered");
    await place(at);
    at.trader.close();
    const asked = at.seen.length;
    const late = at.foreign({ coi: "7" });
    at.trader.heard({ ...order, orderId: late.oi, clientOrderId: "7", status: "open", dealQuantity: "0" } as never);
    await at.pass(60_000);
    expect(at.seen.length).toBe(asked);
  });
});
