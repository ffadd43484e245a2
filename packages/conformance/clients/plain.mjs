// The client of an afternoon: it believes everything, connects once, and takes an error for a refusal.
import { createInterface } from "node:readline";
import { WebSocket } from "ws";
import { apply, decode, login, pair, print, push, request, show, task } from "./plain-exchange.mjs";

const input = createInterface({ input: process.stdin });
const socket = new WebSocket(push);
const book = { asks: new Map(), bids: new Map() };

socket.on("open", () => {
  socket.send(task === "books" ? JSON.stringify({ event: "addChannel", sub: `${pair}_depth` }) : login());
});
socket.on("message", (data) => {
  const { topic, d } = decode(data);
  if (topic?.endsWith("_depth")) {
    apply(book, d);
    show(book, d.seq);
  } else if (d?.result !== undefined) {
    print({ ready: true });
  } else if (d?.contract_detail !== undefined) {
    const { oi, dp, ep } = d.contract_detail;
    print({ fill: String(oi), price: dp, quantity: ep });
  }
});
input.on("line", async (line) => {
  const { place } = JSON.parse(line);
  try {
    const { state } = await request("/v3/cbu/order/open", place, 3_000);
    print({ order: place.client_oid, state: state === 0 ? "placed" : "rejected" });
  } catch {
    print({ order: place.client_oid, state: "rejected" });
  }
});
input.on("close", () => process.exit(0));
