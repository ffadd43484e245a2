import { inside, openLong, openShort } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "a fixed short whose margin is gone is taken over",
  { covers: { happy: ["usdt.listPositionChanges"] } },
  async (scene) => {
    const alice = await scene.trader();
    const bob = await scene.trader();

    const mode = { pair: "4BTC_USDT", mode: 2, leverage_long: 20, leverage_short: 20 };
    await alice.calls("usdt.setModeAndLeverage", mode);
    alice.expectReply({ result: "success" });
    await bob.calls("usdt.placeOrder", openLong("0.01", inside));
    await alice.calls("usdt.placeOrder", openShort("0.01", inside));
    alice.expectReply({ status: 3 });
    await alice.passesOver();
    await bob.passesOver();
    // 5 % above 47741 less the half percent that is to be kept.
    await scene.operates("POST", "markets/4BTC_USDT", { indexPrice: "49878.5" });
    await alice.expectPushes();
    await scene.operates("POST", "markets/4BTC_USDT", { indexPrice: "49878.7" });

    await alice.expectPushes(
      { contract_order: { sd: 2, hc: "0", mg: "0" } },
      { contract_assets: { mf: "0" } },
      { contract_deal_log: { type: 4, price: "50128.05", hold_dx: "0.01", order_side: 2 } },
    );
    await scene.expectLedgerZero();
    await alice.expectRecord(
      "usdt.listPositionChanges",
      { pair: "4BTC_USDT", page: 1, size: 1 },
      {
        items: [{ side: 2, log_type: 4, profit: "-23.8705000000" }],
      },
    );
  },
);
