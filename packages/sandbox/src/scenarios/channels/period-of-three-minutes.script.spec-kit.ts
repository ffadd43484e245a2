import { script } from "../script.spec-kit.js";

export default script("3009: candles of three minutes are not pushed", { covers: { codes: [3009] } }, async (scene) => {
  const alice = await scene.trader();
  const listener = await scene.listener();

  listener.subscribes("4BTC_USDT_kline_3min");
  await listener.expectMessages({ channel: "4BTC_USDT_kline_3min", error: { code: "3009" } });

  await alice.expectNothingHappened();
  await scene.expectLedgerZero();
});
