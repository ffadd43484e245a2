import type { DoubtReason } from "@depthwire/book/internal";
import { queueTurnEnd } from "@depthwire/core/internal";
import type { MissedMessages, OpenSocket, Socket, SocketHandlers } from "../sockets/socket.js";

/**
 * Where a program that has a connection of its own puts what comes in on it. The engine decodes it wherever its books are:
 * in the same thread, or behind a ring of shared memory or batches that are given away in another.
 */
export interface FrameFeed {
  /** The connection is open: the engine may send. */
  opened(): void;
  /**
   * One whole message. Its bytes are copied.
   *
   * @param channel whose message it has to be, as it is written on the wire: another one's is refused, and counts as lost.
   * Absent: that of any channel. Books in another thread take it for what it says
   * @returns false when the reader does not keep up: the frame was not taken, and has to be offered again in a later turn
   * or be counted as lost; also false once the connection is over
   * @throws ProtocolError `frame-too-large`
   */
  push(frame: Uint8Array, channel?: string): boolean;
  /** Hands on at once what was pushed; else that happens after a few frames, and at the end of the caller's turn. */
  flush(): void;
  /** The peer lives, although it sent no frame. */
  controlFrame(): void;
  /**
   * Says why the book of a channel may not be called live whatever its messages say, or with undefined that it may again.
   * Frames are applied all the while. It ends with the connection. A channel that is not a book is called disconnected meanwhile.
   *
   * @param channel as it is written on the wire, such as `4BTC_USDT_depth`
   */
  doubt(channel: string, reason: DoubtReason | undefined): void;
  /**
   * Says, directly before a snapshot of the channel is pushed, that it comes from another connection to the venue than what
   * was pushed before: its numbers are not comparable with those. Where books are in another thread the connection ends, and
   * the engine opens a new one.
   */
  renewed(channel: string): void;
  /**
   * Says that messages of a channel that is not a book are missing, directly before the next one is pushed. Its streams tell a
   * gap; where books are in another thread, it may stand some messages late.
   */
  missed(channel: string, missing: MissedMessages): void;
  /** The connection is over. `cause` is a short text without secrets. */
  closed(code: number, cause: string): void;
}

/**
 * Opens a connection of the program's own when the engine needs one. What the engine sends, mainly subscriptions, goes
 * to the returned socket, in the caller's thread; give inbound frames to `feed`.
 */
export type OpenFeed = (address: string, feed: FrameFeed) => Socket;

/** The `OpenSocket` port over connections of the program's own, for an engine in the same thread. */
export function socketsOfFeeds(open: OpenFeed): OpenSocket {
  return (address, handlers) => new InlineFeed(handlers).start(open, address);
}

/** Hands on at once what the program pushes; what it pushes while the engine calls it, right after that call. */
class InlineFeed implements FrameFeed {
  readonly #handlers: SocketHandlers;
  /** Events that came during a call of the engine's, and those behind them. */
  readonly #late: (() => void)[] = [];
  #engine: "calls" | "listens" = "listens";

  constructor(handlers: SocketHandlers) {
    this.#handlers = handlers;
  }

  start(open: OpenFeed, address: string): Socket {
    const socket = this.#calling(() => open(address, this));
    return {
      send: (text) => this.#calling(() => socket.send(text)),
      ping: () => this.#calling(() => socket.ping()),
      close: (code) => this.#calling(() => socket.close(code)),
    };
  }

  opened(): void {
    this.#tell(() => this.#handlers.opened());
  }

  push(frame: Uint8Array, channel?: string): boolean {
    if (this.#engine === "listens" && this.#late.length === 0) {
      this.#handlers.message(frame, channel);
    } else {
      // A copy that is one of a Buffer too.
      const copy = new Uint8Array(frame);
      this.#tell(() => this.#handlers.message(copy, channel));
    }
    return true;
  }

  flush(): void {
    // Nothing waits.
  }

  doubt(channel: string, reason: DoubtReason | undefined): void {
    this.#tell(() => this.#handlers.doubted?.(channel, reason));
  }

  renewed(channel: string): void {
    this.#tell(() => this.#handlers.renewed?.(channel));
  }

  missed(channel: string, missing: MissedMessages): void {
    this.#tell(() => this.#handlers.missed?.(channel, missing));
  }

  controlFrame(): void {
    this.#tell(() => this.#handlers.controlFrame());
  }

  closed(code: number, cause: string): void {
    this.#tell(() => this.#handlers.closed(code, cause));
  }

  #calling<Result>(call: () => Result): Result {
    const former = this.#engine;
    this.#engine = "calls";
    try {
      return call();
    } finally {
      this.#engine = former;
    }
  }

  #tell(event: () => void): void {
    if (this.#engine === "listens" && this.#late.length === 0) {
      event();
    } else if (this.#late.push(event) === 1) {
      queueTurnEnd(() => this.#tellLate());
    }
  }

  #tellLate(): void {
    for (let event = this.#late[0]; event !== undefined; event = this.#late[0]) {
      event();
      this.#late.shift();
    }
  }
}
