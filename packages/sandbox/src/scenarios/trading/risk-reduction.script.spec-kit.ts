import { inside, openLong, openShort } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "a large fixed position is first reduced to the tier below",
  { covers: { happy: ["usdt.listPositionChanges"] } },
  async (scene) => {
    const alice = await scene.trader({ usdt: "5000" });
    const bob = await scene.trader({ usdt: "50000" });

    const mode = { pair: "4BTC_USDT", mode: 2, leverage_long: 50, leverage_short: 50 };
    await alice.calls("usdt.setModeAndLeverage", mode);
    await bob.calls("usdt.placeOrder", openShort("1.9", inside));
    await alice.calls("usdt.placeOrder", openLong("1.9", inside));
    alice.expectReply({ status: 3 });
    await alice.passesOver();
    await bob.passesOver();
    await scene.operates("POST", "markets/4BTC_USDT", { indexPrice: "47250" });
    scene.expectOperated();

    await alice.expectPushes(
      { contract_order: { hc: "1", lc: "1", mg: "954.82", md: 2 } },
      { contract_assets: { mf: "954.82" } },
      { contract_deal_log: { type: 3, price: "46786.18", hold_dx: "0.9", order_side: 1 } },
    );
    await scene.expectLedgerZero();
    await alice.expectRecord(
      "usdt.listPositionChanges",
      { pair: "4BTC_USDT", page: 1, size: 1 },
      {
        items: [{ log_type: 3, hold_coin_dx: "0.9000000000", hold_coin: "1.0000000000" }],
      },
    );
  },
);
