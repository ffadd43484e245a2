import { expect } from "vitest";
import { openLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "the venue goes back to a snapshot: what came later has never happened, and its ids come again",
  { covers: { happy: ["usdt.placeOrder", "usdt.getOpenOrders"] } },
  async (scene) => {
    const alice = await scene.trader();
    await alice.calls("usdt.placeOrder", openLong("0.01", "45000"));
    await alice.passesOver();
    await scene.operates("POST", "snapshots", { name: "one-order" });
    scene.expectOperated({ snapshot: { name: "one-order", atMs: scene.now() } });

    await alice.calls("usdt.placeOrder", openLong("0.02", "44000"));
    const { orderId } = alice;
    await alice.expectPushes({ contract_pending: { oi: orderId, s: 1 } }, { contract_assets: {} });
    await scene.operates("POST", "snapshots/one-order/go-back", {});
    scene.expectOperated({ snapshot: { name: "one-order" } });

    expect(await alice.stream.client.closed).toBe(1001);
    await alice.expectRecord("usdt.getOpenOrders", { order_side: 1 }, { t: 1, o: [{ p: "45000" }] });
    await scene.expectLedgerZero();
    await alice.calls("usdt.placeOrder", openLong("0.02", "44000"));
    alice.expectReply({ status: 1, order_id: orderId });
  },
);
