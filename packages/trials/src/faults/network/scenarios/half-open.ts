import { noFaults } from "@depthwire/testkit";
import type { Scenario } from "../scenario.js";
import { Scene } from "../scene.js";

/** Orders whose answers are swallowed, and orders of another hand that the dead stream tells nothing of. */
const swallowed = 5;

/** How long an order may take until it is on its way. */
const sentWithinMs = 30_000;

/** Connections die without a word in one direction: the venue hears the client, the client hears nothing. New connections work. */
export const halfOpen: Scenario = {
  name: "half-open",
  run: (context) =>
    Scene.play(context, {}, async (scene) => {
      const { proxy, relay, wanted, findings } = scene;
      const half = Math.ceil((context.orders - swallowed) / 2);
      await scene.placeMany(half);
      const before = relay.requests.length;
      Object.assign(proxy.toClient, { passBytes: 0, thenDo: "silence" });
      const placings = scene.placeMany(swallowed, () => wanted.trading("open-long"));
      const arrived = (): number => relay.requests.slice(before).filter(({ clientOrderId }) => clientOrderId).length;
      if (await scene.until(() => arrived() >= swallowed, sentWithinMs)) {
        findings.meet("answers swallowed", arrived());
      }
      for (let i = 0; i < swallowed; i++) {
        await scene.placeElsewhere(wanted.trading("open-short"));
      }
      // What was spoken on meanwhile stays silent; whatever is new is sound.
      const { passBytes, thenDo } = noFaults();
      Object.assign(proxy.toClient, { passBytes, thenDo });
      await placings;
      await scene.placeMany(half);
      findings.need("answers swallowed", swallowed);
      findings.need("gap-closed");
      findings.need("placed", half);
    }),
};
