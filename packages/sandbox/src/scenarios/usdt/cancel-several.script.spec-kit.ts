import { openLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "cancelling several orders answers for each",
  { covers: { happy: ["usdt.cancelOrders"] } },
  async (scene) => {
    const alice = await scene.trader();

    const order_ids: string[] = [];
    for (const price of ["45000", "44000"]) {
      await alice.calls("usdt.placeOrder", openLong("0.01", price));
      order_ids.push(alice.orderId);
    }
    await alice.passesOver();
    await alice.calls("usdt.cancelOrders", { order_ids: [...order_ids, "5"] });
    alice.expectReply({
      cmd: "closeBatch",
      result: [{ state: 0 }, { state: 0 }, { order_id: "5", state: 2040, msg: "Operation failed! No record" }],
    });

    scene.passes(5);
    await alice.expectPushes(
      { contract_pending: { oi: order_ids[0], s: 5 } },
      { contract_assets: {} },
      { contract_pending: { oi: order_ids[1], s: 5 } },
      { contract_assets: { b: "1000" } },
    );
    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.getOrders", { order_ids }, [{ s: 5 }, { s: 5 }]);
  },
);
