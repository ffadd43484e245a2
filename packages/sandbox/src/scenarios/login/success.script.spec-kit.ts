import { openLong } from "../orders.spec-kit.js";
import { scriptOfBoth } from "../script.spec-kit.js";

export default scriptOfBoth(
  "a login over %s is acknowledged and told the whole account",
  () => ({ covers: { logins: ["success"] } }),
  async (scene, protocol) => {
    const alice = await scene.trader({ protocol, logsIn: "no" });

    await alice.calls("usdt.placeOrder", openLong("0.01", "45000"));
    alice.expectReply({ status: 1 });
    await alice.expectPushes();
    alice.logsIn();
    await alice.expectLogin([{ c: "USDT", b: "954.487", fc: "45.513" }], [], [{ oi: alice.orderId, s: 1 }]);

    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.getOrder", { order_id: alice.orderId }, { s: 1 });
  },
);
