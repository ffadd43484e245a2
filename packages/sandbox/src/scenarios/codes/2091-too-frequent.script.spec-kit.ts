import { script } from "../script.spec-kit.js";

export default script(
  "2091: the fourth request of a window that has room for three",
  {
    covers: { codes: [2091], unhappy: ["usdt.getAssets"], happy: ["usdt.getAssets"] },
    sandbox: { requestsPerWindow: 3 },
  },
  async (scene) => {
    const alice = await scene.trader({ audited: "no" });

    for (let i = 0; i < 3; i++) {
      await alice.calls("usdt.getAssets", {});
      alice.expectReply({ result: [{ b: "1000" }] });
    }
    await alice.calls("usdt.getAssets", {});
    alice.expectRefusal(2091);
    scene.passes(5000);
    await alice.calls("usdt.getAssets", {});
    alice.expectReply({ result: [{ b: "1000" }] });

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
