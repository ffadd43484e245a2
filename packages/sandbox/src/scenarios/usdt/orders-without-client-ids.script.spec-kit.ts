import { script } from "../script.spec-kit.js";

export default script(
  "a list of orders by client ids needs ids",
  { covers: { codes: [3002], unhappy: ["usdt.getOrdersByClientOrderId"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("usdt.getOrdersByClientOrderId", {});
    alice.expectRefusal(3002);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
