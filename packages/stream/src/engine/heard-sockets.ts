import { handlersBehind } from "../sockets/handlers-behind.js";
import type { OpenSocket } from "../sockets/socket.js";

/** Sockets that say whenever anything was heard on them: what the venue sent before came before. */
export function noteWhenHeard(open: OpenSocket, heard: () => void): OpenSocket {
  return (address, handlers) =>
    open(address, {
      ...handlersBehind(handlers),
      message: (bytes, channel) => {
        heard();
        handlers.message(bytes, channel);
      },
      controlFrame: () => {
        heard();
        handlers.controlFrame();
      },
    });
}
