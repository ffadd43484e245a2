import { openLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "2069: cancelling a market order",
  { covers: { codes: [2069], unhappy: ["usdt.cancelOrder"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("usdt.placeOrder", openLong("0.01"));
    alice.expectReply({ status: 3 });
    const order_id = alice.orderId;
    await alice.calls("usdt.cancelOrder", { order_id });
    alice.expectRefusal(2069);

    await alice.expectPushes(
      { contract_pending: { oi: order_id, s: 1 } },
      { contract_assets: {} },
      { contract_detail: { oi: order_id, ep: "0.01" } },
      { contract_pending: { oi: order_id, s: 3 } },
      { contract_order: { sd: 1, hc: "0.01" } },
      { contract_assets: {} },
    );
    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.getOrder", { order_id }, { s: 3, eq: "0.01" });
  },
);
