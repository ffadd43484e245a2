import { openLong } from "../orders.spec-kit.js";
import { scriptOfBoth } from "../script.spec-kit.js";

export default scriptOfBoth(
  "whoever logs in again over %s is told what he missed",
  () => ({ covers: { logins: ["logout", "relogin"] } }),
  async (scene, protocol) => {
    const alice = await scene.trader({ protocol });

    alice.logsOut();
    await alice.calls("usdt.placeOrder", openLong("0.01", "45000"));
    alice.expectReply({ status: 1 });
    await alice.expectPushes();
    alice.logsIn();
    await alice.expectLogin([{ b: "954.487" }], [], [{ oi: alice.orderId, p: "45000", s: 1 }]);

    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.getOrder", { order_id: alice.orderId }, { s: 1 });
  },
);
