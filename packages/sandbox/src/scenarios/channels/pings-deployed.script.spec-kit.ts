import { once } from "node:events";
import { inside, openShort } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "a deployment sends control pings beside JSON ones: a client that answers the first alone stays",
  { notes: [36], covers: { channels: ["prefix.depth"] }, sandbox: { profile: "deployed", pingIntervalMs: 1000 } },
  async (scene) => {
    const alice = await scene.trader();
    const listener = await scene.listener();

    listener.subscribes("4BTC_USDT_depth");
    await listener.expectMessages({ is: "full" });
    for (let i = 0; i < 5; i++) {
      const pinged = once(listener.client.socket, "ping");
      scene.passes(1000);
      await pinged;
      // What is asked here is answered behind the pong of the client's library.
      await alice.looksUp("usdt.getAssets");
    }
    await alice.calls("usdt.placeOrder", openShort("0.01", inside));
    alice.expectReply({ status: 1 });
    const order_id = alice.orderId;
    scene.passes(100);
    await listener.expectMessages({ is: "incremental", data: { add: { asks: [["0.01", "47741.0"]] } } });

    await alice.expectPushes({ contract_pending: { oi: order_id, s: 1 } }, { contract_assets: { fc: "48.3425366" } });
    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.getOrder", { order_id }, { s: 1, q: "0.01" });
  },
);
