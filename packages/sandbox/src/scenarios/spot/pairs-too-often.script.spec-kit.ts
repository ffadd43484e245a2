import { script } from "../script.spec-kit.js";

export default script(
  "pairs asked for too often: the address is told to wait",
  {
    covers: { codes: [2091], happy: ["spot.getPairs"], unhappy: ["spot.getPairs"] },
    sandbox: { pairs: ["BTC_USDT"], requestsPerWindow: 2 },
  },
  async (scene) => {
    const alice = await scene.trader({ audited: "no" });

    for (let i = 0; i < 2; i++) {
      await alice.calls("spot.getPairs");
      alice.expectReply();
    }
    await alice.calls("spot.getPairs");
    alice.expectRefusal(2091);
    // A request with a valid key counts by its key.
    await alice.calls("usdt.getAssets");
    alice.expectReply();

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
