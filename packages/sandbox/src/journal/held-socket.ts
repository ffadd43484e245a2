import type { CommandLog } from "../host/command-log.js";
import type { PushSocket } from "../push/push-connection.js";

/** A socket out of which nothing comes before the commands that caused it are kept. What it is told happens in order. */
export function heldSocket(socket: PushSocket, log: CommandLog): PushSocket {
  // Where nothing is kept any more nothing is waited for either: what was to be told before is never told.
  const end = (act: () => void): void => {
    if (log.hasEnded) {
      act();
    } else {
      log.whenKept(act);
    }
  };
  return {
    bufferedBytes: () => socket.bufferedBytes(),
    send: (frame) => log.whenKept(() => socket.send(frame)),
    ping: () => log.whenKept(() => socket.ping()),
    close: (code, reason) => end(() => socket.close(code, reason)),
    cut: () => end(() => socket.cut()),
  };
}
