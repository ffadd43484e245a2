import { scriptOfBoth } from "../script.spec-kit.js";
import { holdingLong } from "../steps.spec-kit.js";

export default scriptOfBoth(
  "a login over %s tells a position",
  () => ({ covers: { logins: ["success"] } }),
  async (scene, protocol) => {
    const { alice } = await holdingLong(scene, "0.01", { protocol, logsIn: "no" });

    alice.logsIn();
    await alice.expectLogin([{ b: "951.972554" }], [{ pi: "4BTC_USDT", sd: 1, hc: "0.01", po: "47741" }], []);
    await alice.calls("usdt.getPositions");
    alice.expectReply({
      result: [
        { sd: 1, hc: "0.01" },
        { sd: 2, hc: "0" },
      ],
    });

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
