import { script } from "../script.spec-kit.js";

export default script(
  "a deployment takes numbers for text, and a market order without a price",
  { covers: { happy: ["usdt.placeOrder"] }, sandbox: { profile: "deployed" } },
  async (scene) => {
    const alice = await scene.trader();

    const order = { pair: "4BTC_USDT", amount: 0.01, order_side: "1", order_type: 1, order_from: 6 };
    await alice.calls("usdt.placeOrder", order);
    alice.expectReply({ status: 3 });
    const order_id = alice.orderId;

    await alice.expectPushes(
      { contract_pending: { oi: order_id, s: 1 } },
      { contract_assets: {} },
      { contract_detail: { oi: order_id, ep: "0.01" } },
      { contract_pending: { oi: order_id, s: 3 } },
      { contract_order: { hc: "0.01" } },
      { contract_assets: {} },
    );
    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.getOrder", { order_id: BigInt(order_id) }, { s: 3 });
  },
);
