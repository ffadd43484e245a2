import { openLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "fees are paid in the platform's token",
  { covers: { happy: ["usdt.placeOrder"] } },
  async (scene) => {
    const alice = await scene.trader({ funds: [{ coin: "BIX", amount: "100" }] });

    await scene.operates("POST", `accounts/${alice.account}`, { paysFeesInToken: true });
    scene.expectOperated({ paysFeesInToken: true });
    await alice.calls("usdt.placeOrder", openLong("0.01"));
    alice.expectReply({ status: 3 });
    const order_id = alice.orderId;

    await alice.expectPushes(
      { contract_pending: { s: 1 } },
      { contract_assets: {} },
      { contract_detail: { f: "0.2864616", fb: "0.2864616", fb0: "0" } },
      { contract_pending: { s: 3, fb: "0.2864616" } },
      { contract_order: { hc: "0.01" } },
      { contract_assets: { b: "952.2564", mc: "47.7436" } },
    );
    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.getOrder", { order_id }, { f: "0.2864616", fb: "0.2864616" });
    // Nothing of the fee was taken from the margin's coin.
    await alice.expectBalances({ USDT: { total: "1000" } });
  },
);
