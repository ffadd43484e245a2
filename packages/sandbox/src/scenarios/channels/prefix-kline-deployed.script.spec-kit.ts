import { inside, openLong, openShort } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "a deployment leaves the number of deals out of candles",
  { covers: { channels: ["prefix.kline"] }, sandbox: { profile: "deployed" } },
  async (scene) => {
    const alice = await scene.trader();
    const bob = await scene.trader();
    const listener = await scene.listener("prefix");

    listener.subscribes("4BTC_USDT_kline_1hour");
    await listener.expectMessages({ channel: "4BTC_USDT_kline_1hour", is: "full", data: [] });
    await bob.calls("usdt.placeOrder", openShort("0.01", inside));
    await alice.calls("usdt.placeOrder", openLong("0.01", inside));
    alice.expectReply({ status: 3 });
    scene.passes(100);
    await listener.expectMessages({
      channel: "4BTC_USDT_kline_1hour",
      is: "incremental",
      data: [["1699999200000", "47741.0", "47741.0", "47741.0", "47741.0", "0.01"]],
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
