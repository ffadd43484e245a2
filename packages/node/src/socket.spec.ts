import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer, type Server, type Socket as TcpSocket } from "node:net";
import type { Socket, SocketHandlers } from "@depthwire/stream";
import { afterEach, describe, expect, it } from "vitest";
import { type WebSocket, WebSocketServer } from "ws";
import { createNodeSocketOpener, defaultNodeSocketLimits, openNodeSocket } from "./socket.js";

/** What a socket reported, in order, with a way to wait for the next report. */
class Recorder implements SocketHandlers {
  readonly events: string[] = [];
  readonly messages: Uint8Array[] = [];
  #wake: () => void = () => {};

  opened(): void {
    this.#add("opened");
  }
  message(bytes: Uint8Array): void {
    this.messages.push(bytes.slice());
    this.#add("message");
  }
  controlFrame(): void {
    this.#add("control");
  }
  closed(code: number, cause: string): void {
    this.#add(`closed ${code} ${cause}`.trim());
  }

  #add(event: string): void {
    this.events.push(event);
    this.#wake();
  }

  async until(prefix: string): Promise<string> {
    for (;;) {
      const found = this.events.find((event) => event.startsWith(prefix));
      if (found !== undefined) {
        return found;
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}

const cleanUps: (() => void)[] = [];

afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) {
    cleanUp();
  }
});

interface Venue {
  readonly address: string;
  readonly peer: Promise<WebSocket>;
}

async function startVenue(): Promise<Venue> {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0, perMessageDeflate: true });
  cleanUps.push(() => {
    for (const client of server.clients) {
      client.terminate();
    }
    server.close();
  });
  const peer = once(server, "connection").then(([socket]) => socket as WebSocket);
  await once(server, "listening");
  return { address: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/cbu`, peer };
}

/** A TCP server whose manners each test chooses. */
async function startTcp(onConnection: (socket: TcpSocket) => void): Promise<string> {
  const server: Server = createServer((socket) => {
    socket.on("error", () => {});
    cleanUps.push(() => socket.destroy());
    onConnection(socket);
  });
  cleanUps.push(() => server.close());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}/cbu`;
}

interface Connection {
  readonly socket: Socket;
  readonly recorder: Recorder;
  readonly peer: WebSocket;
}

async function connected(limits = defaultNodeSocketLimits): Promise<Connection> {
  const venue = await startVenue();
  const recorder = new Recorder();
  const socket = createNodeSocketOpener(limits)(venue.address, recorder);
  cleanUps.push(() => socket.close(1000));
  await recorder.until("opened");
  return { socket, recorder, peer: await venue.peer };
}

describe("openNodeSocket on an open connection", () => {
  it("hands over binary and text messages as plain bytes, in order", async () => {
    const { recorder, peer } = await connected();
    peer.send(new Uint8Array([0x31, 0x78, 0x9c]));
    peer.send('0{"topic":"4BTC_USDT_depth"}');
    peer.close(1000);
    await recorder.until("closed");
    expect(recorder.events).toEqual(["opened", "message", "message", "closed 1000"]);
    expect(recorder.messages[0]).toEqual(new Uint8Array([0x31, 0x78, 0x9c]));
    expect(new TextDecoder().decode(recorder.messages[1])).toBe('0{"topic":"4BTC_USDT_depth"}');
    expect(recorder.messages.some((bytes) => Buffer.isBuffer(bytes))).toBe(false);
  });

  it("sends text", async () => {
    const { socket, peer } = await connected();
    const received = once(peer, "message");
    socket.send('{"sub":"4BTC_USDT_depth"}');
    const [data, isBinary] = await received;
    expect(String(data)).toBe('{"sub":"4BTC_USDT_depth"}');
    expect(isBinary).toBe(false);
  });

  it("negotiates no compression of the WebSocket layer, though the server offers it", async () => {
    const { peer } = await connected();
    expect(peer.extensions).toBe("");
  });

  it("reports the peer's pings and the pongs to its own", async () => {
    const { socket, recorder, peer } = await connected();
    peer.ping();
    await recorder.until("control");
    const pinged = once(peer, "ping");
    socket.ping();
    await pinged;
    peer.close(1000);
    await recorder.until("closed");
    expect(recorder.events).toEqual(["opened", "control", "control", "closed 1000"]);
  });

  it("tells the peer's code and reason", async () => {
    const { recorder, peer } = await connected();
    peer.close(4001, "too slow");
    expect(await recorder.until("closed")).toBe("closed 4001 too slow");
  });

  it("tells of a connection that was reset", async () => {
    const { recorder, peer } = await connected();
    peer.terminate();
    expect(await recorder.until("closed")).toMatch(/^closed 1006/);
  });

  it("ends a connection whose message is over the bound, with 1009", async () => {
    const { recorder, peer } = await connected({ ...defaultNodeSocketLimits, maxMessageBytes: 1000 });
    peer.send(new Uint8Array(1000));
    peer.send(new Uint8Array(1001));
    const [code] = await once(peer, "close");
    expect(code).toBe(1009);
    expect(await recorder.until("closed")).toBe("closed 1009 WS_ERR_UNSUPPORTED_MESSAGE_LENGTH");
    expect(recorder.events.filter((event) => event === "message")).toHaveLength(1);
  });
});

describe("closing", () => {
  it("shakes hands, reports closed once, and ignores what comes later", async () => {
    const { socket, recorder, peer } = await connected();
    const closed = once(peer, "close");
    socket.close(4000);
    expect((await closed)[0]).toBe(4000);
    await recorder.until("closed");
    socket.send("late");
    socket.ping();
    socket.close(1000);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(recorder.events).toEqual(["opened", "closed 4000"]);
  });

  it("ends without a handshake for a code that no close frame may carry", async () => {
    const { socket, recorder } = await connected();
    socket.close(1006);
    expect(await recorder.until("closed")).toMatch(/^closed 1006/);
  });

  it("does not wait for a peer that never answers", async () => {
    const { socket, recorder, peer } = await connected({ ...defaultNodeSocketLimits, closeTimeoutMs: 100 });
    peer.pause();
    const startedMs = performance.now();
    socket.close(1000);
    await recorder.until("closed");
    const tookMs = performance.now() - startedMs;
    expect(tookMs).toBeGreaterThanOrEqual(90);
    expect(tookMs).toBeLessThan(defaultNodeSocketLimits.closeTimeoutMs);
  });

  it("gives up a connection in the making", async () => {
    const address = await startTcp(() => {});
    const recorder = new Recorder();
    const socket = openNodeSocket(address, recorder);
    socket.close(1000);
    expect(await recorder.until("closed")).toMatch(/^closed 1006 /);
    expect(recorder.events).toHaveLength(1);
  });
});

describe("failures arrive through closed", () => {
  async function failure(address: string, limits = defaultNodeSocketLimits): Promise<string> {
    const recorder = new Recorder();
    const socket = createNodeSocketOpener(limits)(address, recorder);
    expect(recorder.events).toEqual([]);
    socket.send("ignored");
    socket.ping();
    const closed = await recorder.until("closed");
    expect(recorder.events).toEqual([closed]);
    return closed;
  }

  it("for a refused connection", async () => {
    const address = await startTcp(() => {});
    cleanUps.shift()?.();
    expect(await failure(address)).toBe("closed 1006 ECONNREFUSED");
  });

  it.each(["", "no address", "ftp://127.0.0.1/cbu", "ws://user:secret@127.0.0.1/cbu#part"])(
    "for the address %j, without repeating it",
    async (address) => {
      expect(await failure(address)).toBe("closed 1006 not a WebSocket address");
    },
  );

  it("for an HTTP answer that is no upgrade", async () => {
    const address = await startTcp((socket) => socket.end("HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n"));
    expect(await failure(address)).toBe("closed 1006 HTTP 503");
  });

  it("for a peer that hangs up during the handshake", async () => {
    const address = await startTcp((socket) => socket.destroy());
    expect(await failure(address)).toBe("closed 1006 ECONNRESET");
  });

  it("for a peer that never answers the handshake", async () => {
    const address = await startTcp(() => {});
    const startedMs = performance.now();
    expect(await failure(address, { ...defaultNodeSocketLimits, handshakeTimeoutMs: 80 })).toMatch(/^closed 1006 /);
    expect(performance.now() - startedMs).toBeLessThan(defaultNodeSocketLimits.handshakeTimeoutMs / 2);
  });
});
