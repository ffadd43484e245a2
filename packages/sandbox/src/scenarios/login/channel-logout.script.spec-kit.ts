import { openLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "nothing more is pushed after a logout over protocol B",
  { covers: { logins: ["logout"] } },
  async (scene) => {
    const alice = await scene.trader({ protocol: "channel" });

    alice.logsOut();
    await alice.calls("usdt.placeOrder", openLong("0.01", "45000"));
    alice.expectReply({ status: 1 });

    await alice.expectPushes();
    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.getOpenOrders", { order_side: 1 }, { t: 1 });
  },
);
