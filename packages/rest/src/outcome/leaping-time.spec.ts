import { OrderOutcomeUnknown } from "@depthwire/core";
import { describe, expect, it } from "vitest";
import { type HaltScene, haltScene, memoryStore } from "../spec-kit/halt-scene.spec-kit.js";
import { moneyVenue, movesMoney } from "../spec-kit/money-venue.spec-kit.js";

const order = { pair: "4BTC_USDT", quantity: "2", side: "open-long", type: "limit", price: "60000" } as const;

/** A venue to which order calls do not get through yet. */
const holding = (ports = {}): HaltScene =>
  haltScene(({ target }) => (target.endsWith("order/open") ? "cut" : "answered"), {}, ports);

/** From now on the venue's time reads ahead, and the client knows. */
async function leap(
  { venueTime, client, settle }: Pick<HaltScene, "venueTime" | "client" | "settle">,
  aheadMs: number,
) {
  venueTime.aheadMs = aheadMs;
  await settle(client.measureVenueTime());
}

/** The request that was held arrives. */
const arrive = (scene: HaltScene): void =>
  void scene.foreign({ coi: scene.client.sentOrders.unfinished()[0]?.clientOrderId ?? "" });

describe("while the venue's time reads ahead", () => {
  it.each([20_000, 40_000])(
    "by %d ms, an order that may still arrive is not told as not placed, and no halt is reached",
    async (aheadMs) => {
      const scene = holding();
      const placing = scene.trader.place(order);
      await scene.pass(1_000);
      await leap(scene, aheadMs);
      const halted = scene.trader.halt("enough");
      await scene.pass(20_000);
      expect(scene.trader.halted?.isReached).toBe(false);
      await leap(scene, 0);
      arrive(scene);
      expect((await scene.settle(placing)).orderId).toBe("100");
      expect(await scene.settle(halted)).toBe("reached");
      expect(scene.open()).toEqual([]);
    },
  );

  it("an order is not placed once tolerance and margin have passed on this computer too", async () => {
    const scene = holding();
    const placing = scene.trader.place(order).catch((error: unknown) => error);
    await scene.pass(1_000);
    await leap(scene, 40_000);
    expect(await scene.settle(placing)).toMatchObject({ code: "not-placed" });
    expect(scene.clock.monotonicMs()).toBeGreaterThanOrEqual(32_000);
    expect(scene.clock.monotonicMs()).toBeLessThan(40_000);
  });

  it("an order of an earlier process counts from when the store told of it", async () => {
    const store = memoryStore();
    const before = holding({ intents: store });
    const unknown = before.trader.place(order, { onUnknown: "throw" }).catch((error: unknown) => error);
    expect(await before.settle(unknown)).toBeInstanceOf(OrderOutcomeUnknown);
    const after = holding({ intents: store });
    await leap(after, 40_000);
    await after.pass(10_000);
    const pending = after.client.resolvePending();
    await after.pass(20_000);
    arrive(after);
    expect(await after.settle(pending)).toMatchObject([{ verdict: { kind: "placed" } }]);
  });

  it("a call without an id of the caller's may still be carried out", async () => {
    const venue = moneyVenue(
      (world) => {
        world.margin = (world.margin ?? 0) + 5;
      },
      (request) => (movesMoney(request) ? "cut" : "answered"),
    );
    const verdict = venue.client.careful.adjustMargin({ pair: "4BTC_USDT", margin: "5", side: "long" });
    venue.clock.after(1_000, () => {
      venue.venueTime.aheadMs = 40_000;
      void venue.client.measureVenueTime();
    });
    venue.clock.after(20_000, () => {
      venue.world.margin = (venue.world.margin ?? 0) + 5;
    });
    expect(await venue.settle(verdict)).toMatchObject({ kind: "done" });
  });
});

it("short searches for one order add up: it counts from the first", async () => {
  const scene = holding();
  const details = { operation: "placeOrder", signedAtMs: scene.clock.epochMs(), clientOrderId: "7", ...order };
  const verdicts: string[] = [];
  for (let i = 0; i < 5; i++) {
    const found = await scene.settle(scene.client.resolveOrder({ ...details }, { timeoutMs: 10_000 }));
    verdicts.push(found.kind);
  }
  expect(verdicts).toEqual(["unknown", "unknown", "unknown", "not-placed", "not-placed"]);
});
