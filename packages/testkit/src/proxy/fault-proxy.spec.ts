import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type FaultProxy, startFaultProxy } from "./fault-proxy.js";

let server: Server;
let served: Socket[];
let proxy: FaultProxy;
let clients: Socket[];

/** The server sends back what it receives and ends when its client does. */
beforeEach(async () => {
  served = [];
  clients = [];
  server = createServer((socket) => {
    served.push(socket);
    socket.on("error", () => undefined);
    socket.pipe(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  proxy = await startFaultProxy({ port: (server.address() as AddressInfo).port });
});

afterEach(async () => {
  for (const socket of [...clients, ...served]) {
    socket.destroy();
  }
  await proxy.close();
  server.close();
});

interface Received {
  readonly socket: Socket;
  readonly chunks: Buffer[];
  text(): string;
  ended: boolean;
  errorCode: string | undefined;
}

async function open(): Promise<Received> {
  const socket = connect({ port: proxy.port, host: "127.0.0.1" });
  const chunks: Buffer[] = [];
  const received: Received = {
    socket,
    chunks,
    text: () => Buffer.concat(chunks).toString(),
    ended: false,
    errorCode: undefined,
  };
  clients.push(socket);
  socket.on("data", (bytes) => chunks.push(bytes));
  socket.on("end", () => {
    received.ended = true;
  });
  socket.on("error", (error: NodeJS.ErrnoException) => {
    received.errorCode = error.code;
  });
  await new Promise((resolve) => socket.once("connect", resolve).once("close", resolve));
  return received;
}

async function until(condition: () => boolean): Promise<void> {
  const endMs = performance.now() + 60_000;
  while (!condition()) {
    expect(performance.now(), "waited too long").toBeLessThan(endMs);
    await sleep(2);
  }
}

describe("startFaultProxy", () => {
  test("without faults everything passes, ends included", async () => {
    const client = await open();
    const text = "x".repeat(3_000_000);
    client.socket.end(text);
    await until(() => client.ended);
    expect(client.text() === text).toBe(true);
    await until(() => proxy.alive === 0);
    expect(proxy.accepted).toBe(1);
  });

  test("latency delays without reordering", async () => {
    proxy.toServer.latencyMs = 40;
    proxy.toClient.latencyMs = 40;
    const client = await open();
    const startMs = performance.now();
    client.socket.write("a");
    await sleep(10);
    client.socket.write("b");
    await until(() => client.text() === "ab");
    expect(performance.now() - startMs).toBeGreaterThan(75);
  });

  test("bandwidth bounds the rate", async () => {
    proxy.toClient.bytesPerSecond = 100_000;
    const client = await open();
    const startMs = performance.now();
    client.socket.write(Buffer.alloc(10_000));
    await until(() => client.text().length === 10_000);
    expect(performance.now() - startMs).toBeGreaterThan(90);
  });

  test("slicing hands on small pieces", async () => {
    proxy.toClient.sliceBytes = 3;
    const client = await open();
    client.socket.write("abcdefgh");
    await until(() => client.text() === "abcdefgh");
    expect(client.chunks.length).toBeGreaterThan(1);
  });

  test("a black hole loses bytes and closings, and nobody learns of it", async () => {
    const client = await open();
    client.socket.write("before");
    await until(() => client.text() === "before");
    proxy.toServer.flow = "drop";
    proxy.toClient.flow = "drop";
    client.socket.write("lost");
    served[0]?.resetAndDestroy();
    await sleep(40);
    expect([client.text(), client.ended, client.errorCode]).toEqual(["before", false, undefined]);
  });

  test("a held link catches up when it heals", async () => {
    const client = await open();
    proxy.toServer.flow = "hold";
    client.socket.write("late");
    await sleep(30);
    expect(client.text()).toBe("");
    proxy.toServer.flow = "pass";
    await until(() => client.text() === "late");
  });

  test.each([
    ["end", true, undefined],
    ["reset", false, "ECONNRESET"],
    ["silence", false, undefined],
  ] as const)("cuts off after byte 5, then %s", async (thenDo, ended, errorCode) => {
    proxy.toClient.passBytes = 5;
    proxy.toClient.thenDo = thenDo;
    // Slices reach the client before a reset could discard them.
    proxy.toClient.sliceBytes = 1;
    const client = await open();
    client.socket.write("0123456789");
    await until(() => client.text().length >= 5 || client.errorCode !== undefined);
    await sleep(20);
    expect("01234".startsWith(client.text())).toBe(true);
    expect([client.ended, client.errorCode]).toEqual([ended, errorCode]);
  });

  test("tells how many bytes it handed on, so that a live connection can be cut off amid a message", async () => {
    const client = await open();
    client.socket.write("0123456789");
    await until(() => client.text().length === 10);
    proxy.toClient.passBytes = proxy.passedToClient + 4;
    proxy.toClient.thenDo = "end";
    client.socket.write("abcdefgh");
    await until(() => client.ended);
    expect(client.text()).toBe("0123456789abcd");
  });

  test("a server that speaks into a healed black hole learns that its client is gone", async () => {
    const client = await open();
    await until(() => served.length === 1);
    proxy.toServer.flow = "drop";
    proxy.toClient.flow = "drop";
    client.socket.destroy();
    await sleep(20);
    expect(proxy.alive).toBe(1);
    proxy.toServer.flow = "pass";
    proxy.toClient.flow = "pass";
    await until(() => {
      // The first word is answered by a reset, the next one meets it.
      served[0]?.write("anybody there?");
      return proxy.alive === 0;
    });
  });

  test("a slow close holds the end back", async () => {
    proxy.toClient.closeDelayMs = 60;
    const client = await open();
    const startMs = performance.now();
    client.socket.end("bye");
    await until(() => client.text() === "bye");
    expect(client.ended).toBe(false);
    await until(() => client.ended);
    expect(performance.now() - startMs).toBeGreaterThan(55);
  });

  test.each(["reset", "end"] as const)("cut(%s) ends every connection", async (how) => {
    const [first, second] = [await open(), await open()];
    await until(() => served.length === 2);
    proxy.cut(how);
    await until(() => first.socket.destroyed && second.socket.destroyed);
    expect(first.errorCode).toBe(how === "reset" ? "ECONNRESET" : undefined);
    await until(() => proxy.alive === 0);
  });

  test("can refuse new connections", async () => {
    proxy.newConnections = "reset";
    const client = await open();
    await until(() => client.errorCode === "ECONNRESET");
    expect([proxy.accepted, proxy.alive]).toEqual([1, 0]);
  });

  test("a server that is not there resets the client", async () => {
    server.close();
    await once(server, "close");
    const client = await open();
    await until(() => client.errorCode === "ECONNRESET");
  });
});
