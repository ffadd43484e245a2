import { script } from "../script.spec-kit.js";

export default script(
  "a list of orders needs ids",
  { covers: { codes: [3002], unhappy: ["usdt.getOrders"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("usdt.getOrders", {});
    alice.expectRefusal(3002);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
