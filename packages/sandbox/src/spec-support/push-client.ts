import { gunzipSync, inflateSync } from "node:zlib";
import { type ClientOptions, WebSocket } from "ws";

/** A message as it came, and what an independent reader makes of it. */
export interface Received {
  readonly bytes: Buffer;
  readonly binary: boolean;
  readonly marker: number;
  readonly compressed: boolean;
  /** `undefined` when there is no JSON in it. */
  readonly json: Json | undefined;
}

/** Quantity and price. */
export type Row = readonly [string, string];

/** Both sides of something. */
export interface Sides {
  readonly asks: readonly Row[] | null;
  readonly bids: readonly Row[] | null;
}

/** The payload of a depth message, full or incremental. */
export interface DepthPayload extends Partial<Sides> {
  readonly pair: string;
  readonly ut: number;
  readonly seq: number;
  readonly add?: Sides;
  readonly del?: Sides;
}

/** Any message of the server. The specs look at what they expect. */
export interface Json {
  readonly topic?: string;
  readonly t?: number;
  readonly uid?: string;
  readonly d?: DepthPayload & { readonly result?: string };
  readonly channel?: string;
  readonly error?: { readonly code: string; readonly msg: string };
  readonly ping?: number;
  readonly pong?: number;
}

const bareStarts: readonly number[] = ["{", "["].map((start) => start.charCodeAt(0));

function bodyOf(bytes: Buffer): { text: string; compressed: boolean } {
  const first = bytes[0] ?? 0;
  if (bareStarts.includes(first)) {
    return { text: bytes.toString("utf8"), compressed: false };
  }
  const body = bytes.subarray(1);
  if (first !== 0x31 && first !== 0x01) {
    return { text: body.toString("utf8"), compressed: false };
  }
  return { text: (body[0] === 0x1f ? gunzipSync(body) : inflateSync(body)).toString("utf8"), compressed: true };
}

function read(bytes: Buffer, binary: boolean): Received {
  const base = { bytes, binary, marker: bytes[0] ?? 0 };
  try {
    const { text, compressed } = bodyOf(bytes);
    return { ...base, compressed, json: JSON.parse(text) as Json };
  } catch {
    return { ...base, compressed: false, json: undefined };
  }
}

/** A client written without the product's own decoders. */
export class PushClient {
  readonly socket: WebSocket;
  readonly received: Received[] = [];
  readonly closed: Promise<number>;
  #read = 0;
  #wake: () => void = () => {};

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on("message", (data: Buffer, binary: boolean) => {
      this.received.push(read(data, binary));
      this.#wake();
    });
    this.closed = new Promise((resolve) => {
      socket.on("close", (code: number) => {
        resolve(code);
        this.#wake();
      });
    });
    socket.on("error", () => {});
  }

  static async open(url: string, options: ClientOptions = {}): Promise<PushClient> {
    const socket = new WebSocket(url, options);
    const client = new PushClient(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once("open", () => resolve());
      socket.once("error", reject);
    });
    return client;
  }

  send(message: object | string): void {
    this.socket.send(typeof message === "string" ? message : JSON.stringify(message));
  }

  /** The next message that fits; those before it are passed over. */
  async next(fits: (message: Received) => boolean = () => true, withinMs = 10_000): Promise<Received> {
    const deadline = Date.now() + withinMs;
    for (;;) {
      for (let message = this.received[this.#read]; message !== undefined; message = this.received[this.#read]) {
        this.#read += 1;
        if (fits(message)) {
          return message;
        }
      }
      const left = deadline - Date.now();
      if (left <= 0) {
        throw new Error(`nothing that fits came; ${this.received.length} messages in all`);
      }
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  /** The JSON of the next message that fits. */
  async nextJson(fits: (json: Json) => boolean = () => true, withinMs?: number): Promise<Json> {
    const message = await this.next(({ json }) => json !== undefined && fits(json), withinMs);
    return message.json as Json;
  }

  close(): void {
    this.socket.terminate();
  }
}
