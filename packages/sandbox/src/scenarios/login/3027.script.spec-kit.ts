import { scriptOfBoth } from "../script.spec-kit.js";

export default scriptOfBoth(
  "3027: a login over %s with the only key of an account, after it was revoked",
  () => ({ covers: { logins: ["3027"], codes: [3027] } }),
  async (scene, protocol) => {
    const alice = await scene.trader({ protocol, audited: "no", logsIn: "no" });

    await scene.operates("POST", `accounts/${alice.account}`, { revokeKeys: [alice.key.apiKey] });
    scene.expectOperated({ keys: [{ revoked: true }] });
    alice.logsIn();
    await alice.expectLoginRefused(3027);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
