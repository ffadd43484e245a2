import { script } from "../script.spec-kit.js";

export default script(
  "no page of deposits has more than 50",
  { covers: { codes: [3000], unhappy: ["wallet.listDeposits"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("wallet.listDeposits", { page: 1, size: 51 });
    alice.expectRefusal(3000);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
