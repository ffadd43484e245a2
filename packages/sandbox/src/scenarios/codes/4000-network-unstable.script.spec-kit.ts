import { script } from "../script.spec-kit.js";

export default script(
  "4000: a query during what the operator calls an unstable network",
  { covers: { codes: [4000], unhappy: ["usdt.getAssets"], happy: ["usdt.getAssets"] } },
  async (scene) => {
    const alice = await scene.trader();

    await scene.operates("POST", `accounts/${alice.account}`, { refusals: [{ code: 4000, count: 1 }] });
    scene.expectOperated({ refusals: [{ code: 4000, count: 1 }] });
    await alice.calls("usdt.getAssets", {});
    alice.expectRefusal(4000);
    await alice.calls("usdt.getAssets", {});
    alice.expectReply({ result: [{ c: "USDT", b: "1000" }] });

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
