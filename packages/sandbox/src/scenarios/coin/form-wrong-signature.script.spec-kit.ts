import { script } from "../script.spec-kit.js";

export default script(
  "a batch query with a signature of something else",
  { covers: { codes: [3025], unhappy: ["coin.listOrderHistory"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("coin.listOrderHistory", { page: 1, size: 10 }, { signature: "0".repeat(32) });
    alice.expectRefusal(3025);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
