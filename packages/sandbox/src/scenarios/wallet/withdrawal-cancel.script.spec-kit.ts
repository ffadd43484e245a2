import { script } from "../script.spec-kit.js";

export default script(
  "the operator cancels a withdrawal: the money comes back",
  { covers: { happy: ["wallet.withdraw"] } },
  async (scene) => {
    const alice = await scene.trader({ funds: [{ coin: "USDT", amount: "500", purse: "wallet" }] });

    await alice.calls("wallet.withdraw", {
      coin_symbol: "USDT",
      amount: 100,
      addr: "0x52908400098527886e0f7030069857d2e4169ee7",
    });
    alice.expectReply({ cmd: "transferOut" });
    await scene.operates("POST", `withdrawals/${String(alice.reply.result)}`, { decision: "cancel" });
    scene.expectOperated();

    await alice.expectPushes();
    await scene.expectLedgerZero();
    await alice.expectBalances({ USDT: { wallet: "500", withdrawing: "0" } });
    const filter = { filter_type: -1, page: 1, size: 10 };
    await alice.expectRecord("wallet.listWithdrawals", filter, { count: 1, items: [{ status: 4 }] });
  },
);
