import { script } from "../script.spec-kit.js";

export default script(
  "the change log needs a pair",
  { covers: { codes: [3002], unhappy: ["usdt.listPositionChanges"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("usdt.listPositionChanges", { page: 1, size: 10 });
    alice.expectRefusal(3002);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
