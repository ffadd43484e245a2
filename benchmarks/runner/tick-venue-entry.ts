import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { WebSocket } from "ws";
import { type CorpusOptions, createDepthCorpus } from "../corpus/depth-corpus.js";
import type { VenueAnswer } from "./accelerator-entry.js";
import { DepthSender, nowUs } from "./depth-sender.js";
import { type TickReport, type TickStretch, tickOfId, tradeEvery } from "./tick-order.js";

/** What the process is told in its one argument. */
export interface TickVenueOrders {
  readonly corpus: CorpusOptions;
  /** The exchange that orders are passed on to. */
  readonly behind: VenueAnswer;
}

/** What it answers first. */
export interface TickVenueAnswer {
  readonly pushUrl: string;
  readonly restUrl: string;
}

/** A frame that was written and is to be traded on. */
interface Written {
  readonly seq: number;
  readonly atUs: number;
}

const orderLine = "POST /v3/cbu/order/open ";
const headEnd = "\r\n\r\n";
/** By then a bot has traded on every tick, or never will. */
const patienceMs = 10_000;

const { corpus: options, behind } = JSON.parse(process.argv[2] ?? "{}") as TickVenueOrders;
const corpus = createDepthCorpus(options);
const places = new Map(corpus.pairs.map(({ pair }, index) => [pair, index]));
/** By place of the pair; in order. */
const waiting: Written[][] = corpus.pairs.map(() => []);
let latenciesUs: number[] = [];

// Depth is sent from here, and timed; logins and REST calls are passed on.
const sender = new DepthSender(corpus, (text, reply) => {
  const line = new WebSocket(behind.pushUrl);
  line.on("open", () => line.send(text));
  line.on("message", (bytes: Buffer) => reply(bytes));
  line.on("error", () => undefined);
});
const push = createHttpServer();
push.on("upgrade", (request, socket) => {
  (socket as Socket).setNoDelay(true);
  sender.upgrade(request, socket);
});
const rest = createServer({ noDelay: true }, (socket) => passOn(socket, Number(new URL(behind.restUrl).port)));
const answer: TickVenueAnswer = {
  pushUrl: `ws://127.0.0.1:${await portOf(push)}/cbu`,
  restUrl: `http://127.0.0.1:${await portOf(rest)}`,
};
process.on("message", (stretch: TickStretch) => {
  void run(stretch).then((report) => process.send?.(report));
});
process.on("disconnect", () => process.exit());
process.send?.(answer);

async function run(stretch: TickStretch): Promise<TickReport> {
  latenciesUs = [];
  await sender.sendPaced(stretch, stretch.framesPerSecond, (index) => {
    const seq = corpus.updateSeqs[index] as number;
    if (seq % tradeEvery === 0) {
      waiting[places.get(corpus.updatePairs[index] as string) as number]?.push({ seq, atUs: nowUs() });
    }
  });
  const untilMs = performance.now() + patienceMs;
  while (waiting.some((list) => list.length > 0)) {
    if (performance.now() > untilMs) {
      const missing = waiting.reduce((sum, list) => sum + list.length, 0);
      return { latenciesUs, error: `${missing} ticks of ${missing + latenciesUs.length} were not traded on` };
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return { latenciesUs };
}

/** Requests are looked at as they come, and passed on whole. */
function passOn(socket: Socket, port: number): void {
  const other = connect({ port, host: "127.0.0.1", noDelay: true });
  let pending: Buffer = Buffer.alloc(0);
  socket.on("data", (bytes: Buffer) => {
    const atUs = nowUs();
    pending = pending.length === 0 ? bytes : Buffer.concat([pending, bytes]);
    if (isWhole(pending)) {
      note(pending.toString("latin1"), atUs);
      other.write(pending);
      pending = Buffer.alloc(0);
    }
  });
  other.on("data", (bytes) => socket.write(bytes));
  for (const [one, another] of [
    [socket, other],
    [other, socket],
  ] as const) {
    one.on("error", () => another.destroy());
    one.on("close", () => another.destroy());
  }
}

function isWhole(request: Buffer): boolean {
  const end = request.indexOf(headEnd);
  if (end < 0) {
    return false;
  }
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(request.toString("latin1", 0, end))?.[1] ?? 0);
  return request.length >= end + headEnd.length + length;
}

/** An order for a tick is one for all ticks of its pair before: the bot was told the newest state. */
function note(request: string, atUs: number): void {
  const id = request.startsWith(orderLine) ? /"client_oid":"(\d+)"/.exec(request)?.[1] : undefined;
  if (id === undefined) {
    return;
  }
  const { pair, seq } = tickOfId(id);
  const list = waiting[pair] ?? [];
  while (list[0] !== undefined && list[0].seq <= seq) {
    latenciesUs.push(atUs - list[0].atUs);
    list.shift();
  }
}

function portOf(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });
}
