import type { OpenSocket } from "../sockets/socket.js";

/** Sockets that say whenever anything was heard on them: what the venue sent before came before. */
export function noteWhenHeard(open: OpenSocket, heard: () => void): OpenSocket {
  return (address, handlers) =>
    open(address, {
      opened: () => handlers.opened(),
      message: (bytes) => {
        heard();
        handlers.message(bytes);
      },
      controlFrame: () => {
        heard();
        handlers.controlFrame();
      },
      closed: (code, cause, refusedBy) => handlers.closed(code, cause, refusedBy),
    });
}
