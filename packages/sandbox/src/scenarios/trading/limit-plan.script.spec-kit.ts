import { script } from "../script.spec-kit.js";
import { holdingLong, othersTradeAt } from "../steps.spec-kit.js";

export default script(
  "a limit plan places an order that waits at its price",
  { covers: { happy: ["usdt.placePlanOrder"] } },
  async (scene) => {
    const { alice } = await holdingLong(scene);

    const plan = {
      pair: "4BTC_USDT",
      price: "48000",
      trigger_price: "47742",
      amount: "0.01",
      side: 1,
      plan_type: 1,
      book_type: 2,
    };
    await alice.calls("usdt.placePlanOrder", plan);
    alice.expectReply({ result: "success" });
    await othersTradeAt(scene, "47743");

    await alice.expectPushes(
      { base_u_plan_order_v3: { tp: "47742", pr: "48000", bt: 2, s: 1 } },
      { contract_order: { pp: "0.01" } },
      { base_u_plan_order_v3: { tp: "47742", pr: "48000", bt: 2, s: 2 } },
      { contract_pending: { sd: 3, p: "48000", s: 1 } },
      { contract_order: { hc: "0.01", lc: "0" } },
    );
    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.getOpenOrders", { order_side: 3 }, { t: 1, o: [{ p: "48000", q: "0.01", s: 1 }] });
  },
);
