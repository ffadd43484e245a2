import { script } from "../script.spec-kit.js";

export default script(
  "3012: a logout of a session that was never there",
  { covers: { codes: [3012] } },
  async (scene) => {
    const alice = await scene.trader({ logsIn: "no" });

    alice.logsOut();
    await alice.expectPushes({ error: { code: "3012" } });

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
