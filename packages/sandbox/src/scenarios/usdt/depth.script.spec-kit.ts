import { script } from "../script.spec-kit.js";

export default script(
  "depth has as many levels as asked for, the best first",
  { covers: { happy: ["usdt.getDepth"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("usdt.getDepth", { pair: "4BTC_USDT", size: "1" });
    alice.expectReply({
      result: {
        pair: "4BTC_USDT",
        asks: [{ price: "47743.6", volume: "0.4704" }],
        bids: [{ price: "47739.6", volume: "0.2368" }],
      },
      cmd: "depth",
      ver: "2.0",
    });

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
