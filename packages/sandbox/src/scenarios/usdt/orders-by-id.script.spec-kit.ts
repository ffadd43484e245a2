import { script } from "../script.spec-kit.js";
import { holdingLong } from "../steps.spec-kit.js";

export default script(
  "orders by id have long names",
  { covers: { happy: ["usdt.getHistoricalOrders"] } },
  async (scene) => {
    const { alice, orderId } = await holdingLong(scene);

    await alice.calls("usdt.getHistoricalOrders", { orderIds: [BigInt(orderId)], clientOids: [] });
    alice.expectReply({
      result: [{ pair: "4BTC_USDT", side: 1, order_type: 2, status: 3, deal_num: 1, price_deal: "47741.0000000000" }],
    });

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
