import { compareDecimal } from "@depthwire/core";
import type { Scenario } from "../scenario.js";
import { Scene } from "../scene.js";
import { pair } from "../wanted-orders.js";

const maxPositionQuantity = "0.003";
/** Answers come late, so that orders overtake what is known of the ones before them. */
const answerMs = 150;

/** The account's stream is away while orders are placed, one after the other and many at once, and another hand trades too. */
export const positionLimit: Scenario = {
  name: "position-limit",
  run: (context) =>
    Scene.play(context, { client: { maxPositionQuantity } }, async (scene) => {
      const { relay, wanted, findings, client } = scene;
      const half = Math.ceil(context.orders / 2);
      relay.passage = () => ({ answerMs });
      relay.push = "refuse";
      relay.cutPush();
      await scene.until(async () => (await client.known())?.phase !== "live", 30_000);
      await scene.placeElsewhere(wanted.trading("open-long"));
      await scene.placeMany(half, () => wanted.trading("open-long"));
      await look(scene);
      relay.push = "pass";
      await scene.placeMany(half, () => wanted.trading("open-long"));
      await look(scene);
      findings.need("limited", half);
      findings.need("placed");
    }),
};

/** The position only grows here: what is held in the end is the most that was. */
async function look({ truth, findings }: Scene): Promise<void> {
  const held = await truth.heldLong(pair);
  if (compareDecimal(held, maxPositionQuantity) > 0) {
    findings.fault("aboveLimit", `${held} is held, ${maxPositionQuantity} is the limit`);
  }
  if (compareDecimal(held, "0") > 0) {
    findings.meet("held");
  }
}
