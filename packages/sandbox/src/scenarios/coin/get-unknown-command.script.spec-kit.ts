import { script } from "../script.spec-kit.js";

export default script(
  "a public query for a command that no document has",
  { covers: { codes: [3000], unhappy: ["coin.getContracts"] }, sandbox: { pairs: ["5BTC_USD"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("coin.getContracts", { cmd: "bcNothing" });
    alice.expectRefusal(3000);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
