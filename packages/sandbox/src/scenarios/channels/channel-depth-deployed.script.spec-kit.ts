import { expect } from "vitest";
import { inside, openShort } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "a deployment leaves seq out of full depth of protocol B, and compresses it unasked",
  { covers: { channels: ["channel.depth"] }, sandbox: { profile: "deployed" } },
  async (scene) => {
    const alice = await scene.trader();
    const listener = await scene.listener("channel");

    listener.subscribes("svc_sub_spot_4BTC_USDT_depth");
    const [full] = await listener.expectMessages({ is: "full", data: { pair: "4BTC_USDT" } });
    expect(full?.data).not.toHaveProperty("seq");
    await alice.calls("usdt.placeOrder", openShort("0.01", inside));
    alice.expectReply({ status: 1 });
    const order_id = alice.orderId;
    scene.passes(100);
    await listener.expectMessages({ is: "incremental", data: { seq: 2, add: { asks: [{ volume: "0.01" }] } } });

    await alice.expectPushes({ contract_pending: { oi: order_id, s: 1 } }, { contract_assets: { fc: "48.3425366" } });
    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.getOrder", { order_id }, { s: 1, q: "0.01" });
  },
);
