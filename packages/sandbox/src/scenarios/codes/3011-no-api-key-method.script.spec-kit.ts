import { script } from "../script.spec-kit.js";

export default script(
  "3011: a query that the operator closes to API keys",
  { covers: { codes: [3011], unhappy: ["usdt.getAssets"], happy: ["usdt.getAssets"] } },
  async (scene) => {
    const alice = await scene.trader();

    await scene.operates("POST", `accounts/${alice.account}`, { refusals: [{ code: 3011, count: 1 }] });
    scene.expectOperated({ refusals: [{ code: 3011, count: 1 }] });
    await alice.calls("usdt.getAssets", {});
    alice.expectRefusal(3011);
    await alice.calls("usdt.getAssets", {});
    alice.expectReply({ result: [{ c: "USDT", b: "1000" }] });

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
