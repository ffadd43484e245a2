import { inside, openLong, openShort } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "protocol A tells a day: yuan before dollars, as documented",
  { covers: { channels: ["prefix.ticker"] } },
  async (scene) => {
    const alice = await scene.trader();
    const bob = await scene.trader();
    const listener = await scene.listener("prefix");

    listener.subscribes("4BTC_USDT_ticker");
    await listener.expectMessages({
      channel: "4BTC_USDT_ticker",
      is: "full",
      data: [
        "4BTC_USDT",
        "47741.6",
        "297716.61",
        "47741.60",
        "47741.6",
        "47741.6",
        "47739.6",
        "0.2368",
        "47743.6",
        "0.4704",
        "0",
        "0.00%",
        "1700000000000",
        "297716.61",
      ],
    });
    await bob.calls("usdt.placeOrder", openShort("0.01", inside));
    await alice.calls("usdt.placeOrder", openLong("0.01", inside));
    alice.expectReply({ status: 3 });
    scene.passes(100);
    await listener.expectMessages({
      channel: "4BTC_USDT_ticker",
      is: "incremental",
      data: [
        "4BTC_USDT",
        "47741.0",
        "297712.87",
        "47741.00",
        "47741.0",
        "47741.0",
        "47739.6",
        "0.2368",
        "47743.6",
        "0.4704",
        "0.01",
        "0.00%",
        "1700000000000",
        "297712.87",
      ],
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
