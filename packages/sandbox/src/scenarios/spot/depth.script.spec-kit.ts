import { script } from "../script.spec-kit.js";

export default script(
  "spot depth has as many levels as asked for",
  { covers: { happy: ["spot.getDepth"] }, sandbox: { pairs: ["BTC_USDT"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("spot.getDepth", { pair: "BTC_USDT", size: "1" });
    alice.expectReply({
      result: {
        pair: "BTC_USDT",
        asks: [{ price: "47743.51", volume: "0.308" }],
        bids: [{ price: "47739.69", volume: "0.3832" }],
      },
      cmd: "depth",
      ver: "3",
    });

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
