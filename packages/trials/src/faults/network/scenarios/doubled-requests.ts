import type { Scenario } from "../scenario.js";
import { Scene } from "../scene.js";

/** Every so many orders arrive twice. */
const twiceEvery = 3;
/** The client cannot count what others make of its requests. */
const anyNumber = ["--requests", "0"];

/** Something on the way sends requests twice, and the venue places both: the client is told, and a halt cancels both. */
export const doubledRequests: Scenario = {
  name: "doubled-requests",
  run: (context) =>
    Scene.play(context, { venueFlags: anyNumber }, async (scene) => {
      const { relay, findings } = scene;
      let placings = 0;
      relay.passage = ({ clientOrderId }) => {
        if (clientOrderId === undefined || placings++ % twiceEvery !== 0) {
          return {};
        }
        findings.meet("sent twice");
        return { times: 2 };
      };
      await scene.placeMany(context.orders);
      await scene.halt("own");
      await scene.haltReached();
      findings.need("sent twice", 2);
      findings.need("placed", context.orders);
    }),
};
