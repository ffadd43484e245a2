import { scriptOfBoth } from "../script.spec-kit.js";

export default scriptOfBoth(
  "3012: a login over %s with an unknown key",
  () => ({ covers: { logins: ["3012"], codes: [3012] } }),
  async (scene, protocol) => {
    const alice = await scene.trader({ protocol, logsIn: "no" });

    alice.logsIn({ ...alice.key, apiKey: "nobody" });
    await alice.expectLoginRefused(3012);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
