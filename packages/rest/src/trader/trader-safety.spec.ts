import { describe, expect, it } from "vitest";
import { order, scene } from "./trader-scene.spec-kit.js";

describe("safety", () => {
  it("says what is wrong with values that cannot be read, before it calculates with them", async () => {
    const { trader, seen } = scene({ limits: { maxOrderValue: "50000" }, marketChecks: "all" });
    await expect(trader.place({ ...order, price: "NaN" })).rejects.toMatchObject({ code: "value-invalid" });
    await expect(trader.place({ ...order, quantity: "" })).rejects.toMatchObject({ code: "value-invalid" });
    expect(seen).toEqual([]);
  });

  it("refuses beyond the caller's limits before anything is sent", async () => {
    const limits = { maxPositionQuantity: "3", maxOrdersPerSecond: 2, priceCollar: "0.01" };
    const ports = { tagPrice: () => "60000", positionQuantity: () => "0.5" };
    const { trader, settle, clock, ends } = scene({ limits }, ports);
    await settle(trader.place(order));
    const exceeded = (limit: string): unknown =>
      expect.objectContaining({ details: expect.objectContaining({ limit }) });
    await expect(trader.place(order)).rejects.toEqual(exceeded("maxPositionQuantity"));
    await expect(trader.place({ ...order, quantity: "0.1", price: "61000" })).rejects.toEqual(exceeded("priceCollar"));
    await settle(trader.place({ ...order, quantity: "0.1" }));
    await expect(trader.place({ ...order, quantity: "0.1" })).rejects.toEqual(exceeded("maxOrdersPerSecond"));
    await clock.advanceAndSettle(1_000);
    await settle(trader.place({ ...order, quantity: "0.1" }));
    expect(ends().filter((end) => end === "open")).toHaveLength(3);
  });

  it("counts orders whose calls are not answered yet", async () => {
    const ports = { positionQuantity: () => "0" };
    const { trader, settle } = scene({ limits: { maxPositionQuantity: "3" } }, ports);
    const both = await settle(Promise.allSettled([trader.place(order), trader.place(order)]));
    expect(both.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
  });

  it("follows no order that is placed after it was closed", async () => {
    const { trader, settle } = scene();
    const late = trader.place(order);
    trader.close();
    const handle = await settle(late);
    await expect(handle.done).rejects.toMatchObject({ code: "closed" });
    expect(trader.openOrders).toEqual([]);
  });

  it("halts at a disconnect where that is wanted, and only there", async () => {
    const keeps = scene();
    await keeps.settle(keeps.trader.place(order));
    keeps.trader.disconnected();
    expect(keeps.trader.halted).toBeUndefined();
    const halts = scene({ onDisconnect: "halt" });
    await halts.settle(halts.trader.place(order));
    halts.trader.disconnected();
    expect(halts.trader.halted?.reason).toBe("the private stream was lost");
    expect(await halts.settle(halts.trader.halted?.complete ?? Promise.resolve("none"))).toBe("reached");
    expect(halts.orders.get("100")?.s).toBe(5);
  });
});
