import { script } from "../script.spec-kit.js";
import { holdingFixedLong } from "../steps.spec-kit.js";

export default script(
  "margin is taken out down to where the position began",
  { covers: { happy: ["usdt.adjustMargin"] } },
  async (scene) => {
    const { alice } = await holdingFixedLong(scene, 20);

    await alice.calls("usdt.adjustMargin", { pair: "4BTC_USDT", margin: "10", side: 1 });
    alice.expectReply();
    await alice.calls("usdt.adjustMargin", { pair: "4BTC_USDT", margin: "-10", side: 1 });
    alice.expectReply();
    await alice.calls("usdt.adjustMargin", { pair: "4BTC_USDT", margin: "-1", side: 1 });
    alice.expectRefusal(2027);

    await alice.expectPushes(
      { contract_order: { mg: "33.8705" } },
      { contract_assets: { mf: "33.8705" } },
      { contract_order: { mg: "23.8705" } },
      { contract_assets: { mf: "23.8705" } },
    );
    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.getPositions", {}, [
      { sd: 1, mg: "23.8705" },
      { sd: 2, hc: "0" },
    ]);
  },
);
