import type { NatsConnection } from "@nats-io/nats-core";
import { afterEach, expect, it, vi } from "vitest";
import type { BusAddress } from "./bus-addresses.js";
import { connectKnowingAll } from "./connect-knowing-all.js";

const addresses = ["a:1", "b:1", "c:1", "d:1"].map((host): BusAddress => {
  return { text: host, host, isEncrypted: false, isLoopback: true };
});

/** Servers of which one answers; the orders in which they are tried, and how often a connection is closed. */
function servers(answering: string) {
  const orders: (readonly string[])[] = [];
  const close = vi.fn(async () => undefined);
  const connectTo = async (inOrder: readonly BusAddress[]): Promise<NatsConnection> => {
    orders.push(inOrder.map(({ host }) => host));
    return { getServer: () => answering, close } as unknown as NatsConnection;
  };
  return { orders, close, connectTo };
}

afterEach(() => void vi.restoreAllMocks());

it("a server that answers first stays, and the client knows all others", async () => {
  vi.spyOn(Math, "random")
    .mockReturnValueOnce(0.3)
    .mockReturnValueOnce(0.1)
    .mockReturnValueOnce(0.4)
    .mockReturnValueOnce(0.2);
  const { orders, close, connectTo } = servers("b:1");
  await connectKnowingAll(addresses, connectTo);
  expect(orders).toEqual([["b:1", "d:1", "a:1", "c:1"]]);
  expect(close).not.toHaveBeenCalled();
});

it("where others did not answer, it is begun again with the one that did: none is forgotten, none is there twice", async () => {
  vi.spyOn(Math, "random")
    .mockReturnValueOnce(0.3)
    .mockReturnValueOnce(0.1)
    .mockReturnValueOnce(0.4)
    .mockReturnValueOnce(0.2);
  const { orders, close, connectTo } = servers("a:1");
  await connectKnowingAll(addresses, connectTo);
  expect(orders).toEqual([
    ["b:1", "d:1", "a:1", "c:1"],
    ["a:1", "b:1", "d:1", "c:1"],
  ]);
  expect(close).toHaveBeenCalledOnce();
});

it("a server under another name than the one that was asked for stays", async () => {
  const { orders, close, connectTo } = servers("proxy:1");
  await connectKnowingAll(addresses, connectTo);
  expect(orders).toHaveLength(1);
  expect(close).not.toHaveBeenCalled();
});
