import { script } from "../script.spec-kit.js";

export default script(
  "the wallet is valued in dollars and yuan",
  { covers: { happy: ["wallet.getMainAssets"] } },
  async (scene) => {
    const alice = await scene.trader({ funds: [{ coin: "USDT", amount: "500", purse: "wallet" }] });

    await alice.calls("wallet.getMainAssets", {});
    alice.expectReply({
      result: {
        total_usd: "500.00",
        total_cny: "3118.00",
        assets_list: [{ coin_symbol: "USDT", balance: "500", freeze: "0" }],
      },
    });

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
