import { expect } from "vitest";
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

    const pushed = await alice.stream.news();
    expect(pushed.slice(-2).map(({ data }) => data)).toMatchObject([
      { base_u_plan_order_v3: { pt: 1, bt: 2, tp: "50000", pr: "50001", s: 1 } },
      { base_u_plan_order_v3: { pt: 2, bt: 2, tp: "45000", pr: "44999", s: 1 } },
    ]);
    await alice.expectPushes();
    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.getPlanOrders", {}, [
      { pt: 2, pr: "44999" },
      { pt: 1, pr: "50001" },
    ]);
  },
);
