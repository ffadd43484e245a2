import { script } from "../script.spec-kit.js";

export default script(
  "3035: a hundred and one commands in one batch query",
  { covers: { codes: [3035], unhappy: ["coin.listOrderHistory"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("coin.listOrderHistory", { page: 1, size: 10 }, { times: 101 });
    alice.expectRefusal(3035);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
