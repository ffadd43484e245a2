import { script } from "../script.spec-kit.js";

export default script(
  "protocol A tells candles of the tag price",
  { covers: { channels: ["prefix.tagPriceKline"] } },
  async (scene) => {
    const alice = await scene.trader();
    const listener = await scene.listener("prefix");

    listener.subscribes("4BTC_USDTTAGPRICE_kline_1min");
    await listener.expectMessages({ channel: "4BTC_USDTTAGPRICE_kline_1min", is: "full", data: [] });
    await scene.operates("POST", "markets/4BTC_USDT", { indexPrice: "47800" });
    scene.expectOperated({ indexPrice: "47800" });
    scene.passes(100);
    await listener.expectMessages({
      channel: "4BTC_USDTTAGPRICE_kline_1min",
      is: "incremental",
      data: [["1699999980000", "0", "47800.0", "47800.0", "47800.0", "47800.0", "0"]],
    });

    await alice.calls("usdt.getTagPrices");
    alice.expectReply({ result: { "4BTC_USDT": { priceTag: "47800.0000000000" } } });
    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
