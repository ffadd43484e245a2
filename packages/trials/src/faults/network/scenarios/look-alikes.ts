import { createNodeClock } from "@depthwire/node";
import { createClientOrderIds } from "@depthwire/rest/internal";
import type { Scenario } from "../scenario.js";
import { Scene } from "../scene.js";

/** Every so many orders are lost on their way; of the ones before them the answer is. */
const lostEvery = 4;

/** Another hand of the account places the same orders at the same time, with ids of its own and without any, while answers and requests are lost. */
export const lookAlikes: Scenario = {
  name: "look-alikes",
  run: (context) =>
    Scene.play(context, {}, async (scene) => {
      const { relay, wanted, findings } = scene;
      const nextId = createClientOrderIds(createNodeClock(), context.random);
      let placings = 0;
      relay.passage = ({ clientOrderId }) => {
        if (clientOrderId === undefined) {
          return {};
        }
        const turn = placings++ % lostEvery;
        return turn === 0 ? { times: 0 } : turn === 1 ? { answer: "lose" } : {};
      };
      const twin = async (): Promise<void> => {
        const order = wanted.next();
        await Promise.all([scene.place(order), scene.placeElsewhere({ ...order, clientOrderId: nextId() })]);
      };
      const pending = Array.from({ length: Math.max(lostEvery, context.orders - 1) }, () => twin);
      const placeOn = async (): Promise<void> => {
        for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
          await next();
        }
      };
      await Promise.all(Array.from({ length: 6 }, placeOn));
      await withoutId(scene);
      findings.need("placed");
      findings.need("not-placed");
    }),
};

/** A record without an id may be anybody's: it must not be taken for the order, and its being there proves nothing. */
async function withoutId(scene: Scene): Promise<void> {
  const { client, findings, relay, wanted } = scene;
  relay.passage = ({ clientOrderId }) => (clientOrderId === undefined ? {} : { times: 0 });
  const order = wanted.resting();
  findings.orders++;
  const [placing] = await Promise.all([client.place(order), scene.placeElsewhere({ ...order, clientOrderId: "" })]);
  findings.meet(`beside one without an id: ${placing?.verdict}`);
  if (placing?.verdict === "placed") {
    findings.fault("wrong", `order ${order.clientOrderId} is told to be somebody else's ${placing.orderId}`);
  }
}
