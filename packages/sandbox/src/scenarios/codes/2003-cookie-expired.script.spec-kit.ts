import { script } from "../script.spec-kit.js";

export default script(
  "2003: a query that the operator has answered with an expired cookie",
  { covers: { codes: [2003], unhappy: ["usdt.getAssets"], happy: ["usdt.getAssets"] } },
  async (scene) => {
    const alice = await scene.trader();

    await scene.operates("POST", `accounts/${alice.account}`, { refusals: [{ code: 2003, count: 1 }] });
    scene.expectOperated({ refusals: [{ code: 2003, count: 1 }] });
    await alice.calls("usdt.getAssets", {});
    alice.expectRefusal(2003);
    await alice.calls("usdt.getAssets", {});
    alice.expectReply({ result: [{ c: "USDT", b: "1000" }] });

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
