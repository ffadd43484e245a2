import { expect } from "vitest";
import { script } from "../script.spec-kit.js";

export default script(
  "a deployment's ticker and market lists have the price in CNY with eight decimals",
  {
    notes: [42],
    covers: { happy: ["spot.getTicker", "spot.getMarkets", "spot.getMarket"] },
    sandbox: { profile: "deployed", pairs: ["BTC_USDT"] },
  },
  async (scene) => {
    const alice = await scene.trader();

    const base_last_cny = expect.stringMatching(/^[0-9]+\.[0-9]{8}$/);
    await alice.calls("spot.getTicker", { pair: "BTC_USDT" });
    alice.expectReply({ result: { base_last_cny } });
    await alice.calls("spot.getMarkets", {});
    alice.expectReply({ result: [{ coin_symbol: "BTC", base_last_cny }] });
    await alice.calls("spot.getMarket", { pair: "BTC_USDT" });
    alice.expectReply({ result: { coin_symbol: "BTC", base_last_cny } });

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
