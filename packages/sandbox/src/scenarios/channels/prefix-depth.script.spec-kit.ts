import { inside, openShort } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "protocol A tells the whole book, then what an order adds to it",
  { covers: { channels: ["prefix.depth"] } },
  async (scene) => {
    const alice = await scene.trader();
    const listener = await scene.listener("prefix");

    listener.subscribes("4BTC_USDT_depth");
    await listener.expectMessages({ channel: "4BTC_USDT_depth", is: "full", data: { pair: "4BTC_USDT", seq: 1 } });
    await alice.calls("usdt.placeOrder", openShort("0.01", inside));
    alice.expectReply({ status: 1 });
    const order_id = alice.orderId;
    scene.passes(100);
    await listener.expectMessages({
      channel: "4BTC_USDT_depth",
      is: "incremental",
      data: { seq: 2, add: { asks: [["0.01", "47741.0"]], bids: null }, del: { asks: null, bids: null } },
    });

    await alice.expectPushes({ contract_pending: { oi: order_id, s: 1 } }, { contract_assets: { fc: "48.3425366" } });
    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.getOrder", { order_id }, { s: 1, q: "0.01" });
  },
);
