import { script } from "../script.spec-kit.js";

export default script(
  "a page that is followed by another counts one more",
  { covers: { happy: ["wallet.listWithdrawals"] } },
  async (scene) => {
    const alice = await scene.trader({ funds: [{ coin: "USDT", amount: "500", purse: "wallet" }] });

    for (const amount of [100, 110]) {
      await alice.calls("wallet.withdraw", {
        coin_symbol: "USDT",
        amount,
        addr: "0x52908400098527886e0f7030069857d2e4169ee7",
      });
      alice.expectReply();
    }
    await alice.calls("wallet.listWithdrawals", { page: 1, size: 1 });
    alice.expectReply({ result: { count: 2, page: 1, items: [{ status: 1 }] } });
    await alice.calls("wallet.listWithdrawals", { page: 2, size: 1 });
    alice.expectReply({ result: { count: 1, page: 2, items: [{ status: 1 }] } });

    await alice.expectPushes();
    await scene.expectLedgerZero();
    await alice.expectBalances({ USDT: { wallet: "290", withdrawing: "210" } });
  },
);
