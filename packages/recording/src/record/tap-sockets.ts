import type { OpenSocket, SocketHandlers } from "@depthwire/stream";
import { outboundRecordOf } from "@depthwire/stream/internal";
import type { RecordedConnections } from "../replay/recorded-connections.js";
import type { RecordedTime } from "../segment/recording-entry.js";
import type { FeedWords } from "./feed-words.js";

type WhileOpen = (write: (time: RecordedTime) => void) => void;

/**
 * Sockets that write down what happens on them. An event is written before anybody acts on it: a recording that ends
 * somewhere ends before the consequences. A connection ends for it when either side closes it: what still comes after
 * this side did is of no meaning to anybody.
 *
 * @param now the instant of an entry; it may begin a new segment, whose checkpoint lacks the event to come
 */
export function tapSockets(
  open: OpenSocket,
  { connections, words }: { readonly connections: RecordedConnections; readonly words: FeedWords },
  now: () => RecordedTime,
): OpenSocket {
  return (address, handlers) => {
    const connection = connections.connecting(now(), address);
    let ended = false;
    const end = (code: number, cause: string): void => {
      if (!ended) {
        ended = true;
        connections.closed(now(), connection, code, cause);
        words.closed(connection);
      }
    };
    const whileOpen: WhileOpen = (write) => {
      if (!ended) {
        write(now());
      }
    };
    const socket = open(address, {
      opened: () => {
        whileOpen((time) => connections.opened(time, connection));
        handlers.opened();
      },
      message: (bytes, channel) => {
        if (!ended) {
          const time = now();
          connections.inbound(time, connection, bytes);
          words.heard(connection, channel, time.epochMs);
        }
        handlers.message(bytes, channel);
      },
      ...tapWords(handlers, { words, connection, whileOpen }),
      controlFrame: () => {
        whileOpen((time) => connections.controlFrame(time, connection));
        handlers.controlFrame();
      },
      closed: (code, cause, refusedBy) => {
        end(code, cause);
        handlers.closed(code, cause, refusedBy);
      },
    });
    return {
      send: (text) => {
        whileOpen((time) => {
          const sent = outboundRecordOf(text);
          connections.outbound(time, connection, sent);
          words.sent(time, connection, sent);
        });
        socket.send(text);
      },
      ping: () => socket.ping(),
      close: (code) => {
        end(code, "closed by this side");
        socket.close(code);
      },
    };
  };
}

/** What a feed says besides its messages. */
function tapWords(
  handlers: SocketHandlers,
  {
    words,
    connection,
    whileOpen,
  }: { readonly words: FeedWords; readonly connection: number; readonly whileOpen: WhileOpen },
): Pick<SocketHandlers, "doubted" | "renewed" | "missed"> {
  return {
    doubted: (channel, reason) => {
      whileOpen((time) => words.doubted(time, connection, channel, reason));
      handlers.doubted?.(channel, reason);
    },
    renewed: (channel) => {
      whileOpen((time) => words.renewed(time, connection, channel));
      handlers.renewed?.(channel);
    },
    missed: (channel, missing) => {
      whileOpen((time) => words.missed(time, connection, channel, missing));
      handlers.missed?.(channel, missing);
    },
  };
}
