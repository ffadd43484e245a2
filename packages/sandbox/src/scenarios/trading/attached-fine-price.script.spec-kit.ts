import { openLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "attached plans at the market ignore an entrusted price that no order could have",
  { covers: { happy: ["usdt.placeOrder", "usdt.getOpenOrders"] } },
  async (scene) => {
    const alice = await scene.trader();

    const attached = { plan_type: 1, profit_price: "50000", loss_price: "40000", exec_profit_price: "50001.05" };
    await alice.calls("usdt.placeOrder", openLong("0.01", "45000", attached));
    alice.expectReply({ status: 1 });

    await alice.expectPushes({ contract_pending: { s: 1, bt: 1, tw: "50000", tl: "40000" } }, { contract_assets: {} });
    await scene.expectLedgerZero();
    await alice.calls("usdt.getOpenOrders", { order_side: 1 });
    alice.expectReply({ result: { o: [{ bt: 1, tw: "50000", tl: "40000", s: 1 }] } });
    await alice.expectRecord("usdt.getPlanOrders", {}, []);
  },
);
