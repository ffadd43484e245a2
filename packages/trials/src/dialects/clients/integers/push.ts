import { unzipSync } from "node:zlib";
import type { WebSocket } from "ws";
import type { Desk } from "../../desk.js";
import * as records from "../../records.js";
import { hmacMd5 } from "../../signing.js";
import { type Json, lossless } from "./numbers.js";

const pingEveryMs = 10_000;

/** A login whose connection lives on JSON pings: the venue's where it sends them, else its own. */
export async function listen(desk: Desk): Promise<void> {
  const socket = await desk.connect("/cbu", { autoPong: false });
  let [asked, answered] = [0, 0];
  socket.on("message", (frame: Buffer) => {
    const message = lossless(open(frame));
    if ("ping" in message) {
      socket.send(JSON.stringify({ pong: Number(message["ping"]) }));
    } else if ("pong" in message) {
      answered += 1;
    } else if ("error" in message) {
      desk.wrong(`the push refused: ${JSON.stringify(message)}`);
    } else {
      hear(desk, message as unknown as Pushed);
    }
  });
  if (!desk.deployed) {
    pinging(socket, () => {
      desk.hold("pings", answered === asked, `${asked} JSON pings, ${answered} pongs`);
      asked += 1;
    });
  }
  const sign = hmacMd5(desk.apiSecret, JSON.stringify({ apikey: desk.apiKey, sub: "ALL_ALL_login" }));
  socket.send(JSON.stringify({ event: "addChannel", apikey: desk.apiKey, sign, channel: "ALL_ALL_login" }));
}

interface Pushed {
  readonly topic: string;
  readonly d: { readonly contract_pending?: Json; readonly contract_detail?: Json };
}

function hear(desk: Desk, { topic, d }: Pushed): void {
  desk.heard("A", topic);
  if (d.contract_pending) {
    desk.fit(records.shortOrder, d.contract_pending, "a pushed order");
  }
  if (d.contract_detail) {
    desk.fit(records.pushedFill, d.contract_detail, "a pushed fill");
  }
}

function pinging(socket: WebSocket, before: () => void): void {
  const timer = setInterval(() => {
    before();
    socket.send(JSON.stringify({ ping: Date.now() }));
  }, pingEveryMs);
  socket.on("close", () => clearInterval(timer));
}

/** Either marker, either compression, or none at all. */
function open(frame: Buffer): string {
  const first = frame[0];
  if (first === 0x7b) {
    return frame.toString();
  }
  const rest = frame.subarray(1);
  return (first === 1 || first === 0x31 ? unzipSync(rest) : rest).toString();
}
