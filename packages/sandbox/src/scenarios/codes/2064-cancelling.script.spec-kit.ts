import { openLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "2064: cancelling again while the venue is still at it",
  { covers: { codes: [2064], unhappy: ["usdt.cancelOrder"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("usdt.placeOrder", openLong("0.01", "45000"));
    const order_id = alice.orderId;
    await alice.calls("usdt.cancelOrder", { order_id });
    alice.expectReply({ result: "success" });
    await alice.calls("usdt.cancelOrder", { order_id });
    alice.expectRefusal(2064);
    await alice.expectPushes({ contract_pending: { oi: order_id, s: 1 } }, { contract_assets: { fc: "45.513" } });

    scene.passes(5);
    await alice.expectPushes({ contract_pending: { oi: order_id, s: 5 } }, { contract_assets: { fc: "0" } });
    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.getOrder", { order_id }, { s: 5 });
  },
);
