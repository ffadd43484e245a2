import { EventEmitter } from "node:events";
import { beforeEach, expect, test, vi } from "vitest";
import { freeServerPorts } from "./free-server-ports.js";

const net = vi.hoisted(() => ({
  /** Ports that the system gives away next, in turn. */
  offered: [] as number[],
  /** Ports that others listen on. */
  taken: [] as number[],
  /** Who listens now. */
  open: new Set<number>(),
}));

/** A machine on which nobody but the test says which ports are free. */
vi.mock("node:net", () => ({
  createServer: () => {
    let own = 0;
    const server = Object.assign(new EventEmitter(), {
      listen: (port: number, host: string) => {
        expect(host).toBe("127.0.0.1");
        own = port === 0 ? (net.offered.shift() ?? 0) : port;
        const isFree = own !== 0 && !net.taken.includes(own) && !net.open.has(own);
        if (isFree) {
          net.open.add(own);
        }
        setImmediate(() => (isFree ? server.emit("listening") : server.emit("error", new Error("EADDRINUSE"))));
        return server;
      },
      address: () => ({ port: own }),
      close: () => {
        net.open.delete(own);
        setImmediate(() => server.emit("close"));
        return server;
      },
    });
    return server;
  },
}));

beforeEach(() => {
  net.offered = [];
  net.taken = [];
  net.open.clear();
});

test("are those whose routes' port, 2,000 above, is free too", async () => {
  net.offered = [40_000, 41_000, 42_000];
  net.taken = [42_000, 42_001];
  expect(await freeServerPorts(1)).toEqual([41_000]);
  expect(net.offered).toEqual([42_000]);
});

test("are each another one", async () => {
  net.offered = [41_000, 41_000, 41_001, 41_000, 43_000];
  expect(await freeServerPorts(3)).toEqual([41_000, 41_001, 43_000]);
});

test("have room above for those of their routes", async () => {
  net.offered = [58_000, 57_999, 60_000, 41_000];
  expect(await freeServerPorts(2)).toEqual([57_999, 41_000]);
});

test("are closed again when they are told", async () => {
  net.offered = [41_000, 45_000];
  await freeServerPorts(2);
  expect([...net.open]).toEqual([]);
});

test("of which none is wanted are none", async () => {
  expect(await freeServerPorts(0)).toEqual([]);
});

test("are an error where the system has none", async () => {
  await expect(freeServerPorts(1)).rejects.toThrow("EADDRINUSE");
});
