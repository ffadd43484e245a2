import { script } from "../script.spec-kit.js";

export default script(
  "a withdrawal to a chain with tags keeps its tag",
  { covers: { happy: ["wallet.withdraw", "wallet.listWithdrawals"] } },
  async (scene) => {
    const alice = await scene.trader({ funds: [{ coin: "XRP", amount: "500", purse: "wallet" }] });

    const addr = "rN7n7otQDd6FczFgLdSqtcsAUxDkw6fzRH";
    await alice.calls("wallet.withdraw", { coin_symbol: "XRP", amount: 100, addr, memo: "4711" });
    alice.expectReply({ cmd: "transferOut" });

    await alice.expectPushes();
    await scene.expectLedgerZero();
    const all = { page: 1, size: 10 };
    await alice.expectRecord("wallet.listWithdrawals", all, {
      items: [{ coin_symbol: "XRP", memo: "4711", status: 1 }],
    });
    await alice.expectBalances({ XRP: { wallet: "400", withdrawing: "100" } });
  },
);
