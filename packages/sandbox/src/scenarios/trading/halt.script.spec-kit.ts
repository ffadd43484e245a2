import { openLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "a trading halt out of a scenario: no new order, but cancelling goes on; afterwards all is as before",
  { covers: { unhappy: ["usdt.placeOrder"], codes: [2021], happy: ["usdt.cancelOrder"] } },
  async (scene) => {
    const alice = await scene.trader();
    await alice.calls("usdt.placeOrder", openLong("0.01", "45000"));
    alice.expectReply({ status: 1 });
    const order_id = alice.orderId;
    await alice.expectPushes({ contract_pending: { oi: order_id, s: 1 } }, { contract_assets: {} });

    const steps = [{ atMs: 0, do: "halt", pair: "4BTC_USDT", forMs: 30_000 }];
    await scene.operates("POST", "scenario", { name: "halt", steps });
    scene.expectOperated({ scenario: { name: "halt", state: "playing" } });
    scene.passes(1);
    await alice.calls("usdt.placeOrder", openLong("0.01", "45000"));
    alice.expectRefusal(2021);
    await alice.calls("usdt.cancelOrder", { order_id });
    alice.expectReply({ result: "success" });
    scene.passes(5);
    await alice.expectPushes({ contract_pending: { oi: order_id, s: 5 } }, { contract_assets: { b: "1000" } });

    scene.passes(30_000);
    await alice.calls("usdt.placeOrder", openLong("0.01", "45000"));
    alice.expectReply({ status: 1 });
    await alice.expectPushes({ contract_pending: { s: 1 } }, { contract_assets: {} });
    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.getOrder", { order_id }, { s: 5 });
  },
);
