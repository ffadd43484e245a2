import { script } from "../script.spec-kit.js";

export default script(
  "coin-margined orders by id need both lists",
  { covers: { codes: [3002], unhappy: ["coin.getHistoricalOrders"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("coin.getHistoricalOrders", { orderIds: [] });
    alice.expectRefusal(3002);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
