import { script } from "../script.spec-kit.js";

export default script(
  "a deposit that fails is never credited",
  { covers: { happy: ["wallet.listDeposits"] } },
  async (scene) => {
    const alice = await scene.trader();

    const failing = { account: alice.account, coin: "BTC", amount: "0.01", outcome: "failed" };
    await scene.operates("POST", "deposits", failing);
    scene.expectOperated({ deposit: { amount: "0.01" } });

    scene.passes(60_000);
    await alice.calls("wallet.listDeposits", { filter_type: 3, page: 1, size: 10 });
    alice.expectReply({ result: { count: 1, items: [{ coin_symbol: "BTC", status: 3 }] } });
    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
