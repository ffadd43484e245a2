import { script } from "../script.spec-kit.js";

export default script(
  "orders by id need both lists",
  { covers: { codes: [3002], unhappy: ["usdt.getHistoricalOrders"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("usdt.getHistoricalOrders", { orderIds: [] });
    alice.expectRefusal(3002);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
