import { script } from "../script.spec-kit.js";
import { holdingLong } from "../steps.spec-kit.js";

export default script(
  "a fill tells price, amount, fee, and who waited",
  { covers: { happy: ["usdt.listFills"] } },
  async (scene) => {
    const { alice, orderId } = await holdingLong(scene);

    await alice.calls("usdt.listFills", { orderId: BigInt(orderId), page: 1, size: 10 });
    alice.expectReply({
      result: {
        count: 1,
        page: 1,
        items: [
          {
            pair: "4BTC_USDT",
            side: 1,
            deal_price: "47741.0000000000",
            deal_coin: "0.0100000000",
            fee: "0.2864460000",
            is_maker: 0,
          },
        ],
      },
    });

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
