import { inside, openLong, openShort } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "what is left of a partly filled order is cancelled",
  { covers: { happy: ["usdt.cancelOrder"] } },
  async (scene) => {
    const alice = await scene.trader();
    const bob = await scene.trader();

    await alice.calls("usdt.placeOrder", openLong("0.03", inside));
    const order_id = alice.orderId;
    await bob.calls("usdt.placeOrder", openShort("0.01", inside));
    bob.expectReply({ status: 3 });
    await alice.passesOver();
    await bob.passesOver();
    await alice.calls("usdt.cancelOrder", { order_id });
    alice.expectReply({ result: "success" });
    scene.passes(5);

    await alice.expectPushes(
      { contract_pending: { oi: order_id, s: 4, q: "0.03", eq: "0.01", fz: "0" } },
      { contract_assets: { b: "952.163518", mc: "47.741", fc: "0" } },
    );
    await scene.expectLedgerZero();
    const history = { page: 1, size: 10, status: [4] };
    await alice.expectRecord("usdt.listOrderHistory", history, { count: 1, items: [{ status: 4 }] });
  },
);
