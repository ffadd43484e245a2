import { gunzipSync, unzipSync } from "node:zlib";
import type { WebSocket } from "ws";
import { pushPeriods } from "../../channels.js";
import type { Desk, Hand } from "../../desk.js";
import * as records from "../../records.js";
import { Book, pair } from "./book.js";
import { Candles } from "./candles.js";
import { Tape } from "./tape.js";

/** REST has one period more: note 33. */
const periods = [...pushPeriods, "3min"];

/** Draws charts from protocol A and joins them with REST; tells compression by its header and answers control pings. */
export const charts: Hand = { name: "charts", live };

async function live(desk: Desk): Promise<void> {
  const socket = await desk.connect("/cbu");
  const book = new Book(desk);
  const tape = new Tape(desk);
  const candles = new Candles(desk);
  const beganAtMs = Date.now();
  socket.on("message", (frame: Buffer, isBinary: boolean) => {
    holdForm(desk, frame, isBinary);
    hear(desk, frame, book, tape, candles);
  });
  subscribe(desk, socket);
  for (let turn = 0; !desk.over; turn++) {
    await desk.pause(1500);
    await book.holdTruth();
    await book.holdRest();
    if (turn % 3 === 1) {
      await candles.hold(periods[((turn / 3) | 0) % periods.length] ?? "1min");
    }
    await candles.holdNesting();
    if (turn % 3 === 2) {
      await holdReference(desk, candles);
    }
    candles.holdAgainst(tape, beganAtMs);
  }
}

/** `event` is what the document wants; deployments take the channel alone: note 6. */
function subscribe(desk: Desk, socket: WebSocket): void {
  const names = [...pushPeriods.map((period) => `kline_${period}`), "depth", "deals", "ticker"];
  for (const sub of [...names.map((name) => `${pair}_${name}`), `${pair}TAGPRICE_kline_1min`]) {
    socket.send(JSON.stringify(desk.deployed ? { sub } : { event: "addChannel", sub }));
  }
}

function hear(desk: Desk, frame: Buffer, book: Book, tape: Tape, candles: Candles): void {
  try {
    const message = JSON.parse(open(frame));
    if ("ping" in message) {
      return;
    }
    const { topic, t, d } = message;
    if (topic.endsWith("_depth")) {
      book.take(d, t);
    } else if (topic.endsWith("_deals")) {
      tape.take(d);
    } else if (topic.endsWith("_ticker")) {
      tape.holdTicker(d, book);
    } else {
      candles.take(topic, d);
    }
    desk.heard("A", topic);
  } catch (error) {
    desk.wrong(`a message of protocol A cannot be followed: ${error}: ${frame.toString("latin1").slice(0, 100)}`);
  }
}

/** Marker, kind of message and compression are those of the profile: notes 2 to 4. */
function holdForm(desk: Desk, frame: Buffer, isBinary: boolean): void {
  const [marker = 0, first, second] = frame;
  const [plain, packed] = desk.deployed ? [0, 1] : [0x30, 0x31];
  if (marker === plain) {
    desk.hold("frames", isBinary === desk.deployed, `a plain frame is ${isBinary ? "binary" : "text"} (note 2)`);
    const isEnded = !desk.deployed || frame.at(-1) === 0x0a;
    desk.hold("frames", isEnded, "a plain frame does not end with a newline (note 2)");
  } else if (marker === packed) {
    const isGzip = first === 0x1f && second === 0x8b;
    desk.hold("frames", isBinary, "a compressed frame is text (note 2)");
    desk.hold("frames", isGzip === desk.deployed, `a frame is ${isGzip ? "gzip" : "zlib"} (note 3)`);
  } else {
    desk.hold("frames", marker === 0x7b && desk.deployed, `a marker is ${marker} (notes 2 and 4)`);
  }
}

/** gzip begins with 1f 8b, zlib does not. */
function open(frame: Buffer): string {
  const marker = frame[0];
  if (marker === 0x7b) {
    return frame.toString();
  }
  const body = frame.subarray(1);
  if (marker !== 1 && marker !== 0x31) {
    return body.toString();
  }
  return (body[0] === 0x1f && body[1] === 0x8b ? gunzipSync(body) : unzipSync(body)).toString();
}

async function holdReference(desk: Desk, candles: Candles): Promise<void> {
  const read = async (name: string): Promise<Readonly<Record<string, Readonly<Record<string, string>>>>> => {
    const { state, result } = JSON.parse(await (await desk.fetch(`${desk.restUrl}/v3.1/cquery/${name}`)).text());
    desk.hold("answers", state === 0, `${name} was answered with ${state}`);
    return result;
  };
  desk.fit(records.fundRate, (await read("buFundRate"))[pair], "buFundRate");
  const tag = (await read("buTagPrice"))[pair];
  desk.fit(records.tagPrice, tag, "buTagPrice");
  const isNear = Math.abs(Number(tag?.["priceTag"]) / candles.tagPrice - 1) < 0.005;
  desk.hold("tag prices", isNear, `the tag price is ${tag?.["priceTag"]}, pushed ${candles.tagPrice}`);
}
