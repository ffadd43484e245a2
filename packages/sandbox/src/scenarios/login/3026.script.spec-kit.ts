import { scriptOfBoth } from "../script.spec-kit.js";

export default scriptOfBoth(
  "3026: a login over %s with a key that is bound to another address",
  () => ({ covers: { logins: ["3026"], codes: [3026] } }),
  async (scene, protocol) => {
    const alice = await scene.trader({ protocol, key: { addresses: ["10.0.0.1"] }, logsIn: "no" });

    alice.logsIn();
    await alice.expectLoginRefused(3026);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
