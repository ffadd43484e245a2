import { script } from "../script.spec-kit.js";

export default script(
  "a coin on a tagged chain has one address and the user as its tag",
  { covers: { happy: ["wallet.getDepositAddress"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("wallet.getDepositAddress", { coin_symbol: "XRP" });
    alice.expectReply({ cmd: "transferIn" });

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
