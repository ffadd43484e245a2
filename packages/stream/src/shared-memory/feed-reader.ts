import type { OpenSocket, Socket, SocketHandlers } from "../sockets/socket.js";
import type { FeedPort, FromFeedHost, FromFeedReader } from "./feed-messages.js";
import { takeBatch } from "./frame-batch.js";
import { createFrameRing, FrameRingReader } from "./frame-ring.js";

/** How a thread reads the connections that its host has for it. */
export interface FeedReaderOptions {
  /** Gives the thread's other work its turn, then calls back: timers and messages must not wait behind a full ring. */
  readonly nextTurn: (callback: () => void) => void;
  /** `ring`: frames come through shared memory; `batches`: they are given away. Default: a ring where there can be one. */
  readonly carrier?: "ring" | "batches" | undefined;
  /** Bytes of each ring; default 1 MiB. */
  readonly ringBytes?: number | undefined;
}

/** Frames that are read in one turn: a few milliseconds of work. */
const framesPerTurn = 512;

/** The `OpenSocket` port of a shard's thread over connections that its host's program has. */
export function readFeeds(port: FeedPort<FromFeedReader, FromFeedHost>, options: FeedReaderOptions): OpenSocket {
  const sharesMemory = typeof SharedArrayBuffer === "function";
  const { carrier = sharesMemory ? "ring" : "batches", ringBytes, nextTurn } = options;
  const connections = new Map<number, FedConnection>();
  port.onMessage((message) => connections.get(message.connection)?.receive(message));
  let opened = 0;
  return (address, handlers) => {
    const connection = ++opened;
    const ring = carrier === "ring" ? createFrameRing({ bytes: ringBytes }) : undefined;
    const reader = ring === undefined ? undefined : new FrameRingReader(ring);
    const fed = new FedConnection(
      handlers,
      reader,
      nextTurn,
      () => port.post({ kind: "batch-read", connection }),
      () => connections.delete(connection),
    );
    connections.set(connection, fed);
    // A reader sleeps until it is woken: the first frame wakes it.
    reader?.sleep();
    port.post({ kind: "open", connection, address, ring });
    return socketOn(port, connection);
  };
}

function socketOn(port: FeedPort<FromFeedReader, FromFeedHost>, connection: number): Socket {
  return {
    send: (text) => port.post({ kind: "send", connection, text }),
    ping: () => port.post({ kind: "ping", connection }),
    close: (code) => port.post({ kind: "close", connection, code }),
  };
}

class FedConnection {
  readonly #handlers: SocketHandlers;
  readonly #reader: FrameRingReader | undefined;
  readonly #nextTurn: (callback: () => void) => void;
  readonly #batchRead: () => void;
  readonly #onOver: () => void;
  #state: "current" | "over" = "current";

  constructor(
    handlers: SocketHandlers,
    reader: FrameRingReader | undefined,
    nextTurn: (callback: () => void) => void,
    batchRead: () => void,
    onOver: () => void,
  ) {
    this.#handlers = handlers;
    this.#reader = reader;
    this.#nextTurn = nextTurn;
    this.#batchRead = batchRead;
    this.#onOver = onOver;
  }

  receive(message: FromFeedHost): void {
    switch (message.kind) {
      case "opened":
        this.#handlers.opened();
        break;
      case "wake":
        this.#drain();
        break;
      case "batch":
        takeBatch(message.batch, this.#deliver);
        this.#batchRead();
        break;
      case "doubted":
        // What was pushed before it is in the ring still.
        this.#reader?.take(Number.POSITIVE_INFINITY, this.#deliver);
        this.#handlers.doubted?.(message.channel, message.reason);
        break;
      case "missed":
        this.#reader?.take(Number.POSITIVE_INFINITY, this.#deliver);
        this.#handlers.missed?.(message.channel, message.missing);
        break;
      case "control-frame":
        this.#handlers.controlFrame();
        break;
      case "closed":
        // What came before the end is in the ring still.
        this.#reader?.take(Number.POSITIVE_INFINITY, this.#deliver);
        this.#state = "over";
        this.#onOver();
        this.#handlers.closed(message.code, message.cause);
        break;
    }
  }

  readonly #deliver = (frame: Uint8Array): void => this.#handlers.message(frame);

  readonly #drain = (): void => {
    const reader = this.#reader;
    if (reader === undefined || this.#state === "over") {
      return;
    }
    const taken = reader.take(framesPerTurn, this.#deliver);
    if (taken === framesPerTurn || !reader.sleep()) {
      this.#nextTurn(this.#drain);
    }
  };
}
