import { script } from "../script.spec-kit.js";

export default script(
  "the kind of a summary is an integer",
  { covers: { codes: [3000], unhappy: ["wallet.getSpotAssets"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("wallet.getSpotAssets", { select: "1" });
    alice.expectRefusal(3000);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
