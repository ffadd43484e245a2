import { script } from "../script.spec-kit.js";

export default script("3028: the eleventh key of an account", { covers: { codes: [3028] } }, async (scene) => {
  const alice = await scene.trader();

  const keys = Array.from({ length: 9 }, () => ({}));
  await scene.operates("POST", `accounts/${alice.account}`, { keys });
  scene.expectOperatorRefused(3028);

  await alice.expectNothingHappened();
  await scene.expectLedgerZero();
});
