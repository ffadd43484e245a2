import { script } from "../script.spec-kit.js";

export default script(
  "a public query for no command",
  { covers: { codes: [3002], unhappy: ["coin.getContracts"] }, sandbox: { pairs: ["5BTC_USD"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("coin.getContracts", { cmd: "" });
    alice.expectRefusal(3002);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
