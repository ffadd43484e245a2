import { script } from "../script.spec-kit.js";

export default script(
  "the documents want the text of an empty object for an empty body",
  { covers: { codes: [3002], unhappy: ["usdt.getAssets"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("usdt.getAssets", {}, { body: "absent" });
    alice.expectRefusal(3002);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
