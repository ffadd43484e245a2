import { script } from "../script.spec-kit.js";

export default script(
  "a batch query with a key that may not read",
  { covers: { codes: [3024], unhappy: ["coin.listOrderHistory"] } },
  async (scene) => {
    const alice = await scene.trader({ key: { permissions: ["trade"] }, logsIn: "no" });

    await alice.calls("coin.listOrderHistory", { page: 1, size: 10 });
    alice.expectRefusal(3024);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
