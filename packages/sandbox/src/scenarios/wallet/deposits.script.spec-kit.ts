import { expect } from "vitest";
import { script } from "../script.spec-kit.js";

export default script(
  "a deposit is credited after the blocks of its chain, and tells its address under both names",
  { notes: [41], covers: { happy: ["wallet.listDeposits"] } },
  async (scene) => {
    const alice = await scene.trader();

    await scene.operates("POST", "deposits", { account: alice.account, coin: "XRP", amount: "25.5" });
    scene.expectOperated({ deposit: { status: "in-progress", amount: "25.5" } });
    await alice.calls("wallet.listDeposits", { page: 1, size: 10 });
    const to = expect.stringMatching(/^r.+:\d+$/);
    const item = { coin_symbol: "XRP", amount: "25.5", status: 1, to, to_address: to };
    alice.expectReply({ result: { count: 1, items: [item] } });

    scene.passes(60_000);
    await alice.expectPushes();
    await scene.expectLedgerZero();
    const credited = { filter_type: 2, page: 1, size: 10 };
    await alice.expectRecord("wallet.listDeposits", credited, { count: 1, items: [{ coin_symbol: "XRP", status: 2 }] });
    await alice.expectBalances({ XRP: { wallet: "25.5" } });
  },
);
