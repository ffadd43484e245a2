import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { type WebSocket, WebSocketServer } from "ws";

/** A venue of a spec: it answers each subscription with a snapshot, and goes on as it is told. */
export interface StubVenue {
  readonly address: string;
  readonly server: WebSocketServer;
  /** Channels in the order in which they were subscribed to. */
  readonly subscribed: string[];
  /** Sends the next update of every subscription. */
  tick(): void;
}

/** One frame of a depth snapshot or update, uncompressed. */
export function depthFrame(pair: string, seq: number): Buffer {
  const at = { pair, ut: 1_700_000_000_000 + seq, seq };
  const rows = { asks: [[`${seq}`, "101"]], bids: [[`${2 * seq}`, "100.5"]] };
  const nothing = { asks: null, bids: null };
  const topic = `${pair}_depth`;
  const message =
    seq === 1 ? { topic, t: 0, d: { ...at, ...rows } } : { topic, t: 1, d: { ...at, add: rows, del: nothing } };
  return Buffer.from(`0${JSON.stringify(message)}`);
}

/** The pair of a subscription; undefined for any other text of a client. */
export function subscribedPair(text: string): string | undefined {
  const { sub } = JSON.parse(text) as { sub?: string };
  return sub?.replace(/_depth$/, "");
}

/** Starts a venue that ends with the test. */
export async function startStubVenue(): Promise<StubVenue> {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => {
    for (const client of server.clients) {
      client.terminate();
    }
    server.close();
  });
  const subscribed: string[] = [];
  const seqs = new Map<WebSocket, Map<string, number>>();
  server.on("connection", (socket: WebSocket) => {
    const books = new Map<string, number>();
    seqs.set(socket, books);
    socket.on("close", () => seqs.delete(socket));
    socket.on("message", (data) => {
      const pair = subscribedPair(String(data));
      if (pair === undefined) {
        return;
      }
      subscribed.push(pair);
      books.set(pair, 1);
      socket.send(depthFrame(pair, 1));
    });
  });
  await once(server, "listening");
  return {
    address: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/cbu`,
    server,
    subscribed,
    tick() {
      for (const [socket, books] of seqs) {
        for (const [pair, seq] of books) {
          books.set(pair, seq + 1);
          socket.send(depthFrame(pair, seq + 1));
        }
      }
    },
  };
}
