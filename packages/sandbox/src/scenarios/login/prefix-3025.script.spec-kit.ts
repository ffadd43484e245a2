import { script } from "../script.spec-kit.js";

export default script(
  "3025: a login over protocol A with a wrong signature",
  { covers: { logins: ["3025"], codes: [3025] } },
  async (scene) => {
    const alice = await scene.trader({ protocol: "prefix", logsIn: "no" });

    alice.logsIn({ ...alice.key, apiSecret: "x" });
    await alice.expectLoginRefused(3025);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
