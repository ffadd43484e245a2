import { inside, openLong, openShort } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "a cancellation is answered for itself, while another one turns out to have come too late in the same moment",
  { covers: { happy: ["usdt.cancelOrder"], unhappy: ["usdt.cancelOrder"], codes: [2033] } },
  async (scene) => {
    const alice = await scene.trader();
    const bob = await scene.trader();

    await alice.calls("usdt.placeOrder", openLong("0.01", inside));
    const late = alice.orderId;
    await alice.calls("usdt.placeOrder", openLong("0.01", "45000"));
    const other = alice.orderId;
    await alice.calls("usdt.cancelOrder", { order_id: late });
    alice.expectReply({ result: "success" });
    await bob.calls("usdt.placeOrder", openShort("0.01", inside));
    bob.expectReply({ status: 3 });
    await alice.passesOver();
    // The first cancellation is due, and refused, when the second one is asked for.
    scene.isLaterBy(5);
    await alice.calls("usdt.cancelOrder", { order_id: other });
    alice.expectReply({ result: "success" });
    scene.passes(5);

    await alice.expectPushes({ contract_pending: { oi: other, s: 5 } }, { contract_assets: { fc: "0" } });
    await alice.calls("usdt.cancelOrder", { order_id: late });
    alice.expectRefusal(2033);
    await bob.passesOver();
    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.getOrder", { order_id: late }, { s: 3, eq: "0.01" });
    await alice.expectRecord("usdt.getOrder", { order_id: other }, { s: 5, eq: "0" });
  },
);
