import { script } from "../script.spec-kit.js";

export default script(
  "a contract tells the terms that its venue was opened with",
  {
    covers: { happy: ["usdt.getContracts"] },
    sandbox: {
      terms: { makerFeeRate: "0.0001", takerFeeRate: "0.001", contracts: { "4BTC_USDT": { maxPosition: "50" } } },
    },
  },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("usdt.getContracts", {});
    alice.expectReply({
      result: [{ pair: "4BTC_USDT", maker_fee: "0.0001000000", taker_fee: "0.0010000000", hold_max: "50.0000000000" }],
    });

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
