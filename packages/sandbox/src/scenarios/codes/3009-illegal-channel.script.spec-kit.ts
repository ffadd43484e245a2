import { script } from "../script.spec-kit.js";

export default script("3009: a channel that nobody has", { covers: { codes: [3009] } }, async (scene) => {
  const alice = await scene.trader();
  const listener = await scene.listener();

  listener.subscribes("4NONE_USDT_depth");
  await listener.expectMessages({
    channel: "4NONE_USDT_depth",
    error: { code: "3009", msg: "Illegal subscription channel" },
  });

  await alice.expectNothingHappened();
  await scene.expectLedgerZero();
});
