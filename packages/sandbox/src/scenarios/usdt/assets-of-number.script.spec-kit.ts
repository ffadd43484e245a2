import { script } from "../script.spec-kit.js";

export default script(
  "assets of a coin that is a number are not told",
  { covers: { codes: [3000], unhappy: ["usdt.getAssets"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("usdt.getAssets", { coin: 5 });
    alice.expectRefusal(3000);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
