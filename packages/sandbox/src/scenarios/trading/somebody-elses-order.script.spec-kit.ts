import { openLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "an order of somebody else is as unknown as none",
  { covers: { unhappy: ["usdt.cancelOrder", "usdt.getOrder"], codes: [2040] } },
  async (scene) => {
    const alice = await scene.trader();
    const bob = await scene.trader();

    await bob.calls("usdt.placeOrder", openLong("0.01", "45000"));
    await bob.passesOver();
    await bob.remembers();
    await alice.calls("usdt.cancelOrder", { order_id: bob.orderId });
    alice.expectRefusal(2040);
    await alice.calls("usdt.getOrder", { order_id: bob.orderId });
    alice.expectRefusal(2040);

    await alice.expectNothingHappened();
    await bob.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
