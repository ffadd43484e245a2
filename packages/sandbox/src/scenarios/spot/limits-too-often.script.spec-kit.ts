import { script } from "../script.spec-kit.js";

export default script(
  "trade limits asked for too often: the address is told to wait",
  {
    covers: { codes: [2091], happy: ["spot.getTradeLimits"], unhappy: ["spot.getTradeLimits"] },
    sandbox: { pairs: ["BTC_USDT"], requestsPerWindow: 2 },
  },
  async (scene) => {
    const alice = await scene.trader({ audited: "no" });

    for (let i = 0; i < 2; i++) {
      await alice.calls("spot.getTradeLimits");
      alice.expectReply();
    }
    await alice.calls("spot.getTradeLimits");
    alice.expectRefusal(2091);
    // A request with a valid key counts by its key.
    await alice.calls("usdt.getAssets");
    alice.expectReply();

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
