import { script } from "../script.spec-kit.js";

export default script(
  "3024: a login over protocol B with a key that may not read",
  { covers: { logins: ["3024"], codes: [3024] } },
  async (scene) => {
    const alice = await scene.trader({ protocol: "channel", key: { permissions: ["trade"] }, logsIn: "no" });

    alice.logsIn();
    await alice.expectLoginRefused(3024);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
