import { script } from "../script.spec-kit.js";
import { holdingLong } from "../steps.spec-kit.js";

export default script(
  "a deployment takes a history without page and size: the first page of ten",
  { covers: { happy: ["usdt.listOrderHistory"] }, sandbox: { profile: "deployed" } },
  async (scene) => {
    const { alice } = await holdingLong(scene);

    await alice.calls("usdt.listOrderHistory", {});
    alice.expectReply({ result: { count: 1, page: 1, items: [{ status: 3 }] } });

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
