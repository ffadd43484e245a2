import { closeLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";
import { holdingLong, othersTradeAt } from "../steps.spec-kit.js";

export default script(
  "a plan that triggers when nothing can be closed fails",
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
    await alice.calls("usdt.placeOrder", closeLong("0.01", "50000"));
    alice.expectReply({ status: 1 });
    await alice.passesOver();
    await othersTradeAt(scene, "47743");

    await alice.expectPushes(
      { base_u_plan_order_v3: { tp: "47742", pt: 1, s: 4 } },
      { contract_pending: { sd: 3, q: "0.01", s: 100, r: 2034 } },
      { contract_order: { hc: "0.01", lc: "0", pp: "0" } },
    );
    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.getPositions", {}, [
      { sd: 1, hc: "0.01", lc: "0" },
      { sd: 2, hc: "0" },
    ]);
  },
);
