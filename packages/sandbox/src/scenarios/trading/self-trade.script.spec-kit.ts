import { inside, openLong, openShort } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "an order that would meet its owner takes the one that waits out of the book",
  { covers: { happy: ["usdt.placeOrder"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("usdt.placeOrder", openShort("0.01", inside));
    const waiting = alice.orderId;
    await alice.passesOver();
    await alice.calls("usdt.placeOrder", openLong("0.01", inside));
    alice.expectReply({ status: 1 });
    const coming = alice.orderId;

    await alice.expectPushes(
      { contract_pending: { oi: coming, sd: 1, s: 1, fz: "48.2852474" } },
      { contract_assets: { fc: "96.627784" } },
      { contract_pending: { oi: waiting, sd: 2, s: 5, eq: "0", fz: "0" } },
      { contract_assets: { fc: "48.2852474" } },
    );
    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.getOrders", { order_ids: [waiting, coming] }, [{ s: 5 }, { s: 1 }]);
  },
);
