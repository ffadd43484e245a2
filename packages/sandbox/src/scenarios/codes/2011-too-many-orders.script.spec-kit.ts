import { openLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "2011: the 101st waiting order of a contract",
  { covers: { codes: [2011], unhappy: ["usdt.placeOrder"] } },
  async (scene) => {
    const alice = await scene.trader();

    for (let i = 0; i < 100; i++) {
      await alice.calls("usdt.placeOrder", openLong("0.0001", "45000"));
      alice.expectReply({ status: 1 });
    }
    await alice.passesOver();
    await alice.calls("usdt.placeOrder", openLong("0.0001", "45000"));
    alice.expectRefusal(2011);

    await alice.expectPushes();
    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.getOpenOrders", { order_side: 1 }, { t: 100 });
  },
);
