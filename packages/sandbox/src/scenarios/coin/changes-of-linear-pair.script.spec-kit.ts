import { script } from "../script.spec-kit.js";

export default script(
  "a USDT-margined pair has no changes among the coin-margined ones",
  { covers: { codes: [3016], unhappy: ["coin.listPositionChanges"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("coin.listPositionChanges", { pair: "4BTC_USDT", page: 1, size: 10 });
    alice.expectRefusal(3016);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
