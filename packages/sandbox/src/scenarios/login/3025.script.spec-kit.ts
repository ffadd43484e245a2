import { scriptOfBoth } from "../script.spec-kit.js";

export default scriptOfBoth(
  "3025: a login over %s with a wrong signature",
  () => ({ covers: { logins: ["3025"], codes: [3025] } }),
  async (scene, protocol) => {
    const alice = await scene.trader({ protocol, logsIn: "no" });

    alice.logsIn({ ...alice.key, apiSecret: "x" });
    await alice.expectLoginRefused(3025);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
