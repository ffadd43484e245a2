import { inside, openShort } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "protocol A says nothing more on a channel that was given back",
  { covers: { channels: ["prefix.depth"] } },
  async (scene) => {
    const alice = await scene.trader();
    const listener = await scene.listener("prefix");

    listener.subscribes("4BTC_USDT_depth");
    await listener.expectMessages({ is: "full" });
    listener.unsubscribes("4BTC_USDT_depth");
    await alice.calls("usdt.placeOrder", openShort("0.01", inside));
    alice.expectReply({ status: 1 });
    const order_id = alice.orderId;
    scene.passes(200);
    await listener.expectMessages();
    listener.subscribes("4BTC_USDT_depth");
    await listener.expectMessages({ is: "full", data: { seq: 2 } });

    await alice.expectPushes({ contract_pending: { oi: order_id, s: 1 } }, { contract_assets: { fc: "48.3425366" } });
    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.getOrder", { order_id }, { s: 1, q: "0.01" });
  },
);
