import { openLong } from "../orders.spec-kit.js";
import { scriptOfBoth } from "../script.spec-kit.js";

export default scriptOfBoth(
  "nothing more is pushed after a logout over %s",
  () => ({ covers: { logins: ["logout"] } }),
  async (scene, protocol) => {
    const alice = await scene.trader({ protocol });

    alice.logsOut();
    await alice.calls("usdt.placeOrder", openLong("0.01", "45000"));
    alice.expectReply({ status: 1 });

    await alice.expectPushes();
    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.getOpenOrders", { order_side: 1 }, { t: 1 });
  },
);
