import { describe, expect, it } from "vitest";
import { type OrderState, Trader } from "../index.js";
import { type Fate, keepingVenue } from "../spec-kit/keeping-venue.spec-kit.js";
import type { SeenRequest } from "../spec-kit/scripted-venue.spec-kit.js";

import { beyond, heard, order, scene } from "./limit-scene.spec-kit.js";

describe("a position limit, while the outcome of an order is not known", () => {
  const cutOpen = ({ target }: SeenRequest): Fate => (target.endsWith("order/open") ? "cut" : "answered");

  it("counts it until that is found out", async () => {
    const { trader, settle, client } = scene(() => "0", cutOpen);
    const unknown = await settle(trader.place(order, { onUnknown: "throw" })).catch((error: unknown) => error);
    await expect(settle(trader.place(order))).rejects.toMatchObject(beyond);
    expect(await settle(client.resolveOrder(unknown as never, { toleranceMs: 2_000, marginMs: 0 }))).toEqual({
      kind: "not-placed",
    });
    await expect(settle(trader.place(order))).rejects.toMatchObject({ code: "not-placed" });
    await expect(settle(trader.place(order))).rejects.toMatchObject({ code: "not-placed" });
  });

  it("counts no order that certainly was not sent", async () => {
    let isDown = true;
    const { trader, settle } = scene(
      () => "0",
      ({ target }) => (isDown && target.endsWith("order/open") ? "down" : "answered"),
    );
    await expect(settle(trader.place(order))).rejects.toMatchObject({ code: "connect-failed" });
    isDown = false;
    await settle(trader.place(order));
  });
});

it("a limit of orders in a second counts each for exactly a second from when it was let through", async () => {
  const { client, clock } = keepingVenue();
  await clock.advanceAndSettle(10_000);
  const trader = new Trader({ limits: { maxOrdersPerSecond: 1 } }, { venue: client, clock });
  const placed = trader.place(order).catch(() => undefined);
  await clock.advanceAndSettle(999);
  await expect(trader.place(order)).rejects.toMatchObject({ details: { limit: "maxOrdersPerSecond" } });
  await clock.advanceAndSettle(1);
  const second = trader.place(order);
  await clock.advanceAndSettle(100);
  await Promise.all([placed, second]);
});

it("an order whose answer named another one counts by its own news, once the venue has told which it is", async () => {
  const { trader, settle, clock } = scene(
    () => "0",
    ({ target, body }) => {
      const answer = { state: 0, order_id: "999", client_oid: JSON.parse(body ?? "{}").client_oid, status: 1 };
      return target.endsWith("order/open") ? { answer, isCarriedOut: true } : "answered";
    },
  );
  await settle(trader.place({ ...order, clientOrderId: "7" }));
  trader.heard({ ...heard("100", "0", "open"), clientOrderId: "7" } as OrderState);
  await clock.advanceAndSettle(1_000);
  await expect(settle(trader.place(order))).rejects.toMatchObject(beyond);
  trader.heard({ ...heard("100", "0", "cancelled"), clientOrderId: "7" } as OrderState);
  trader.positionHeard("4BTC_USDT", "long");
  await expect(settle(trader.place(order))).resolves.toMatchObject({ latest: { quantity: "2" } });
});
