import { openLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "a limit order through the book is filled at the prices that wait",
  { covers: { happy: ["usdt.placeOrder"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("usdt.placeOrder", openLong("0.01", "47800"));
    alice.expectReply({ status: 3 });
    const order_id = alice.orderId;

    await alice.expectPushes(
      { contract_pending: { oi: order_id, p: "47800", s: 1 } },
      { contract_assets: {} },
      { contract_detail: { p: "47800", dp: "47743.6", ep: "0.01", f: "0.2864616" } },
      { contract_pending: { oi: order_id, p: "47800", dp: "47743.6", s: 3 } },
      { contract_order: { po: "47743.6", mg: "47.7436" } },
      { contract_assets: { b: "951.9699384", mc: "47.7436", fc: "0" } },
    );
    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.getOrder", { order_id }, { p: "47800", dp: "47743.6", s: 3 });
  },
);
