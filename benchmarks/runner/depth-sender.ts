import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { DepthCorpus } from "../corpus/depth-corpus.js";

/** A stretch of a corpus. */
export interface Stretch {
  /** The first message. */
  readonly from: number;
  /** Behind the last one. */
  readonly to: number;
}

/** Frames go out in pieces of this size: whoever reads finds many at once. */
const pieceBytes = 64 * 1024;
const acceptKey = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
const binaryFrame = 0x82;
const pingOpcode = 0x9;
const pongFrame = 0x8a;
const nanosecondsPerMicrosecond = 1_000n;

/** Microseconds of the machine's own clock, which counts alike in every process. */
export function nowUs(): number {
  return Number(process.hrtime.bigint() / nanosecondsPerMicrosecond);
}

/** The push side of a venue: it answers subscriptions with full messages, and sends the updates of a corpus when it is told to. */
export class DepthSender {
  readonly #corpus: DepthCorpus;
  readonly #encoded: readonly Uint8Array[];
  readonly #snapshotOf: ReadonlyMap<string, Uint8Array>;
  readonly #connectionOf = new Map<string, Duplex>();

  readonly #onOtherText: (text: string, reply: (frame: Uint8Array) => void) => void;

  /** @param onOtherText called with what is no subscription to a pair of the corpus */
  constructor(
    corpus: DepthCorpus,
    onOtherText: (text: string, reply: (frame: Uint8Array) => void) => void = () => undefined,
  ) {
    this.#corpus = corpus;
    this.#onOtherText = onOtherText;
    this.#encoded = corpus.updates.map((frame) => encodeFrame(frame));
    this.#snapshotOf = new Map(
      corpus.pairs.map(({ pair }, index) => [pair, encodeFrame(corpus.snapshots[index] as Uint8Array)]),
    );
  }

  /** Takes a connection of `node:http`'s event `upgrade`. */
  upgrade(request: IncomingMessage, socket: Duplex): void {
    const accept = createHash("sha1").update(`${request.headers["sec-websocket-key"]}${acceptKey}`).digest("base64");
    const head = ["HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade"];
    socket.write(`${[...head, `Sec-WebSocket-Accept: ${accept}`].join("\r\n")}\r\n\r\n`);
    socket.on("error", () => undefined);
    socket.on("data", (bytes: Buffer) => this.#answer(socket, bytes));
  }

  /** Sends a stretch as fast as it can be taken. */
  async send({ from, to }: Stretch): Promise<void> {
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
      const socket = this.#connectionFor(index);
      const frame = this.#encoded[index] as Uint8Array;
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

  /**
   * Sends each frame of a stretch alone, at this pace. What is late is written at once: the pace holds over the stretch.
   *
   * @param written called just before each
   */
  async sendPaced({ from, to }: Stretch, framesPerSecond: number, written: (index: number) => void): Promise<void> {
    const startMs = performance.now();
    for (let index = from; index < to; ) {
      const due = Math.min(to, from + 1 + Math.floor(((performance.now() - startMs) * framesPerSecond) / 1_000));
      for (; index < due; index++) {
        const socket = this.#connectionFor(index);
        written(index);
        socket.write(this.#encoded[index] as Uint8Array);
      }
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  }

  #connectionFor(index: number): Duplex {
    return this.#connectionOf.get(this.#corpus.updatePairs[index] as string) as Duplex;
  }

  #answer(socket: Duplex, bytes: Buffer): void {
    for (const { opcode, text } of framesOf(bytes)) {
      const pair = /"sub":"(.+)_depth"/.exec(text)?.[1];
      const snapshot = pair === undefined ? undefined : this.#snapshotOf.get(pair);
      if (opcode === pingOpcode) {
        socket.write(encodeFrame(Buffer.from(text), pongFrame));
      } else if (pair !== undefined && snapshot !== undefined) {
        this.#connectionOf.set(pair, socket);
        socket.write(snapshot);
      } else {
        this.#onOtherText(text, (frame) => socket.write(encodeFrame(frame)));
      }
    }
  }
}

/** One frame of a client's. */
interface ClientFrame {
  readonly opcode: number;
  readonly text: string;
}

/** Subscriptions and logins are short texts: each comes in a masked frame of less than 64 KiB, whole. */
function framesOf(bytes: Buffer): readonly ClientFrame[] {
  const frames: ClientFrame[] = [];
  for (let at = 0; at + 6 <= bytes.length; ) {
    const short = (bytes[at + 1] as number) & 0x7f;
    const [length, maskAt] = short < 126 ? [short, at + 2] : [bytes.readUInt16BE(at + 2), at + 4];
    const mask = bytes.subarray(maskAt, maskAt + 4);
    const end = maskAt + 4 + length;
    const text = bytes.subarray(maskAt + 4, end).map((byte, index) => byte ^ (mask[index & 3] as number));
    frames.push({ opcode: (bytes[at] as number) & 0x0f, text: Buffer.from(text).toString() });
    at = end;
  }
  return frames;
}

/** An unmasked frame of RFC 6455. */
function encodeFrame(payload: Uint8Array, kind: number = binaryFrame): Uint8Array {
  const { length } = payload;
  const header = length < 126 ? Buffer.of(kind, length) : Buffer.of(kind, 126, length >> 8, length & 0xff);
  if (length > 0xffff) {
    throw new RangeError("no frame here is so long");
  }
  return Buffer.concat([header, payload]);
}
