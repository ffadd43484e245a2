import { script } from "../script.spec-kit.js";

export default script(
  "there is no third kind of summary",
  { covers: { codes: [3000], unhappy: ["wallet.getMainAssets"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("wallet.getMainAssets", { select: 2 });
    alice.expectRefusal(3000);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
