import { script } from "../script.spec-kit.js";

export default script(
  "2021: a query that the operator has answered with a code outside of the table",
  { covers: { codes: [2021], unhappy: ["usdt.getAssets"], happy: ["usdt.getAssets"] } },
  async (scene) => {
    const alice = await scene.trader();

    await scene.operates("POST", `accounts/${alice.account}`, { refusals: [{ code: 2021, count: 1 }] });
    scene.expectOperated({ refusals: [{ code: 2021, count: 1 }] });
    await alice.calls("usdt.getAssets", {});
    alice.expectRefusal(2021);
    await alice.calls("usdt.getAssets", {});
    alice.expectReply({ result: [{ c: "USDT", b: "1000" }] });

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
