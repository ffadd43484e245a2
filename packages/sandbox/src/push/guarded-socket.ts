import type { Barrier } from "../host/barrier.js";
import type { PushSocket } from "./push-connection.js";

/** A socket whose failure affects only itself: it is cut, and a writer to many goes on with the others. */
export function guardedSocket(socket: PushSocket, barrier: Barrier): PushSocket {
  const cut = (): void => barrier.guard("push-failed", () => socket.cut());
  const guard = (act: () => void): void => barrier.guard("push-failed", act, cut);
  return {
    bufferedBytes: () => socket.bufferedBytes(),
    send: (frame) => guard(() => socket.send(frame)),
    hold: () => guard(() => socket.hold?.()),
    release: () => guard(() => socket.release?.()),
    ping: () => guard(() => socket.ping()),
    close: (code, reason) => guard(() => socket.close(code, reason)),
    cut,
  };
}
