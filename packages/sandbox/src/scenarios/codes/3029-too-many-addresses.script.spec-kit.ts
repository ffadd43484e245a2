import { script } from "../script.spec-kit.js";

export default script("3029: a key that is bound to eleven addresses", { covers: { codes: [3029] } }, async (scene) => {
  const alice = await scene.trader();

  const addresses = Array.from({ length: 11 }, (_, i) => `10.0.0.${i}`);
  await scene.operates("POST", `accounts/${alice.account}`, { keys: [{ addresses }] });
  scene.expectOperatorRefused(3029);

  await alice.expectNothingHappened();
  await scene.expectLedgerZero();
});
