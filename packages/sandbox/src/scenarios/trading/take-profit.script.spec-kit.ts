import { script } from "../script.spec-kit.js";
import { holdingLong, othersTradeAt } from "../steps.spec-kit.js";

export default script(
  "a take-profit closes the position when the last price reaches it",
  { covers: { happy: ["usdt.placePlanOrder"] } },
  async (scene) => {
    const { alice } = await holdingLong(scene);

    const plan = {
      pair: "4BTC_USDT",
      price: "0",
      trigger_price: "47742",
      amount: "0.01",
      side: 1,
      plan_type: 1,
      book_type: 1,
    };
    await alice.calls("usdt.placePlanOrder", plan);
    alice.expectReply({ result: "success" });
    await alice.expectPushes(
      { base_u_plan_order_v3: { tp: "47742", pt: 1, s: 1 } },
      { contract_order: { pp: "0.01" } },
    );
    await othersTradeAt(scene, "47743");

    await alice.expectPushes(
      { base_u_plan_order_v3: { tp: "47742", pt: 1, s: 2 } },
      { contract_pending: { sd: 3, p: "0", q: "0.01", s: 1, of: 4 } },
      { contract_order: { hc: "0.01", lc: "0" } },
      { contract_detail: { sd: 3, dp: "47739.6", ep: "0.01" } },
      { contract_pending: { sd: 3, s: 3 } },
      { contract_order: { hc: "0" } },
      { contract_assets: { mc: "0" } },
    );
    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.getPlanOrders", {}, []);
    await alice.expectRecord("usdt.getPositions", {}, [
      { sd: 1, hc: "0" },
      { sd: 2, hc: "0" },
    ]);
  },
);
