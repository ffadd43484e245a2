import type { SocketHandlers } from "./socket.js";

/** Handlers that pass everything on, for sockets that look at some of it: what they leave out would be lost to the books behind them. */
export function handlersBehind(handlers: SocketHandlers): Required<SocketHandlers> {
  return {
    opened: () => handlers.opened(),
    message: (bytes, channel) => handlers.message(bytes, channel),
    doubted: (channel, reason) => handlers.doubted?.(channel, reason),
    renewed: (channel) => handlers.renewed?.(channel),
    missed: (channel, missing) => handlers.missed?.(channel, missing),
    controlFrame: () => handlers.controlFrame(),
    closed: (code, cause, refusedBy) => handlers.closed(code, cause, refusedBy),
  };
}
