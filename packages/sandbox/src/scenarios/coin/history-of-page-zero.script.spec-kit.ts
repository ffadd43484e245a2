import { script } from "../script.spec-kit.js";

export default script(
  "pages of the coin-margined history begin at 1",
  { covers: { codes: [3000], unhappy: ["coin.listOrderHistory"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("coin.listOrderHistory", { page: 0, size: 10 });
    alice.expectRefusal(3000);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
