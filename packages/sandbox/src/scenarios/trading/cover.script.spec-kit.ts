import { closeLong, openLong, openShort } from "../orders.spec-kit.js";
import { usersAlone } from "../quiet-market.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "who is worth less than his initial margins takes nothing out and opens nothing, but closes and cancels",
  {
    covers: {
      happy: ["usdt.placeOrder", "usdt.cancelOrder"],
      unhappy: ["usdt.placeOrder", "usdt.transferFunds"],
      codes: [2027],
    },
    sandbox: usersAlone,
  },
  async (scene) => {
    const alice = await scene.trader({ usdt: "6000" });
    const bob = await scene.trader({ usdt: "100000" });

    await bob.calls("usdt.placeOrder", openShort("1", "47741.6"));
    await alice.calls("usdt.placeOrder", openLong("1", "47741.6"));
    await alice.calls("usdt.placeOrder", openLong("0.1", "46000"));
    const order_id = alice.orderId;
    await bob.calls("usdt.placeOrder", openLong("1", "46741.6"));
    await scene.operates("POST", "markets/4BTC_USDT", { indexPrice: "46741.6" });
    scene.expectOperated();
    await alice.passesOver();
    await bob.passesOver();

    await alice.calls("usdt.transferFunds", { amount: "1", symbol: "USDT", type: 1 });
    alice.expectRefusal(2027);
    await alice.calls("usdt.placeOrder", openLong("0.001", "46000"));
    alice.expectRefusal(2027);
    await alice.calls("usdt.cancelOrder", { order_id });
    alice.expectReply();
    scene.passes(5);
    await alice.calls("usdt.placeOrder", closeLong("1"));
    alice.expectReply({ status: 3 });

    await alice.expectPushes(
      { contract_pending: { oi: order_id, s: 5 } },
      { contract_assets: { b: "1197.19504", fc: "0" } },
      { contract_pending: { sd: 3, s: 1 } },
      { contract_order: { hc: "1", lc: "0" } },
      { contract_detail: { dp: "46741.6", ep: "1" } },
      { contract_pending: { sd: 3, s: 3 } },
      { contract_order: { hc: "0" } },
      { contract_assets: { b: "4943.31008", mc: "0" } },
    );
    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.getPositions", {}, [
      { sd: 1, hc: "0" },
      { sd: 2, hc: "0" },
    ]);
    await bob.passesOver();
  },
);
