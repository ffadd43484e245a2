import { handlersBehind } from "./handlers-behind.js";
import { outboundRecordOf, publicAddressOf } from "./outbound.js";
import type { OpenSocket } from "./socket.js";

/** A listener for everything that goes over the wire. It is called while a message is on its way: it must be quick and never throw. */
export interface WireTap {
  /** An attempt to connect. `connection` counts them; `address` is without user, password, query and fragment. */
  connecting?(connection: number, address: string): void;
  /** One message as it came in. The bytes are valid during the call only. */
  inbound(connection: number, bytes: Uint8Array): void;
  /**
   * One outbound text, rewritten from its meaning. Texts that hold a key, and unknown texts, are withheld: then there is only
   * a word for what it was.
   */
  outbound(connection: number, text: string): void;
  /** The connection ended, or was not made. */
  closed?(connection: number, code: number, cause: string): void;
}

/** Sockets that show a tap what happens on them. */
export function tapWire(open: OpenSocket, tap: WireTap): OpenSocket {
  let connections = 0;
  return (address, handlers) => {
    connections++;
    const connection = connections;
    tap.connecting?.(connection, publicAddressOf(address));
    const socket = open(address, {
      ...handlersBehind(handlers),
      message: (bytes, channel) => {
        tap.inbound(connection, bytes);
        handlers.message(bytes, channel);
      },
      closed: (code, cause, refusedBy) => {
        tap.closed?.(connection, code, cause);
        handlers.closed(code, cause, refusedBy);
      },
    });
    return {
      send: (text) => {
        tap.outbound(connection, tappedText(text));
        socket.send(text);
      },
      ping: () => socket.ping(),
      close: (code) => socket.close(code),
    };
  };
}

/** No text passes that was not written here: one that nobody thought of cannot leak. */
function tappedText(text: string): string {
  const record = outboundRecordOf(text);
  return record.kind === "outbound" ? record.text : `[${record.content} withheld]`;
}
