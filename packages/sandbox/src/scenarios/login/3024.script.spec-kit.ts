import { scriptOfBoth } from "../script.spec-kit.js";

export default scriptOfBoth(
  "3024: a login over %s with a key that may not read",
  () => ({ covers: { logins: ["3024"], codes: [3024] } }),
  async (scene, protocol) => {
    const alice = await scene.trader({ protocol, key: { permissions: ["trade"] }, logsIn: "no" });

    alice.logsIn();
    await alice.expectLoginRefused(3024);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
