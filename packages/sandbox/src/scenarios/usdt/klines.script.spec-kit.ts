import { script } from "../script.spec-kit.js";
import { holdingLong } from "../steps.spec-kit.js";

export default script("candles follow from trades", { covers: { happy: ["usdt.getKlines"] } }, async (scene) => {
  const { alice } = await holdingLong(scene);

  await alice.calls("usdt.getKlines", { pair: "4BTC_USDT", period: "1min", size: "10" });
  alice.expectReply({
    result: [
      { time: 1_699_999_980_000, open: "47741.0", high: "47741.0", low: "47741.0", close: "47741.0", vol: "0.01" },
    ],
    cmd: "kline",
    ver: "2.0",
  });

  await alice.expectNothingHappened();
  await scene.expectLedgerZero();
});
