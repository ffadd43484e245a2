import { script } from "../script.spec-kit.js";

export default script(
  "withdrawals have no stage 4",
  { covers: { codes: [3000], unhappy: ["wallet.listWithdrawals"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("wallet.listWithdrawals", { filter_type: 4, page: 1, size: 10 });
    alice.expectRefusal(3000);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
