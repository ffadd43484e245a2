import { openLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "attached plans may place limit orders",
  { covers: { happy: ["usdt.placeOrder"] } },
  async (scene) => {
    const alice = await scene.trader();

    const attached = {
      plan_type: 2,
      profit_price: "50000",
      loss_price: "45000",
      exec_profit_price: "50001",
      exec_loss_price: "44999",
    };
    await alice.calls("usdt.placeOrder", openLong("0.01", "47800", attached));
    alice.expectReply({ status: 3 });

    await alice.expectPushes(
      { contract_pending: { s: 1, bt: 2, tw: "50000", pw: "50001", tl: "45000", pl: "44999" } },
      { contract_assets: { fc: "48.34492" } },
      { contract_detail: { p: "47800", dp: "47743.6", ep: "0.01" } },
      { contract_pending: { s: 3 } },
      { contract_order: { hc: "0.01", pp: "0", ps: "0" } },
      { contract_assets: { mc: "47.7436" } },
      { base_u_plan_order_v3: { pt: 1, bt: 2, tp: "50000", pr: "50001", q: "0.01", s: 1 } },
      { base_u_plan_order_v3: { pt: 2, bt: 2, tp: "45000", pr: "44999", q: "0.01", s: 1 } },
      { contract_order: { hc: "0.01", pp: "0.01", ps: "0.01" } },
    );
    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.getPlanOrders", {}, [
      { pt: 2, pr: "44999" },
      { pt: 1, pr: "50001" },
    ]);
  },
);
