import { script } from "../script.spec-kit.js";

export default script(
  "4003: a query while the operator lets the server be busy",
  { covers: { codes: [4003], unhappy: ["usdt.getAssets"], happy: ["usdt.getAssets"] } },
  async (scene) => {
    const alice = await scene.trader();

    await scene.operates("POST", `accounts/${alice.account}`, { refusals: [{ code: 4003, count: 1 }] });
    scene.expectOperated({ refusals: [{ code: 4003, count: 1 }] });
    await alice.calls("usdt.getAssets", {});
    alice.expectRefusal(4003);
    await alice.calls("usdt.getAssets", {});
    alice.expectReply({ result: [{ c: "USDT", b: "1000" }] });

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
