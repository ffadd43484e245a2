import type { Clock } from "@depthwire/core";
import type { WebSocket } from "ws";
import { pause } from "../mirror/wait.js";
import type { EventSink } from "./event-sink.js";
import { type ItemBytes, type ItemFormat, itemText } from "./http-sinks.js";

/** So many bytes may wait for a slow listener. */
const maxBufferedBytes = 256 * 1024;

/** How often it is looked whether they have gone, in milliseconds. */
const lookEveryMs = 20;

/** One JSON object a message. */
const messages: ItemFormat = { write: itemText };

/** Writes on a WebSocket, one JSON object a message. */
export function socketSink(socket: WebSocket, clock: Clock, bytes: ItemBytes): EventSink {
  const isClosed = (): boolean => socket.readyState !== socket.OPEN;
  return {
    write: (items) => {
      for (const item of items) {
        if (!isClosed()) {
          socket.send(bytes.one(item, messages), { binary: false });
        }
      }
      return socket.bufferedAmount > maxBufferedBytes ? "is-full" : "goes-on";
    },
    drained: async () => {
      while (!isClosed() && socket.bufferedAmount > maxBufferedBytes) {
        await pause(clock, lookEveryMs);
      }
    },
    ping: () => {
      if (!isClosed()) {
        socket.ping();
      }
    },
    isClosed,
  };
}
