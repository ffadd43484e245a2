import { inside, openShort } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "a deployment takes connections at three paths, and each has every public channel",
  { notes: [46], covers: { channels: ["prefix.depth", "channel.depth"] }, sandbox: { profile: "deployed" } },
  async (scene) => {
    const alice = await scene.trader();
    const spotClient = await scene.listener("prefix", "/");
    const coinClient = await scene.listener("channel", "/cbc");

    spotClient.subscribes("4BTC_USDT_depth");
    coinClient.subscribes("svc_sub_spot_4BTC_USDT_depth");
    await spotClient.expectMessages({ is: "full", data: { seq: 1 } });
    await coinClient.expectMessages({ is: "full", data: { pair: "4BTC_USDT" } });
    await alice.calls("usdt.placeOrder", openShort("0.01", inside));
    alice.expectReply({ status: 1 });
    const order_id = alice.orderId;
    scene.passes(100);
    await spotClient.expectMessages({ is: "incremental", data: { add: { asks: [["0.01", "47741.0"]] } } });
    await coinClient.expectMessages({ is: "incremental", data: { add: { asks: [{ volume: "0.01" }] } } });

    await alice.expectPushes({ contract_pending: { oi: order_id, s: 1 } }, { contract_assets: { fc: "48.3425366" } });
    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.getOrder", { order_id }, { s: 1, q: "0.01" });
  },
);
