import { script } from "../script.spec-kit.js";

export default script(
  "3009: a spot market has no tag price",
  { covers: { codes: [3009] }, sandbox: { pairs: ["4BTC_USDT", "BTC_USDT"] } },
  async (scene) => {
    const alice = await scene.trader();
    const listener = await scene.listener("channel");

    const channel = "svc_sub_spot_BTC_USDTTAGPRICE_kline_1min";
    listener.subscribes(channel, { ver: 8 });
    await listener.expectMessages({ channel, error: { code: "3009" } });

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
