import type { OrderOutcomeUnknown } from "@depthwire/core";
import { describe, expect, it } from "vitest";
import type { OrderVerdict } from "../index.js";
import { type HaltScene, haltScene } from "../spec-kit/halt-scene.spec-kit.js";
import type { Fate } from "../spec-kit/keeping-venue.spec-kit.js";

const order = { pair: "4BTC_USDT", quantity: "2", side: "open-long", type: "limit", price: "60000" } as const;

/** Orders are carried out and never answered, or not even carried out. */
const venueThat = (fate: Fate): HaltScene =>
  haltScene(({ target }) => (target.endsWith("order/open") ? fate : "answered"), {}, {}, { clientOrderIds: "any" });

async function cutOff({ client, settle }: HaltScene, clientOrderId: string): Promise<OrderOutcomeUnknown> {
  const failed = client.usdt.placeOrder({ ...order, clientOrderId }).catch((error: unknown) => error);
  return (await settle(failed)) as OrderOutcomeUnknown;
}

/** The integer form of the query refuses such an id, and must not hold up what is asked beside it. */
describe("an order with an id that is no integer, where that is allowed", () => {
  it.each(["mm-1", "007"])("is found by the id %j", async (id) => {
    const scene = venueThat("lost");
    const verdict = scene.client.resolveOrder(await cutOff(scene, id));
    expect(await scene.settle(verdict, 200_000)).toMatchObject({ kind: "placed", orders: [{ clientOrderId: id }] });
  });

  it("holds up no other order, and is absent after its fence", async () => {
    const scene = venueThat("cut");
    const unknowns = [await cutOff(scene, "mm-1"), await cutOff(scene, "77")];
    const verdicts: Promise<readonly OrderVerdict[]> = scene.client.resolveOrders(unknowns);
    expect(await scene.settle(verdicts, 200_000)).toEqual([{ kind: "not-placed" }, { kind: "not-placed" }]);
    expect(scene.clock.monotonicMs()).toBeLessThan(45_000);
  });

  it.each(["0", "7"])("stays unknown where a record shows %j in place of it", async (shown) => {
    const scene = venueThat("cut");
    const unknown = await cutOff(scene, "007");
    const { oi } = scene.foreign({ coi: shown });
    expect(await scene.settle(scene.client.resolveOrder(unknown), 200_000)).toMatchObject({
      kind: "unknown",
      reason: "look-alikes",
      candidates: [{ orderId: oi }],
    });
  });

  it("does not keep a halt from being reached", async () => {
    const scene = venueThat("lost");
    await cutOff(scene, "mm-1");
    expect(scene.open()).toHaveLength(1);
    expect(await scene.settle(scene.trader.halt("enough"))).toBe("reached");
    expect(scene.open()).toEqual([]);
  });
});
