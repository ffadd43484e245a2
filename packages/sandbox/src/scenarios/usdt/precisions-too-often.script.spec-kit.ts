import { script } from "../script.spec-kit.js";

export default script(
  "precisions asked for too often: the address is told to wait",
  {
    covers: { codes: [2091], happy: ["usdt.getPrecisions"], unhappy: ["usdt.getPrecisions"] },
    sandbox: { pairs: ["4BTC_USDT"], requestsPerWindow: 2 },
  },
  async (scene) => {
    const alice = await scene.trader({ audited: "no" });

    for (let i = 0; i < 2; i++) {
      await alice.calls("usdt.getPrecisions");
      alice.expectReply();
    }
    await alice.calls("usdt.getPrecisions");
    alice.expectRefusal(2091);
    // A request with a valid key counts by its key.
    await alice.calls("usdt.getAssets");
    alice.expectReply();

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
