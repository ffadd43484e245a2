import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect } from "vitest";
import { type FaultProxy, startFaultProxy } from "./fault-proxy.js";

/** A server that sends back what it receives, behind a proxy; anew for each test. */
export interface ProxiedEcho {
  readonly server: Server;
  /** The server's ends of its connections. */
  readonly served: Socket[];
  readonly proxy: FaultProxy;
  /** Destroyed when the test is over. */
  readonly clients: Socket[];
}

/** Sets a {@link ProxiedEcho} up before each test of a file, and takes it down behind it. What is returned is that of the present test. */
export function proxiedEcho(): ProxiedEcho {
  const echo = {} as { -readonly [Name in keyof ProxiedEcho]: ProxiedEcho[Name] };

  beforeEach(async () => {
    const served: Socket[] = [];
    const server = createServer((socket) => {
      served.push(socket);
      socket.on("error", () => undefined);
      socket.pipe(socket);
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const proxy = await startFaultProxy({ port: (server.address() as AddressInfo).port });
    Object.assign(echo, { served, server, proxy, clients: [] });
  });

  afterEach(async () => {
    for (const socket of [...echo.clients, ...echo.served]) {
      socket.destroy();
    }
    if (echo.proxy.port !== 0) {
      await echo.proxy.close();
    }
    echo.server.close();
  });
  return echo;
}

/** What a client has received. */
export interface Received {
  readonly socket: Socket;
  readonly chunks: Buffer[];
  text(): string;
  ended: boolean;
  errorCode: string | undefined;
}

/** A client that is connected to the proxy, or was reset. */
export async function open({ proxy, clients }: ProxiedEcho): Promise<Received> {
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

/** Resolves as soon as the condition holds. */
export async function until(condition: () => boolean): Promise<void> {
  const endMs = performance.now() + 60_000;
  while (!condition()) {
    expect(performance.now(), "waited too long").toBeLessThan(endMs);
    await sleep(2);
  }
}
