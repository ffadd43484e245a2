import { script } from "../script.spec-kit.js";

export default script(
  "the order history needs a size",
  { covers: { codes: [3002], unhappy: ["usdt.listOrderHistory"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("usdt.listOrderHistory", { page: 1 });
    alice.expectRefusal(3002);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
