import { script } from "../script.spec-kit.js";

export default script(
  "a deployment, too, needs the pair of a change log",
  { covers: { codes: [3002], unhappy: ["usdt.listPositionChanges"] }, sandbox: { profile: "deployed" } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("usdt.listPositionChanges", {});
    alice.expectRefusal(3002);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
