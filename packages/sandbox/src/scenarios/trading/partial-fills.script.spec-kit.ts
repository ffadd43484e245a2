import { inside, openLong, openShort } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "an order that waits is filled in two parts",
  { covers: { happy: ["usdt.placeOrder", "usdt.listFills"] } },
  async (scene) => {
    const alice = await scene.trader();
    const bob = await scene.trader();

    await alice.calls("usdt.placeOrder", openLong("0.03", inside));
    alice.expectReply({ status: 1 });
    const order_id = alice.orderId;
    await alice.passesOver();
    await bob.calls("usdt.placeOrder", openShort("0.01", inside));
    bob.expectReply({ status: 3 });
    await alice.expectPushes(
      { contract_detail: { oi: order_id, ep: "0.01", im: 1, f: "0.095482" } },
      { contract_pending: { oi: order_id, s: 2, eq: "0.01", dp: "47741" } },
      { contract_order: { hc: "0.01", po: "47741", mg: "47.741" } },
      { contract_assets: { mc: "47.741" } },
    );
    await bob.calls("usdt.placeOrder", openShort("0.02", inside));
    bob.expectReply({ status: 3 });
    await alice.expectPushes(
      { contract_detail: { oi: order_id, ep: "0.02", im: 1, f: "0.190964" } },
      { contract_pending: { oi: order_id, s: 3, eq: "0.03", fz: "0" } },
      { contract_order: { hc: "0.03", po: "47741", mg: "143.223" } },
      { contract_assets: { mc: "143.223", fc: "0", b: "856.490554" } },
    );
    await bob.passesOver();

    await scene.expectLedgerZero();
    await alice.expectRecord(
      "usdt.listFills",
      { orderId: BigInt(order_id), page: 1, size: 10 },
      {
        count: 2,
        items: [
          { deal_coin: "0.0200000000", is_maker: 1 },
          { deal_coin: "0.0100000000", is_maker: 1 },
        ],
      },
    );
  },
);
