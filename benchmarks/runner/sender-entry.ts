import { createHash } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { type CorpusOptions, createDepthCorpus } from "../corpus/depth-corpus.js";

/** What the sender's process is told: messages from `from` on, before `to`, are sent. */
export interface SendOrder {
  readonly from: number;
  readonly to: number;
  /** Each frame alone, at this pace, and a {@link SendReport} at the end; absent: as fast as they can be taken. */
  readonly framesPerSecond?: number;
}

/** When each frame of a stretch was written, in microseconds of the machine's own clock, which counts alike in every process. */
export interface SendReport {
  readonly writtenAtUs: readonly number[];
}

/** Frames go out in pieces of this size: whoever reads finds many at once. */
const pieceBytes = 64 * 1024;
const acceptKey = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
const binaryFrame = 0x82;
const nanosecondsPerMicrosecond = 1_000n;

const corpus = createDepthCorpus(JSON.parse(process.argv[2] ?? "{}") as CorpusOptions);
const encoded = corpus.updates.map(encodeFrame);
const snapshotOf = new Map(corpus.pairs.map(({ pair }, index) => [pair, corpus.snapshots[index] as Uint8Array]));
const connectionOf = new Map<string, Duplex>();

const server = createServer();
server.on("upgrade", (request: IncomingMessage, socket: Duplex) => {
  const accept = createHash("sha1").update(`${request.headers["sec-websocket-key"]}${acceptKey}`).digest("base64");
  const head = ["HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade"];
  socket.write(`${[...head, `Sec-WebSocket-Accept: ${accept}`].join("\r\n")}\r\n\r\n`);
  socket.on("error", () => undefined);
  socket.on("data", (bytes: Buffer) => answer(socket, bytes));
});
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on("message", ({ from, to, framesPerSecond }: SendOrder) => {
  if (framesPerSecond === undefined) {
    void send(from, to);
  } else {
    void sendPaced(from, to, framesPerSecond).then((writtenAtUs) =>
      process.send?.({ writtenAtUs } satisfies SendReport),
    );
  }
});
process.on("disconnect", () => process.exit());

/** Subscriptions are short texts: each comes in a masked frame of less than 126 bytes. */
function answer(socket: Duplex, bytes: Buffer): void {
  for (let at = 0; at + 6 <= bytes.length; ) {
    const length = (bytes[at + 1] as number) & 0x7f;
    const mask = bytes.subarray(at + 2, at + 6);
    const text = Buffer.from(
      bytes.subarray(at + 6, at + 6 + length).map((byte, index) => byte ^ (mask[index & 3] as number)),
    );
    at += 6 + length;
    const pair = /"sub":"(.+)_depth"/.exec(text.toString())?.[1];
    const snapshot = pair === undefined ? undefined : snapshotOf.get(pair);
    if (pair === undefined || snapshot === undefined) {
      continue;
    }
    connectionOf.set(pair, socket);
    socket.write(encodeFrame(snapshot));
  }
}

async function send(from: number, to: number): Promise<void> {
  const waiting = new Map<Duplex, Uint8Array[]>();
  const sizes = new Map<Duplex, number>();
  const flush = async (socket: Duplex): Promise<void> => {
    const piece = Buffer.concat(waiting.get(socket) ?? []);
    waiting.set(socket, []);
    sizes.set(socket, 0);
    if (!socket.write(piece)) {
      await new Promise((resolve) => socket.once("drain", resolve));
    }
  };
  for (let index = from; index < to; index++) {
    const socket = connectionOf.get(corpus.updatePairs[index] as string) as Duplex;
    const frame = encoded[index] as Uint8Array;
    const list = waiting.get(socket) ?? [];
    list.push(frame);
    waiting.set(socket, list);
    sizes.set(socket, (sizes.get(socket) ?? 0) + frame.length);
    if ((sizes.get(socket) as number) >= pieceBytes) {
      await flush(socket);
    }
  }
  for (const socket of waiting.keys()) {
    await flush(socket);
  }
}

/** What is late is written at once: the pace holds over the stretch. */
async function sendPaced(from: number, to: number, framesPerSecond: number): Promise<readonly number[]> {
  const writtenAtUs: number[] = [];
  const startMs = performance.now();
  for (let index = from; index < to; ) {
    const due = Math.min(to, from + 1 + Math.floor(((performance.now() - startMs) * framesPerSecond) / 1_000));
    for (; index < due; index++) {
      writtenAtUs.push(Number(process.hrtime.bigint() / nanosecondsPerMicrosecond));
      (connectionOf.get(corpus.updatePairs[index] as string) as Duplex).write(encoded[index] as Uint8Array);
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  return writtenAtUs;
}

/** An unmasked binary frame of RFC 6455. */
function encodeFrame(payload: Uint8Array): Uint8Array {
  const { length } = payload;
  const header =
    length < 126 ? Buffer.of(binaryFrame, length) : Buffer.of(binaryFrame, 126, length >> 8, length & 0xff);
  if (length > 0xffff) {
    throw new RangeError("no frame of a corpus is so long");
  }
  return Buffer.concat([header, payload]);
}
