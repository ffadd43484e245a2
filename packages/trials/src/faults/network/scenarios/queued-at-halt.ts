import type { Scenario } from "../scenario.js";
import { Scene } from "../scene.js";

/** More than a window takes, so that most of them wait for their turn when trading is halted. */
const minQueued = 40;

/** A halt comes while orders wait for their turn, some of them past the trader. */
export const queuedAtHalt: Scenario = {
  name: "queued-at-halt",
  run: (context) =>
    Scene.play(context, {}, async (scene) => {
      const count = Math.max(minQueued, context.orders);
      const placings = Array.from({ length: count }, (_, i) =>
        scene.place(
          i % 2 === 0 ? scene.wanted.resting() : scene.wanted.trading("open-long"),
          i % 3 === 0 ? "rest" : "trader",
        ),
      );
      const isSending = (): boolean =>
        scene.relay.requests.filter(({ clientOrderId }) => clientOrderId !== undefined).length > 4;
      await scene.until(isSending, 30_000);
      await scene.halt("own");
      await Promise.all(placings);
      await scene.haltReached();
      scene.findings.need("halted", 5);
    }),
};
