import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import type { PushSocket } from "./push-connection.js";

/**
 * A WebSocket of the `ws` library as the push side wants it.
 *
 * @param stream the connection below it
 */
export function pushSocketOf(socket: WebSocket, stream: Duplex): PushSocket {
  return {
    hold: () => stream.cork(),
    release: () => stream.uncork(),
    bufferedBytes: () => socket.bufferedAmount,
    send: ({ data, binary }) => {
      if (socket.readyState === socket.OPEN) {
        socket.send(data, { binary, compress: false });
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
