import { script } from "../script.spec-kit.js";

export default script(
  "protocol B tells candles of the tag price",
  { covers: { channels: ["channel.tagPriceKline"] } },
  async (scene) => {
    const alice = await scene.trader();
    const listener = await scene.listener("channel");

    listener.subscribes("svc_sub_spot_4BTC_USDTTAGPRICE_kline_1min", { ver: 8 });
    await listener.expectMessages({ channel: "svc_sub_spot_4BTC_USDTTAGPRICE_kline_1min", is: "full", data: [] });
    await scene.operates("POST", "markets/4BTC_USDT", { indexPrice: "47800" });
    scene.expectOperated({ indexPrice: "47800" });
    scene.passes(100);
    await listener.expectMessages({
      channel: "svc_sub_spot_4BTC_USDTTAGPRICE_kline_1min",
      is: "incremental",
      data: [{ time: 1_699_999_980_000, open: "47800.0", close: "47800.0" }],
    });

    await alice.calls("usdt.getTagPrices");
    alice.expectReply({ result: { "4BTC_USDT": { priceTag: "47800.0000000000" } } });
    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
