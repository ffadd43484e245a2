import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import type { PushSocket } from "./push-connection.js";

/** What is asked of the library. */
interface WrappedSocket
  extends Pick<WebSocket, "bufferedAmount" | "close" | "OPEN" | "ping" | "readyState" | "terminate"> {
  send(data: Uint8Array, options: { readonly binary: boolean; readonly compress: false }, written: () => void): void;
}

/** What a message that waits takes beside its bytes: two writes of the connection, with their buffers. */
const bytesAMessage = 512;

/**
 * A WebSocket of the `ws` library as the push side wants it.
 *
 * @param stream the connection below it
 */
export function pushSocketOf(socket: WrappedSocket, stream: Pick<Duplex, "cork" | "uncork">): PushSocket {
  let waiting = 0;
  const written = (): void => {
    waiting -= 1;
  };
  return {
    hold: () => stream.cork(),
    release: () => stream.uncork(),
    bufferedBytes: () => socket.bufferedAmount + waiting * bytesAMessage,
    send: ({ data, binary }) => {
      if (socket.readyState === socket.OPEN) {
        waiting += 1;
        socket.send(data, { binary, compress: false }, written);
      }
    },
    ping: () => {
      if (socket.readyState === socket.OPEN) {
        socket.ping();
      }
    },
    close: (code, reason) => socket.close(code, reason),
    cut: () => socket.terminate(),
  };
}
