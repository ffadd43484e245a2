import { script } from "../script.spec-kit.js";

export default script(
  "a withdrawal not above the minimum is refused",
  { covers: { codes: [2085], unhappy: ["wallet.withdraw"] } },
  async (scene) => {
    const alice = await scene.trader({ funds: [{ coin: "USDT", amount: "500", purse: "wallet" }] });

    await alice.calls("wallet.withdraw", {
      coin_symbol: "USDT",
      amount: 0.5,
      addr: "0x52908400098527886e0f7030069857d2e4169ee7",
    });
    alice.expectRefusal(2085);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
