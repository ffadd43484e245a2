// The client of a month: it reconnects, looks at the numbers of updates, and sends an order again when its answer is lost.
import { createInterface } from "node:readline";
import { WebSocket } from "ws";
import { apply, decode, login, pair, print, push, request, show, task } from "./plain-exchange.mjs";

const input = createInterface({ input: process.stdin });
let book;
let seq;
let isClosing = false;

function onDepth({ seq: next, ...d }, socket) {
  const isFull = "asks" in d || "bids" in d;
  if (isFull) {
    book = { asks: new Map(), bids: new Map() };
  } else if (book === undefined || next <= seq) {
    return;
  } else if (next !== seq + 1) {
    book = undefined;
    print({ book: pair, status: "gapped" });
    socket.send(JSON.stringify({ event: "removeChannel", unsub: `${pair}_depth` }));
    socket.send(JSON.stringify({ event: "addChannel", sub: `${pair}_depth` }));
    return;
  }
  apply(book, d);
  seq = next;
  show(book, seq);
}

function open() {
  const socket = new WebSocket(push);
  let heardAt = Date.now();
  const watch = setInterval(() => {
    if (Date.now() - heardAt > 3_000) {
      socket.terminate();
    } else if (socket.readyState === WebSocket.OPEN) {
      socket.ping();
    }
  }, 1_000);
  socket.on("open", () => {
    socket.send(task === "books" ? JSON.stringify({ event: "addChannel", sub: `${pair}_depth` }) : login());
  });
  socket.on("pong", () => {
    heardAt = Date.now();
  });
  socket.on("message", (data) => {
    heardAt = Date.now();
    try {
      const { topic, d } = decode(data);
      if (topic?.endsWith("_depth")) {
        onDepth(d, socket);
      } else if (d?.result !== undefined) {
        print({ ready: true });
      } else if (d?.contract_detail !== undefined) {
        print({ fill: String(d.contract_detail.oi), price: d.contract_detail.dp, quantity: d.contract_detail.ep });
      }
    } catch (error) {
      process.stderr.write(`${error.message}\n`);
    }
  });
  socket.on("error", () => undefined);
  socket.on("close", () => {
    clearInterval(watch);
    book = undefined;
    if (task === "books") {
      print({ book: pair, status: "stale" });
    }
    if (!isClosing) {
      setTimeout(open, 200);
    }
  });
}

async function place(order) {
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      const { state } = await request("/v3/cbu/order/open", order, 3_000);
      if (state === 0) {
        return "placed";
      }
      if (state !== 4000 && state !== 4003) {
        return "rejected";
      }
    } catch {
      // Its answer is lost: once more.
    }
  }
  return "unknown";
}

open();
input.on("line", async (line) => {
  const { place: order } = JSON.parse(line);
  print({ order: order.client_oid, state: await place(order) });
});
input.on("close", () => {
  isClosing = true;
  process.exit(0);
});
