import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { WebSocket, WebSocketServer } from "ws";
import { type DepthMessage, plainFrame, readDepth } from "./depth-message.js";

/** What a depth message becomes: the messages in its place, or nothing where it stays as it is. */
export type Rewrite = (message: DepthMessage) => readonly object[] | undefined;

/** Stands between a client and a venue, and changes what the venue says of depth. */
export class RewritingProxy {
  readonly pushUrl: string;
  /** Absent: everything stays as it is. */
  rewrite: Rewrite | undefined;
  /** Connections that are open and dead: nothing passes any more, in neither direction. */
  readonly #dead = new Set<WebSocket>();
  readonly #server: WebSocketServer;

  private constructor(server: WebSocketServer, venueUrl: string) {
    this.#server = server;
    const { pathname } = new URL(venueUrl);
    this.pushUrl = `ws://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`;
    server.on("connection", (client) => this.#join(client, venueUrl));
  }

  static async open(venueUrl: string): Promise<RewritingProxy> {
    const server = new WebSocketServer({
      host: "127.0.0.1",
      port: 0,
      perMessageDeflate: false,
      // Signs of life are passed on: only the venue may give them.
      autoPong: false,
    });
    await once(server, "listening");
    return new RewritingProxy(server, venueUrl);
  }

  /** Ends all connections without a word. */
  cut(): void {
    for (const client of this.#server.clients) {
      client.terminate();
    }
  }

  /** From now on nothing passes on the connections that there are; they stay open. */
  die(): void {
    for (const client of this.#server.clients) {
      this.#dead.add(client);
    }
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #join(client: WebSocket, venueUrl: string): void {
    const venue = new WebSocket(venueUrl, { perMessageDeflate: false, autoPong: false });
    const isOpen = (socket: WebSocket): boolean => socket.readyState === WebSocket.OPEN && !this.#dead.has(client);
    const early: { readonly data: Buffer; readonly binary: boolean }[] = [];
    client.on("message", (data: Buffer, binary) => {
      if (isOpen(venue)) {
        venue.send(data, { binary });
      } else {
        early.push({ data, binary });
      }
    });
    for (const [from, to] of [
      [client, venue],
      [venue, client],
    ] as const) {
      from.on("ping", (data) => isOpen(to) && to.ping(data));
      from.on("pong", (data) => isOpen(to) && to.pong(data));
    }
    venue.on("open", () => {
      for (const { data, binary } of early.splice(0)) {
        venue.send(data, { binary });
      }
    });
    venue.on("message", (data: Buffer, binary) => {
      if (!isOpen(client)) {
        return;
      }
      const message = this.rewrite === undefined ? undefined : readDepth(data);
      const rewritten = message === undefined ? undefined : this.rewrite?.(message);
      if (rewritten === undefined) {
        client.send(data, { binary });
        return;
      }
      for (const one of rewritten) {
        client.send(plainFrame(one));
      }
    });
    client.on("close", () => {
      this.#dead.delete(client);
      venue.terminate();
    });
    venue.on("close", () => client.terminate());
    // Both ends tell by closing.
    client.on("error", () => undefined);
    venue.on("error", () => undefined);
  }
}
