import type { Random } from "@depthwire/core";
import type { Passage } from "../relay.js";
import type { NetworkContext, Scenario } from "../scenario.js";
import { Scene } from "../scene.js";

/** A way that is slow, in one of several manners. */
function slowWay(name: string, passageOf: (index: number, random: Random) => Passage): Scenario {
  return {
    name,
    run: (context: NetworkContext) =>
      Scene.play(context, { client: { waits: "usual" } }, async (scene) => {
        scene.relay.passage = ({ index }) => passageOf(index, context.random);
        const reads = Array.from({ length: Math.ceil(context.orders / 3) }, () => scene.client.read());
        await Promise.all([scene.placeMany(context.orders), ...reads]);
        scene.findings.need("placed", context.orders);
      }),
  };
}

/** Every request takes as long as between two continents. */
export const constantRoundTrips: Scenario = slowWay("constant-round-trips", () => ({
  requestMs: 100,
  answerMs: 100,
}));

/** One request overtakes the other: the venue counts together what left apart. */
export const alternatingRoundTrips: Scenario = slowWay("alternating-round-trips", (index) =>
  index % 2 === 0 ? {} : { requestMs: 400 },
);

/** Nothing can be said beforehand. */
export const randomRoundTrips: Scenario = slowWay("random-round-trips", (_index, random) => ({
  requestMs: 500 * random(),
  answerMs: 500 * random(),
}));
