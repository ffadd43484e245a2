import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";

/** A venue that answers each subscription with a snapshot, and says nothing more. */
export interface SnapshotVenue {
  readonly address: string;
  close(): void;
}

/** Starts the venue at a free port of this machine. */
export async function startSnapshotVenue(): Promise<SnapshotVenue> {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  server.on("connection", (socket) => {
    socket.on("message", (data) => answer(socket, String(data)));
  });
  await once(server, "listening");
  return {
    address: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      for (const client of server.clients) {
        client.terminate();
      }
      server.close();
    },
  };
}

function answer(socket: WebSocket, text: string): void {
  const { sub: channel } = JSON.parse(text) as { readonly sub?: string };
  if (channel === undefined) {
    return;
  }
  const pair = channel.replace(/_depth$/, "");
  const d = { pair, ut: Date.now(), seq: 1, asks: [["2", "101.5"]], bids: [["3", "101"]] };
  socket.send(Buffer.from(`0${JSON.stringify({ topic: channel, t: 0, d })}`));
}
