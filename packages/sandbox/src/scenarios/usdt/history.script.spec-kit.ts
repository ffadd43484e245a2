import { script } from "../script.spec-kit.js";
import { holdingLong } from "../steps.spec-kit.js";

export default script(
  "the history tells finished orders, by status",
  { covers: { happy: ["usdt.listOrderHistory"] } },
  async (scene) => {
    const { alice } = await holdingLong(scene);

    await alice.calls("usdt.listOrderHistory", { page: 1, size: 10, status: [3] });
    alice.expectReply({
      result: {
        count: 1,
        page: 1,
        items: [{ pair: "4BTC_USDT", side: 1, order_type: 2, status: 3, deal_num: 1, price_deal: "47741.0000000000" }],
      },
    });

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
