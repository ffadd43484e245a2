import { openLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "a login over protocol B is acknowledged and told the whole account",
  { covers: { logins: ["success"] } },
  async (scene) => {
    const alice = await scene.trader({ protocol: "channel", logsIn: "no" });

    await alice.calls("usdt.placeOrder", openLong("0.01", "45000"));
    alice.expectReply({ status: 1 });
    await alice.expectPushes();
    alice.logsIn();
    await alice.expectLogin([{ c: "USDT", b: "954.487", fc: "45.513" }], [], [{ oi: alice.orderId, s: 1 }]);

    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.getOrder", { order_id: alice.orderId }, { s: 1 });
  },
);
