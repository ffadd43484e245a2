import { expect } from "vitest";
import { inside, openShort } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "a deployment marks frames with bytes and compresses with gzip",
  { covers: { channels: ["prefix.depth"] }, sandbox: { profile: "deployed" } },
  async (scene) => {
    const alice = await scene.trader();
    const listener = await scene.listener();

    listener.subscribes("4BTC_USDT_depth");
    await listener.expectMessages({ channel: "4BTC_USDT_depth", is: "full", data: { seq: 1 } });
    expect(listener.client.received[0]).toMatchObject({ binary: true, marker: 0x01, compressed: true });
    await alice.calls("usdt.placeOrder", openShort("0.01", inside));
    alice.expectReply({ status: 1 });
    const order_id = alice.orderId;
    scene.passes(100);
    await listener.expectMessages({ is: "incremental", data: { seq: 2, add: { asks: [["0.01", "47741.0"]] } } });
    expect(listener.client.received.at(-2)).toMatchObject({ binary: true, marker: 0x00, compressed: false });

    await alice.expectPushes({ contract_pending: { oi: order_id, s: 1 } }, { contract_assets: { fc: "48.3425366" } });
    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.getOrder", { order_id }, { s: 1, q: "0.01" });
  },
);
