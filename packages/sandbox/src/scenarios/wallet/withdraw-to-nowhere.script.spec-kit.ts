import { script } from "../script.spec-kit.js";

export default script(
  "a withdrawal to what is no address is refused",
  { covers: { codes: [2034], unhappy: ["wallet.withdraw"] } },
  async (scene) => {
    const alice = await scene.trader({ funds: [{ coin: "USDT", amount: "500", purse: "wallet" }] });

    await alice.calls("wallet.withdraw", { coin_symbol: "USDT", amount: 100, addr: "home" });
    alice.expectRefusal(2034);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
