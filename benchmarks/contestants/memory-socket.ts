import type { OpenSocket, Socket, SocketHandlers } from "@depthwire/stream";

/** One connection in memory: it takes whatever is sent and hands in frames when told. */
export interface MemorySocket {
  /** To be given to an engine. */
  readonly open: OpenSocket;
  /** Lets the connection that was asked for stand. */
  accept(): void;
  /** One message comes in. */
  message(frame: Uint8Array): void;
}

/** A socket without a network: a benchmark measures what stands behind it. */
export function createMemorySocket(): MemorySocket {
  let handlers: SocketHandlers | undefined;
  const socket: Socket = { send: () => undefined, ping: () => undefined, close: () => undefined };
  const current = (): SocketHandlers => {
    if (handlers === undefined) {
      throw new Error("the engine has not asked for a connection");
    }
    return handlers;
  };
  return {
    open: (_, given) => {
      handlers = given;
      return socket;
    },
    accept: () => current().opened(),
    message: (frame) => current().message(frame),
  };
}
