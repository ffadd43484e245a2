import { openLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "a cancellation takes effect when the operator lets the venue's time pass",
  { covers: { happy: ["usdt.cancelOrder"] } },
  async (scene) => {
    const alice = await scene.trader();
    await scene.operates("POST", "clock/pause", {});
    scene.expectOperated({ state: "paused" });
    await alice.calls("usdt.placeOrder", openLong("0.01", "45000"));
    alice.expectReply({ status: 1 });
    const order_id = alice.orderId;
    await alice.expectPushes({ contract_pending: { oi: order_id, s: 1 } }, { contract_assets: {} });

    await alice.calls("usdt.cancelOrder", { order_id });
    alice.expectReply({ result: "success" });
    scene.passes(1000);
    await alice.expectPushes();
    await scene.operates("POST", "clock/step", { ms: 4 });
    await alice.expectPushes();
    await scene.operates("POST", "clock/step", { ms: 1 });
    scene.expectOperated({ state: "paused", aheadMs: -995 });
    await alice.expectPushes({ contract_pending: { oi: order_id, s: 5 } }, { contract_assets: { b: "1000" } });

    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.getOrder", { order_id }, { s: 5 });
  },
);
