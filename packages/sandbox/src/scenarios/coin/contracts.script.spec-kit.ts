import { script } from "../script.spec-kit.js";

export default script(
  "a coin-margined contract is worth one USD",
  { covers: { happy: ["coin.getContracts"] }, sandbox: { pairs: ["5BTC_USD"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("coin.getContracts", {});
    alice.expectReply({ cmd: "bcValue", result: [{ pair: "5BTC_USD", value: "1.0000000000" }] });

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
