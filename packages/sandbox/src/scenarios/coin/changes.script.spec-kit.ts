import { script } from "../script.spec-kit.js";

export default script(
  "the resident strategy has opened a position",
  { covers: { happy: ["coin.listPositionChanges"] }, sandbox: { pairs: ["4BTC_USDT", "5BTC_USD"] } },
  async (scene) => {
    const alice = await scene.demo();

    await alice.calls("coin.listPositionChanges", { pair: "5BTC_USD", page: 1, size: 1 });
    alice.expectReply({
      cmd: "bc/dealLog",
      index: 1,
      result: { page: 1, items: [{ coin_symbol: "BTC", pair: "5BTC_USD" }] },
    });

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
