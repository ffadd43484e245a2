import { script } from "../script.spec-kit.js";

export default script(
  "positions of a third side are not told",
  { covers: { codes: [3000], unhappy: ["usdt.getPositions"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("usdt.getPositions", { side: 3 });
    alice.expectRefusal(3000);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
