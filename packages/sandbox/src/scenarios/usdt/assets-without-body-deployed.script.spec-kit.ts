import { script } from "../script.spec-kit.js";

export default script(
  "a deployment takes no body for an empty one",
  { covers: { happy: ["usdt.getAssets"] }, sandbox: { profile: "deployed" } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("usdt.getAssets", {}, { body: "absent" });
    alice.expectReply({ result: [{ c: "USDT", b: "1000" }] });

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
