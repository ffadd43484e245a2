import { script } from "../script.spec-kit.js";

export default script(
  "3026: a key that is bound to another address",
  { covers: { codes: [3026], unhappy: ["usdt.getAssets"] } },
  async (scene) => {
    const alice = await scene.trader({ key: { addresses: ["10.0.0.1"] }, logsIn: "no" });

    await alice.calls("usdt.getAssets", {});
    alice.expectRefusal(3026);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
