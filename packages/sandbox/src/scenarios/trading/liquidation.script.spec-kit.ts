import { script } from "../script.spec-kit.js";
import { holdingFixedLong } from "../steps.spec-kit.js";

export default script(
  "a fixed position that its margin no longer covers is taken over",
  { covers: { happy: ["usdt.listPositionChanges"] } },
  async (scene) => {
    const { alice } = await holdingFixedLong(scene, 100);

    await scene.operates("POST", "markets/4BTC_USDT", { indexPrice: "47000" });
    scene.expectOperated({ indexPrice: "47000" });

    // The margin of 4.7741 is gone: the bankruptcy price is a hundredth below the open price.
    await alice.expectPushes(
      { contract_order: { sd: 1, md: 2, hc: "0", mg: "0" } },
      { contract_assets: { mf: "0", b: "994.939454" } },
      { contract_deal_log: { type: 4, mode: 2, pair: "4BTC_USDT", price: "47263.59", hold_dx: "0.01", order_side: 1 } },
    );
    await scene.expectLedgerZero();
    await alice.expectRecord(
      "usdt.listPositionChanges",
      { pair: "4BTC_USDT", page: 1, size: 1 },
      {
        count: 2,
        items: [{ log_type: 4, hold_coin: "0.0000000000", price_log: "47263.5900000000", profit: "-4.7741000000" }],
      },
    );
  },
);
