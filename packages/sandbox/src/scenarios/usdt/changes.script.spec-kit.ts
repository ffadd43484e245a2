import { script } from "../script.spec-kit.js";
import { holdingLong } from "../steps.spec-kit.js";

export default script(
  "the change log tells an opening and its fee",
  { covers: { happy: ["usdt.listPositionChanges"] } },
  async (scene) => {
    const { alice } = await holdingLong(scene);

    await alice.calls("usdt.listPositionChanges", { pair: "4BTC_USDT", page: 1, size: 10 });
    alice.expectReply({
      result: {
        count: 1,
        page: 1,
        items: [
          {
            pair: "4BTC_USDT",
            side: 1,
            model: 1,
            log_type: 1,
            hold_coin_dx: "0.0100000000",
            hold_coin: "0.0100000000",
            price_open: "47741.0000000000",
            profit: "0.0000000000",
            fee: "0.2864460000",
          },
        ],
      },
    });

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
