import { script } from "../script.spec-kit.js";

export default script("3010: a message that is no JSON", { covers: { codes: [3010] } }, async (scene) => {
  const alice = await scene.trader();
  const listener = await scene.listener();

  listener.says("no json");
  await listener.expectMessages({ error: { code: "3010", msg: "websocket connection error" } });

  await alice.expectNothingHappened();
  await scene.expectLedgerZero();
});
