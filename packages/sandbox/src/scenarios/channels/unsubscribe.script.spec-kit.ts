import { channelOf } from "../listener.spec-kit.js";
import { inside, openShort } from "../orders.spec-kit.js";
import { scriptOfBoth } from "../script.spec-kit.js";

export default scriptOfBoth(
  "%s says nothing more on a channel that was given back",
  (protocol) => ({ covers: { channels: [`${protocol}.depth`] } }),
  async (scene, protocol) => {
    const alice = await scene.trader();
    const listener = await scene.listener(protocol);
    const depth = channelOf(protocol, "4BTC_USDT_depth");

    listener.subscribes(depth);
    await listener.expectMessages({ is: "full" });
    listener.unsubscribes(depth);
    await alice.calls("usdt.placeOrder", openShort("0.01", inside));
    alice.expectReply({ status: 1 });
    const order_id = alice.orderId;
    scene.passes(200);
    await listener.expectMessages();
    listener.subscribes(depth);
    await listener.expectMessages({ is: "full", data: { seq: 2 } });

    await alice.expectPushes({ contract_pending: { oi: order_id, s: 1 } }, { contract_assets: { fc: "48.3425366" } });
    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.getOrder", { order_id }, { s: 1, q: "0.01" });
  },
);
