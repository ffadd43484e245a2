import { inside, openLong, openShort } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "protocol B tells candles as objects",
  { covers: { channels: ["channel.kline"] } },
  async (scene) => {
    const alice = await scene.trader();
    const bob = await scene.trader();
    const listener = await scene.listener("channel");

    listener.subscribes("svc_sub_spot_4BTC_USDT_kline_5min", { ver: 8 });
    await listener.expectMessages({ channel: "svc_sub_spot_4BTC_USDT_kline_5min", is: "full", data: [] });
    await bob.calls("usdt.placeOrder", openShort("0.01", inside));
    await alice.calls("usdt.placeOrder", openLong("0.01", inside));
    alice.expectReply({ status: 3 });
    scene.passes(100);
    await listener.expectMessages({
      channel: "svc_sub_spot_4BTC_USDT_kline_5min",
      is: "incremental",
      data: [{ open: "47741.0", high: "47741.0", low: "47741.0", close: "47741.0", vol: "0.01", count: 1 }],
    });

    await alice.expectPushes(
      { contract_pending: { s: 1 } },
      { contract_assets: {} },
      { contract_detail: { im: 0, ep: "0.01" } },
      { contract_pending: { s: 3 } },
      { contract_order: { hc: "0.01" } },
      { contract_assets: {} },
    );
    await bob.passesOver();
    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.getPositions", {}, [
      { sd: 1, hc: "0.01" },
      { sd: 2, hc: "0" },
    ]);
  },
);
