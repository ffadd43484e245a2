import { script } from "../script.spec-kit.js";

export default script(
  "3012: a key that nobody has",
  { covers: { codes: [3012], unhappy: ["usdt.getAssets"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("usdt.getAssets", {}, { key: { ...alice.key, apiKey: "nobody" } });
    alice.expectRefusal(3012);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
