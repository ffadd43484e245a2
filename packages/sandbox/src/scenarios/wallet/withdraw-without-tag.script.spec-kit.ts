import { script } from "../script.spec-kit.js";

export default script(
  "a withdrawal to a chain with tags needs its tag",
  { covers: { codes: [3002], unhappy: ["wallet.withdraw"] } },
  async (scene) => {
    const alice = await scene.trader({ funds: [{ coin: "XRP", amount: "500", purse: "wallet" }] });

    await alice.calls("wallet.withdraw", {
      coin_symbol: "XRP",
      amount: 100,
      addr: "rN7n7otQDd6FczFgLdSqtcsAUxDkw6fzRH",
    });
    alice.expectRefusal(3002);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
