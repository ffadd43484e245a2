import type { OpenSocket, Socket } from "../ports/socket.js";

/**
 * Where a program that has a connection of its own puts what comes in on it. The engine decodes it wherever its books are:
 * in the same thread, or behind a ring of shared memory or batches that are given away in another.
 */
export interface FrameFeed {
  /** The connection stands: what the engine wants to send may be sent. */
  opened(): void;
  /**
   * One whole message. Its bytes are copied.
   *
   * @returns false when the reader does not keep up: the frame was not taken, and has to be offered again in a later turn
   * or be counted as lost; also false once the connection is over
   * @throws ProtocolError `frame-too-large`
   */
  push(frame: Uint8Array): boolean;
  /** Hands on at once what was pushed; else that happens after a few frames, and at the end of the caller's turn. */
  flush(): void;
  /** The peer lives, although it sent no frame. */
  controlFrame(): void;
  /** The connection is over. `cause` is a short text without secrets. */
  closed(code: number, cause: string): void;
}

/**
 * Opens a connection of the program's own where the engine wants one. What the engine sends, subscriptions above all, goes
 * to the returned socket, in the caller's thread; what comes in goes to `feed`, and never during this call.
 */
export type OpenFeed = (address: string, feed: FrameFeed) => Socket;

/** The `OpenSocket` port over connections of the program's own, for an engine in the same thread. */
export function socketsOfFeeds(open: OpenFeed): OpenSocket {
  return (address, handlers) =>
    open(address, {
      opened: () => handlers.opened(),
      push: (frame) => {
        handlers.message(frame);
        return true;
      },
      flush: () => {},
      controlFrame: () => handlers.controlFrame(),
      closed: (code, cause) => handlers.closed(code, cause),
    });
}
