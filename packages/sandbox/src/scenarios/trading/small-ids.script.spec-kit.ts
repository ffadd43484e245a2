import { expect } from "vitest";
import { inside, openShort } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "a client that goes through doubles finds its order, in every record",
  { covers: { happy: ["usdt.getOrder", "usdt.listOrderHistory", "usdt.cancelOrder"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("usdt.placeOrder", openShort("0.01", inside));
    alice.expectReply({ status: 1 });
    const order_id = alice.orderId;
    expect(String(Number(order_id))).toBe(order_id);
    expect(Number.isSafeInteger(Number(order_id))).toBe(true);
    await alice.expectPushes({ contract_pending: { oi: order_id, s: 1 } }, { contract_assets: { fc: "48.3425366" } });
    await alice.expectRecord("usdt.getOrder", { order_id: String(Number(order_id)) }, { oi: order_id });
    await alice.expectRecord("usdt.listOrderHistory", { page: 1, size: 10 }, { items: [{ id: order_id }] });
    await alice.calls("usdt.cancelOrder", { order_id: String(Number(order_id)) });
    alice.expectReply({ result: "success" });
    scene.passes(5);
    await alice.passesOver();
    await alice.expectRecord("usdt.getOrder", { order_id }, { s: 5 });

    await scene.expectLedgerZero();
  },
);
