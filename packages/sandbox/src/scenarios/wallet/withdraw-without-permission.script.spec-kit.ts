import { script } from "../script.spec-kit.js";

export default script(
  "a withdrawal with a key that may trade is refused",
  { covers: { codes: [3024], unhappy: ["wallet.withdraw"] } },
  async (scene) => {
    const alice = await scene.trader({
      funds: [{ coin: "USDT", amount: "500", purse: "wallet" }],
      key: { permissions: ["read", "trade"] },
    });

    await alice.calls("wallet.withdraw", {
      coin_symbol: "USDT",
      amount: 100,
      addr: "0x52908400098527886e0f7030069857d2e4169ee7",
    });
    alice.expectRefusal(3024);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
