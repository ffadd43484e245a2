import { inside, openShort } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "protocol B's changes carry add, del and mod, each with both sides",
  { notes: [35], covers: { channels: ["channel.depth"] } },
  async (scene) => {
    const alice = await scene.trader();
    const listener = await scene.listener("channel");

    listener.subscribes("svc_sub_spot_4BTC_USDT_depth", { ver: 3 });
    await listener.expectMessages({ is: "full", data: { pair: "4BTC_USDT" } });
    await alice.calls("usdt.placeOrder", openShort("0.01", inside));
    alice.expectReply({ status: 1 });
    const order_id = alice.orderId;
    scene.passes(100);
    await listener.expectMessages({
      is: "incremental",
      data: {
        add: { asks: [{ volume: "0.01", price: "47741.0" }], bids: null },
        del: { asks: null, bids: null },
        mod: { asks: null, bids: null },
      },
    });

    await alice.expectPushes({ contract_pending: { oi: order_id, s: 1 } }, { contract_assets: { fc: "48.3425366" } });
    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.getOrder", { order_id }, { s: 1, q: "0.01" });
  },
);
