import { inside, openLong, openShort } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "a fill that comes while the venue is cancelling wins",
  { covers: { happy: ["usdt.cancelOrder"], unhappy: ["usdt.cancelOrder"], codes: [2033] } },
  async (scene) => {
    const alice = await scene.trader();
    const bob = await scene.trader();

    await alice.calls("usdt.placeOrder", openLong("0.01", inside));
    const order_id = alice.orderId;
    await alice.passesOver();
    await alice.calls("usdt.cancelOrder", { order_id });
    alice.expectReply({ result: "success" });
    await bob.calls("usdt.placeOrder", openShort("0.01", inside));
    bob.expectReply({ status: 3 });
    scene.passes(5);

    await alice.expectPushes(
      { contract_detail: { oi: order_id, ep: "0.01" } },
      { contract_pending: { oi: order_id, s: 3 } },
      { contract_order: { hc: "0.01" } },
      { contract_assets: { fc: "0" } },
    );
    await bob.passesOver();
    await alice.calls("usdt.cancelOrder", { order_id });
    alice.expectRefusal(2033);
    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.getOrder", { order_id }, { s: 3, eq: "0.01" });
  },
);
