import type { NatsConnection } from "@nats-io/nats-core";
import type { BusAddress } from "./bus-addresses.js";

/**
 * Connects to one of several servers, in an order that is drawn. The library forgets for ever those that did not answer when it began: where that happened, it
 * begins again with the one that did.
 *
 * @param connectTo connects to the first that answers, in this order
 */
export async function connectKnowingAll(
  addresses: readonly BusAddress[],
  connectTo: (inOrder: readonly BusAddress[]) => Promise<NatsConnection>,
): Promise<NatsConnection> {
  const order = addresses
    .map((address) => ({ address, place: Math.random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ address }) => address);
  const connection = await connectTo(order);
  const server = connection.getServer();
  const answering = order.find(({ host }) => host === server);
  if (answering === undefined || answering === order[0]) {
    return connection;
  }
  await connection.close();
  return connectTo([answering, ...order.filter((one) => one !== answering)]);
}
