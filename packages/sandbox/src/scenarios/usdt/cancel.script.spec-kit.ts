import { openLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "a cancelled order gives back what it froze",
  { covers: { happy: ["usdt.cancelOrder"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("usdt.placeOrder", openLong("0.01", "45000"));
    const order_id = alice.orderId;
    await alice.expectPushes({ contract_pending: { oi: order_id, s: 1 } }, { contract_assets: { b: "954.487" } });
    await alice.calls("usdt.cancelOrder", { order_id });
    alice.expectReply({ result: "success", cmd: "close" });
    await alice.expectPushes();

    scene.passes(5);
    await alice.expectPushes(
      { contract_pending: { oi: order_id, s: 5, fz: "0", eq: "0" } },
      { contract_assets: { b: "1000", fc: "0" } },
    );
    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.listOrderHistory", { page: 1, size: 10 }, { count: 1, items: [{ status: 5 }] });
  },
);
