import { script } from "../script.spec-kit.js";
import { holdingLong, othersTradeAt } from "../steps.spec-kit.js";

export default script(
  "a stop-loss of a short triggers when the price rises",
  { covers: { happy: ["usdt.placePlanOrder"] } },
  async (scene) => {
    const { alice, bob } = await holdingLong(scene);

    const plan = {
      pair: "4BTC_USDT",
      price: "0",
      trigger_price: "47742",
      amount: "0.01",
      side: 2,
      plan_type: 2,
      book_type: 1,
    };
    await bob.calls("usdt.placePlanOrder", plan);
    bob.expectReply({ result: "success" });
    await othersTradeAt(scene, "47743");

    await bob.expectPushes(
      { base_u_plan_order_v3: { tp: "47742", sd: 2, pt: 2, s: 1 } },
      { contract_order: { sd: 2, ps: "0.01" } },
      { base_u_plan_order_v3: { tp: "47742", sd: 2, pt: 2, s: 2 } },
      { contract_pending: { sd: 4, s: 1 } },
      { contract_order: { sd: 2, lc: "0" } },
      { contract_detail: { sd: 4, dp: "47743.6", ep: "0.01" } },
      { contract_pending: { sd: 4, s: 3 } },
      { contract_order: { sd: 2, hc: "0" } },
      { contract_assets: { mc: "0" } },
    );
    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
    await bob.expectRecord("usdt.getPositions", {}, [
      { sd: 1, hc: "0" },
      { sd: 2, hc: "0" },
    ]);
  },
);
