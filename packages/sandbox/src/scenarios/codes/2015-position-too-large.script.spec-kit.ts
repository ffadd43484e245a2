import { openLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "2015: an order that would make the position larger than the contract allows",
  { covers: { codes: [2015], unhappy: ["usdt.placeOrder"] } },
  async (scene) => {
    const alice = await scene.trader({ usdt: "5000000" });

    await alice.calls("usdt.placeOrder", openLong("99", "45000"));
    alice.expectReply({ status: 1 });
    await alice.calls("usdt.placeOrder", openLong("2", "45000"));
    alice.expectRefusal(2015);

    await alice.expectPushes(
      { contract_pending: { q: "99", s: 1, fz: "450578.7" } },
      { contract_assets: { b: "4549421.3", fc: "450578.7" } },
    );
    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.getOpenOrders", { order_side: 1 }, { t: 1, o: [{ q: "99" }] });
  },
);
