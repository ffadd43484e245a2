import { openLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "2033: cancelling an order that is cancelled already",
  { covers: { codes: [2033], happy: ["usdt.cancelOrder"], unhappy: ["usdt.cancelOrder"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("usdt.placeOrder", openLong("0.01", "45000"));
    const order_id = alice.orderId;
    await alice.calls("usdt.cancelOrder", { order_id });
    alice.expectReply({ result: "success" });
    scene.passes(5);
    await alice.calls("usdt.cancelOrder", { order_id });
    alice.expectRefusal(2033);

    await alice.expectPushes(
      { contract_pending: { oi: order_id, s: 1 } },
      { contract_assets: { b: "954.487" } },
      { contract_pending: { oi: order_id, s: 5, fz: "0" } },
      { contract_assets: { b: "1000" } },
    );
    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.getOrder", { order_id }, { s: 5, eq: "0" });
  },
);
