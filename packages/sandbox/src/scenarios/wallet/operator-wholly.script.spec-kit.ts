import { openLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "what the operator wants of an account is done wholly or not at all",
  { covers: { happy: ["usdt.placeOrder", "usdt.getAssets"], codes: [2027, 3028] } },
  async (scene) => {
    const alice = await scene.trader();
    const address = `accounts/${alice.account}`;
    const [gift, tooMuch] = ["5", "-2000"].map((amount) => ({ coin: "USDT", amount }));

    await scene.operates("POST", address, { restricted: true, funds: [gift, tooMuch] });
    scene.expectOperatorRefused(2027);
    await scene.operates("POST", address, {
      restricted: true,
      funds: [gift],
      keys: Array.from({ length: 10 }, () => ({})),
    });
    scene.expectOperatorRefused(3028);
    await alice.expectNothingHappened();
    // She may still order: neither the money nor the restriction of a refused wish has stayed.
    await alice.calls("usdt.placeOrder", openLong("0.01", "45000"));
    alice.expectReply({ status: 1 });
    await alice.passesOver();
    await scene.operates("POST", address, { restricted: true, funds: [gift, { coin: "USDT", amount: "-2" }] });
    scene.expectOperated();
    await alice.expectPushes({ contract_assets: { b: "959.487" } }, { contract_assets: { b: "957.487" } });
    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.getAssets", { coin: "USDT" }, [{ b: "957.487" }]);
  },
);
