import type { Placing, WantedOrder } from "../client-messages.js";
import { judgeOrders } from "../judge-orders.js";
import type { Scenario } from "../scenario.js";
import { Scene } from "../scene.js";

/** Orders that are under way when the client is closed. */
const underWay = 8;
/** How long an order may take until it is on its way. */
const sentWithinMs = 30_000;

/** The client is closed while orders are on their way whose answers never come: each call ends, and none says that an order is not there which is. */
export const closedAmidOrders: Scenario = {
  name: "closed-amid-orders",
  run: (context) =>
    Scene.play(context, {}, async (scene) => {
      await scene.placeMany(context.orders);
      scene.findings.need("placed", context.orders);
      scene.findings.need("sent before the close");
      scene.beforeClose = () => closeAmidOrders(scene);
    }),
};

async function closeAmidOrders(scene: Scene): Promise<void> {
  const { client, findings, proxy, relay, truth } = scene;
  const orders = Array.from({ length: underWay }, () => scene.wanted.resting());
  Object.assign(proxy.toClient, { passBytes: 0, thenDo: "silence" });
  const before = relay.requests.length;
  const sent = (): number => relay.requests.slice(before).filter(({ clientOrderId }) => clientOrderId).length;
  findings.orders += underWay;
  const placings = Promise.all(orders.map((order, i) => client.place(order, i % 2 === 0 ? "rest" : "trader")));
  await scene.until(() => sent() > 0, sentWithinMs);
  await client.close();
  const ends = await placings;
  await scene.until(() => relay.underWay === 0, sentWithinMs);
  findings.meet("sent before the close", sent());
  const there = await truth.withClientIds(orders.map(({ clientOrderId }) => clientOrderId));
  // A closed client cannot ask any more: "unknown" is its honest answer.
  const told = orders.flatMap((order, i) => certain(order, ends[i]));
  findings.meet("unknown at the close", underWay - told.length);
  judgeOrders(told, there, undefined, findings);
}

function certain(
  order: WantedOrder,
  placing: Placing | undefined,
): { order: WantedOrder; placing: Placing | undefined }[] {
  return placing?.verdict === "unknown" ? [] : [{ order, placing }];
}
