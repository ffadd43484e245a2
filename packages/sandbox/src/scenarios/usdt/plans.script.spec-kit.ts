import { script } from "../script.spec-kit.js";
import { holdingProtectedLong } from "../steps.spec-kit.js";

export default script(
  "plans are told until they end, the latest first",
  { covers: { happy: ["usdt.getPlanOrders"] } },
  async (scene) => {
    const { alice } = await holdingProtectedLong(scene);

    await alice.calls("usdt.getPlanOrders", { pair: "4BTC_USDT" });
    alice.expectReply({
      result: [
        { pi: "4BTC_USDT", tp: "45000", q: "0.01", sd: 1, pt: 2, bt: 1, s: 1 },
        { pi: "4BTC_USDT", tp: "50000", q: "0.01", sd: 1, pt: 1, bt: 1, s: 1 },
      ],
    });

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
