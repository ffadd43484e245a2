import { script } from "../script.spec-kit.js";

export default script(
  "the sandbox names itself as its only domain",
  { covers: { happy: ["usdt.getAlternateDomains"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("usdt.getAlternateDomains", {});
    alice.expectReply({ state: 0, result: [{ domain: scene.sandbox.restUrl, ws: scene.sandbox.pushUrl }] });

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
