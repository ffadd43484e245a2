import { script } from "../script.spec-kit.js";
import { holdingLong, othersTradeAt } from "../steps.spec-kit.js";

export default script(
  "a market plan keeps the price that came with it, and trades at the market all the same",
  { notes: [45], covers: { happy: ["usdt.placePlanOrder", "usdt.getPlanOrders"] } },
  async (scene) => {
    const { alice } = await holdingLong(scene);

    const plan = {
      pair: "4BTC_USDT",
      price: "49900",
      trigger_price: "47742",
      amount: "0.01",
      side: 1,
      plan_type: 1,
      book_type: 1,
    };
    await alice.calls("usdt.placePlanOrder", plan);
    alice.expectReply({ result: "success" });
    await alice.expectRecord("usdt.getPlanOrders", {}, [{ bt: 1, pr: "49900", tp: "47742", s: 1 }]);
    await othersTradeAt(scene, "47743");

    await alice.expectPushes(
      { base_u_plan_order_v3: { bt: 1, pr: "49900", s: 1 } },
      { contract_order: { pp: "0.01" } },
      { base_u_plan_order_v3: { bt: 1, pr: "49900", s: 2 } },
      { contract_pending: { sd: 3, p: "0", s: 1 } },
      { contract_order: { lc: "0" } },
      { contract_detail: { sd: 3, p: "0", dp: "47739.6", s: 3, ot: 1 } },
      { contract_pending: { sd: 3, s: 3 } },
      { contract_order: { hc: "0" } },
      { contract_assets: {} },
    );
    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.getPositions", {}, [{ hc: "0" }, { hc: "0" }]);
  },
);
