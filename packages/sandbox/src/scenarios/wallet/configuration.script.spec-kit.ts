import { script } from "../script.spec-kit.js";

export default script(
  "a coin tells its fee and its minimum",
  { covers: { happy: ["wallet.getCoinConfigurations"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("wallet.getCoinConfigurations", { coin_symbol: "BTC" });
    alice.expectReply({ result: [{ coin_symbol: "BTC", is_active: 1, withdraw_fee: 0.0005, withdraw_min: 0.001 }] });

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
