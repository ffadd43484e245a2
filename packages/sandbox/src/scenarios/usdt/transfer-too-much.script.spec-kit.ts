import { script } from "../script.spec-kit.js";

export default script(
  "a transfer of more than is free is refused",
  { covers: { codes: [2027], unhappy: ["usdt.transferFunds"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("usdt.transferFunds", { amount: "1000.1", symbol: "USDT", type: 1 });
    alice.expectRefusal(2027);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
