import { openLong } from "../orders.spec-kit.js";
import { scriptOfBoth } from "../script.spec-kit.js";

export default scriptOfBoth(
  "two sessions of an account hear the same, the second one over %s",
  () => ({ covers: { logins: ["two-sessions"] } }),
  async (scene, protocol) => {
    const alice = await scene.trader();
    const second = await scene.secondSession(alice, protocol);

    await alice.calls("usdt.placeOrder", openLong("0.01", "45000"));
    alice.expectReply({ status: 1 });
    const order_id = alice.orderId;

    await alice.expectPushes({ contract_pending: { oi: order_id } }, { contract_assets: { b: "954.487" } });
    await second.expectMessages(
      { data: { contract_pending: { oi: order_id } } },
      { data: { contract_assets: { b: "954.487" } } },
    );
    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.getOrder", { order_id }, { s: 1 });
  },
);
