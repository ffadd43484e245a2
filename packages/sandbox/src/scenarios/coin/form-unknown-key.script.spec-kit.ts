import { script } from "../script.spec-kit.js";

export default script(
  "a batch query with a key that nobody has",
  { covers: { codes: [3012], unhappy: ["coin.listOrderHistory"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("coin.listOrderHistory", { page: 1, size: 10 }, { key: { ...alice.key, apiKey: "nobody" } });
    alice.expectRefusal(3012);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
