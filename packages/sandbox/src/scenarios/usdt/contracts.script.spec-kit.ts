import { script } from "../script.spec-kit.js";

export default script(
  "a contract tells its limits",
  { notes: [42], covers: { happy: ["usdt.getContracts"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("usdt.getContracts", {});
    alice.expectReply({
      result: [
        {
          pair: "4BTC_USDT",
          pending_max: 100,
          open_max_per: "100.0000000000",
          hold_max: "100.0000000000",
          risk_level_base: "1.0000000000",
          risk_level_dx: "1.0000000000",
        },
      ],
    });

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
