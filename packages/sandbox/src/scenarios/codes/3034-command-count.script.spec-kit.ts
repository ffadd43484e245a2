import { script } from "../script.spec-kit.js";

export default script(
  "3034: eleven commands in one batch query",
  { covers: { codes: [3034], unhappy: ["coin.listOrderHistory"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("coin.listOrderHistory", { page: 1, size: 10 }, { times: 11 });
    alice.expectRefusal(3034);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
