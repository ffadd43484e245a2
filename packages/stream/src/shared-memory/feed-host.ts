import type { DoubtReason } from "@depthwire/book/internal";
import type { MissedMessages, Socket } from "../sockets/socket.js";
import type { FeedPort, FromFeedHost, FromFeedReader } from "./feed-messages.js";
import { FrameBatchWriter } from "./frame-batch.js";
import type { FrameFeed, OpenFeed } from "./frame-feed.js";
import { FrameRingWriter } from "./frame-ring.js";

/** RFC 6455 section 7.4.1: an endpoint is going away. */
const goingAway = 1001;

/** The connections that a host has for one thread. */
export interface FeedHost {
  /** The thread is gone: its connections are closed, and nothing more is taken from them. */
  close(): void;
}

/** Opens connections of the program's own for a shard in another thread, and hands their frames on to it. */
export function hostFeeds(port: FeedPort<FromFeedHost, FromFeedReader>, open: OpenFeed): FeedHost {
  const connections = new Map<number, HostedFeed>();
  port.onMessage((message) => {
    const { connection } = message;
    switch (message.kind) {
      case "open": {
        const feed = new HostedFeed(port, connection, message.ring, () => connections.delete(connection));
        connections.set(connection, feed);
        feed.open(open, message.address);
        break;
      }
      case "send":
        connections.get(connection)?.socket?.send(message.text);
        break;
      case "ping":
        connections.get(connection)?.socket?.ping();
        break;
      case "close":
        connections.get(connection)?.socket?.close(message.code);
        break;
      case "batch-read":
        connections.get(connection)?.batchRead();
        break;
    }
  });
  return {
    close: () => {
      for (const feed of connections.values()) {
        feed.abandon();
      }
      connections.clear();
    },
  };
}

/** Frames on their way to the other thread. */
interface FrameOutlet {
  push(frame: Uint8Array): boolean;
  flush(): void;
}

class HostedFeed implements FrameFeed {
  socket: Socket | undefined;
  readonly #port: FeedPort<FromFeedHost, FromFeedReader>;
  readonly #connection: number;
  readonly #outlet: FrameOutlet;
  readonly #batches: FrameBatchWriter | undefined;
  readonly #onOver: () => void;
  #state: "current" | "over" = "current";

  constructor(
    port: FeedPort<FromFeedHost, FromFeedReader>,
    connection: number,
    ring: SharedArrayBuffer | undefined,
    onOver: () => void,
  ) {
    this.#port = port;
    this.#connection = connection;
    this.#onOver = onOver;
    if (ring === undefined) {
      this.#batches = new FrameBatchWriter((batch) => port.post({ kind: "batch", connection, batch }, [batch]));
      this.#outlet = this.#batches;
    } else {
      this.#outlet = new FrameRingWriter(ring, () => port.post({ kind: "wake", connection }));
    }
  }

  /** A program that fails to open is one whose connection was not made. */
  open(open: OpenFeed, address: string): void {
    try {
      this.socket = open(address, this);
    } catch (error) {
      this.closed(1006, error instanceof Error ? error.name : "not opened");
    }
  }

  batchRead(): void {
    this.#batches?.read();
  }

  opened(): void {
    this.#post({ kind: "opened", connection: this.#connection });
  }

  push(frame: Uint8Array): boolean {
    return this.#state === "current" && this.#outlet.push(frame);
  }

  flush(): void {
    if (this.#state === "current") {
      this.#outlet.flush();
    }
  }

  doubt(channel: string, reason: DoubtReason | undefined): void {
    this.flush();
    this.#post({ kind: "doubted", connection: this.#connection, channel, reason });
  }

  /** A message would be overtaken by the frames behind it: only another connection is surely another one. */
  renewed(): void {
    this.closed(goingAway, "renewed");
    this.socket?.close(goingAway);
  }

  missed(channel: string, missing: MissedMessages): void {
    this.flush();
    this.#post({ kind: "missed", connection: this.#connection, channel, missing });
  }

  controlFrame(): void {
    this.#post({ kind: "control-frame", connection: this.#connection });
  }

  closed(code: number, cause: string): void {
    this.flush();
    this.#post({ kind: "closed", connection: this.#connection, code, cause });
    this.#state = "over";
    this.#onOver();
  }

  /** Nobody listens any longer. */
  abandon(): void {
    this.#state = "over";
    this.socket?.close(goingAway);
  }

  #post(message: FromFeedHost): void {
    if (this.#state === "current") {
      this.#port.post(message);
    }
  }
}
