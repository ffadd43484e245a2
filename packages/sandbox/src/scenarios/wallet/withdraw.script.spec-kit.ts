import { script } from "../script.spec-kit.js";

export default script(
  "a withdrawal is held back, reviewed, queued and paid out",
  { notes: [44], covers: { happy: ["wallet.withdraw", "wallet.listWithdrawals"] } },
  async (scene) => {
    const alice = await scene.trader({ funds: [{ coin: "USDT", amount: "500", purse: "wallet" }] });

    await alice.calls("wallet.withdraw", {
      coin_symbol: "USDT",
      amount: 100,
      addr: "0x52908400098527886e0f7030069857d2e4169ee7",
    });
    alice.expectReply({ cmd: "transferOut" });
    await alice.expectBalances({ USDT: { wallet: "400", withdrawing: "100", total: "1500" } });

    scene.passes(60_000);
    await alice.expectPushes();
    await scene.expectLedgerZero();
    await alice.expectBalances({ USDT: { wallet: "400", withdrawing: "0", total: "1400" } });
    const paid = { filter_type: 3, page: 1, size: 10 };
    await alice.expectRecord("wallet.listWithdrawals", paid, {
      count: 1,
      items: [{ coin_symbol: "USDT", memo: "", status: 2 }],
    });
  },
);
