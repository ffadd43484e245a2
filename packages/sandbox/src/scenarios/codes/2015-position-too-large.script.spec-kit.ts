import { openLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "2015: an order that would make the position larger than the contract allows",
  { covers: { codes: [2015], unhappy: ["usdt.placeOrder"] } },
  async (scene) => {
    const alice = await scene.trader({ usdt: "5000000" });
    const mode = { pair: "4BTC_USDT", mode: 1, leverage_long: 1, leverage_short: 1 };

    await alice.calls("usdt.setModeAndLeverage", mode);
    alice.expectReply({ result: "success" });
    await alice.calls("usdt.placeOrder", openLong("99", "45000"));
    alice.expectReply({ status: 1 });
    await alice.calls("usdt.placeOrder", openLong("2", "45000"));
    alice.expectRefusal(2015);

    await alice.expectPushes(
      { contract_pending: { q: "99", s: 1, fz: "4457673" } },
      { contract_assets: { b: "542327", fc: "4457673" } },
    );
    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.getOpenOrders", { order_side: 1 }, { t: 1, o: [{ q: "99" }] });
  },
);
