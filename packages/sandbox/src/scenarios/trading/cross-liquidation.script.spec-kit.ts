import { inside, openLong, openShort } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "a cross account that is worth too little loses its orders first, then its position",
  { covers: { happy: ["usdt.placeOrder"] } },
  async (scene) => {
    const alice = await scene.trader({ usdt: "500" });
    const bob = await scene.trader({ usdt: "10000" });

    await bob.calls("usdt.placeOrder", openShort("0.08", inside));
    await alice.calls("usdt.placeOrder", openLong("0.08", inside));
    alice.expectReply({ status: 3 });
    await alice.calls("usdt.placeOrder", openLong("0.001", "45000"));
    alice.expectReply({ status: 1 });
    const order_id = alice.orderId;
    await alice.passesOver();
    await bob.passesOver();
    await scene.operates("POST", "markets/4BTC_USDT", { indexPrice: "41000" });
    scene.expectOperated();

    await alice.expectPushes(
      { contract_pending: { oi: order_id, s: 5 } },
      { contract_assets: { fc: "0" } },
      { contract_order: { sd: 1, md: 1, hc: "0" } },
      { contract_assets: { b: "0", mc: "0" } },
      { contract_deal_log: { type: 4, mode: 1, hold_dx: "0.08", order_side: 1 } },
    );
    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.getPositions", {}, [
      { sd: 1, hc: "0" },
      { sd: 2, hc: "0" },
    ]);
  },
);
