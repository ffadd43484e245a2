import { inside, openLong, openShort } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "of two at one price the one who came first is filled",
  { covers: { happy: ["usdt.placeOrder"] } },
  async (scene) => {
    const alice = await scene.trader();
    const bob = await scene.trader();
    const carol = await scene.trader();

    await alice.calls("usdt.placeOrder", openShort("0.01", inside));
    await bob.calls("usdt.placeOrder", openShort("0.01", inside));
    await alice.passesOver();
    await bob.passesOver();
    await carol.calls("usdt.placeOrder", openLong("0.01", "47743"));
    carol.expectReply({ status: 3 });

    await alice.expectPushes(
      { contract_detail: { dp: "47741", ep: "0.01", im: 1 } },
      { contract_pending: { s: 3 } },
      { contract_order: { sd: 2, hc: "0.01" } },
      { contract_assets: {} },
    );
    await bob.expectPushes();
    await carol.passesOver();
    await scene.expectLedgerZero();
    await bob.expectRecord("usdt.getOpenOrders", { order_side: 2 }, { t: 1, o: [{ s: 1, eq: "0" }] });
  },
);
