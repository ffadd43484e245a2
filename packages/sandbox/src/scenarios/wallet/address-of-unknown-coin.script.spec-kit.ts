import { script } from "../script.spec-kit.js";

export default script(
  "an unknown coin has no address",
  { covers: { codes: [2034], unhappy: ["wallet.getDepositAddress"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("wallet.getDepositAddress", { coin_symbol: "NONE" });
    alice.expectRefusal(2034);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
