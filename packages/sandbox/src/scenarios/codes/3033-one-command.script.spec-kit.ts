import { script } from "../script.spec-kit.js";

export default script(
  "3033: two commands in one batch query",
  { covers: { codes: [3033], unhappy: ["coin.listOrderHistory"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("coin.listOrderHistory", { page: 1, size: 10 }, { times: 2 });
    alice.expectRefusal(3033);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
