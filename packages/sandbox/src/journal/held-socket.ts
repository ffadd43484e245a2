import type { CommandLog } from "../command-log.js";
import type { PushSocket } from "../push/push-connection.js";

/** A socket out of which nothing comes before the commands that caused it are kept. What it is told happens in order. */
export function heldSocket(socket: PushSocket, log: CommandLog): PushSocket {
  return {
    bufferedBytes: () => socket.bufferedBytes(),
    send: (frame) => log.whenKept(() => socket.send(frame)),
    ping: () => log.whenKept(() => socket.ping()),
    close: (code, reason) => log.whenKept(() => socket.close(code, reason)),
    cut: () => log.whenKept(() => socket.cut()),
  };
}
