import { script } from "../script.spec-kit.js";

export default script(
  "the spot account is valued by itself",
  { covers: { happy: ["wallet.getSpotAssets"] } },
  async (scene) => {
    const alice = await scene.trader({ funds: [{ coin: "ETH", amount: "2", purse: "spot" }] });

    await alice.calls("wallet.getSpotAssets", { select: 0 });
    alice.expectReply({ result: { assets_list: [{ coin_symbol: "ETH", balance: "2", freeze: "0" }] } });

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
