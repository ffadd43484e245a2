import { script } from "../script.spec-kit.js";

export default script(
  "a transfer of nothing is refused",
  { covers: { codes: [3000], unhappy: ["usdt.transferFunds"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("usdt.transferFunds", { amount: "0", symbol: "USDT", type: 0 });
    alice.expectRefusal(3000);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
