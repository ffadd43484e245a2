import { expect } from "vitest";
import { RestKit } from "../../spec-support/rest-kit.js";
import { openLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "a fork begins where the snapshot was, and neither venue knows of the other",
  { covers: { happy: ["usdt.placeOrder", "usdt.cancelOrder"] } },
  async (scene) => {
    const alice = await scene.trader();
    await alice.calls("usdt.placeOrder", openLong("0.01", "45000"));
    alice.expectReply({ status: 1 });
    const { orderId } = alice;
    await alice.passesOver();
    await scene.operates("POST", "snapshots", { name: "one-order" });
    const { fork } = (await scene.operates("POST", "snapshots/one-order/fork", {})) as unknown as {
      readonly fork: { readonly restUrl: string };
    };
    const there = new RestKit({ ...scene.sandbox, restUrl: fork.restUrl }, alice.key, () => scene.now());

    await alice.calls("usdt.cancelOrder", { order_id: orderId });
    alice.expectReply({ result: "success" });
    scene.passes(5);

    await alice.expectPushes({ contract_pending: { oi: orderId, s: 5 } }, { contract_assets: { fc: "0" } });
    await alice.expectRecord("usdt.getOpenOrders", { order_side: 1 }, { t: 0 });
    expect(await there.post("/v3/cbu/order/list", { order_side: 1 })).toMatchObject({ result: { t: 1 } });
    await scene.expectLedgerZero();
    await scene.operates("GET", "snapshots");
    scene.expectOperated({ snapshots: [{ name: "one-order" }], forks: [fork] });
  },
);
