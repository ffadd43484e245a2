import { openLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script("a coupon pays the fee", { covers: { happy: ["usdt.placeOrder"] } }, async (scene) => {
  const alice = await scene.trader({ funds: [{ coin: "USDT", amount: "5", purse: "promotion" }] });

  await alice.calls("usdt.placeOrder", openLong("0.01", "47800"));
  alice.expectReply({ status: 3 });

  await alice.expectPushes(
    { contract_pending: { s: 1 } },
    { contract_assets: {} },
    { contract_detail: { f: "0.2864616", fb0: "0.2864616", fb: "0" } },
    { contract_pending: { s: 3, fb0: "0.2864616" } },
    { contract_order: { hc: "0.01" } },
    { contract_assets: { b: "952.2564", mc: "47.7436" } },
  );
  await scene.expectLedgerZero();
  await alice.expectBalances({ USDT: { promotion: "4.7135384", free: "952.2564" } });
});
