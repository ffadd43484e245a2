import { script } from "../script.spec-kit.js";

export default script(
  "index and tag price are told by pair",
  { covers: { happy: ["usdt.getTagPrices"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("usdt.getTagPrices", {});
    alice.expectReply({
      result: {
        "4BTC_USDT": { close: "47741.6000000000", priceTag: "47741.6000000000", createdAt: "2023-11-14T22:13:20.000Z" },
      },
    });

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
