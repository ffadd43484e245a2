import { script } from "../script.spec-kit.js";

export default script(
  "3012: a login over protocol A with an unknown key",
  { covers: { logins: ["3012"], codes: [3012] } },
  async (scene) => {
    const alice = await scene.trader({ protocol: "prefix", logsIn: "no" });

    alice.logsIn({ ...alice.key, apiKey: "nobody" });
    await alice.expectLoginRefused(3012);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
