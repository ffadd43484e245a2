import { closeLong, openLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "2011: the 101st waiting order of a contract, unless it closes or never waits",
  { covers: { codes: [2011], happy: ["usdt.placeOrder"], unhappy: ["usdt.placeOrder"] } },
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
    // She can still leave her position: an order that never waits takes no place, and one that closes needs none.
    await alice.calls("usdt.placeOrder", openLong("0.0002"));
    alice.expectReply({ status: 3 });
    await alice.calls("usdt.placeOrder", closeLong("0.0001"));
    alice.expectReply({ status: 3 });
    await alice.calls("usdt.placeOrder", closeLong("0.0001", "50000"));
    alice.expectReply({ status: 1 });
    await alice.passesOver();
    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.getOpenOrders", { order_side: 1 }, { t: 100 });
    await alice.expectRecord("usdt.getOpenOrders", { order_side: 3 }, { t: 1 });
  },
);
