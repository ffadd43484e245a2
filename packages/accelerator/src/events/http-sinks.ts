import type { ServerResponse } from "node:http";
import type { EventItem } from "./event-item.js";
import type { EventSink } from "./event-sink.js";

/** How items are written on a response. */
export interface LineFormat {
  readonly contentType: string;
  readonly write: (item: EventItem) => string;
  readonly ping: string;
}

/** Server-sent events: `id`, `event`, `data`. @spec WHATWG HTML, section 9.2, Server-sent events */
export const serverSentEvents: LineFormat = {
  contentType: "text/event-stream; charset=utf-8",
  // An id without data is told to nobody, and a browser goes on behind it all the same.
  write: ({ id, after, kind, text }) =>
    `${after === undefined ? "" : `id: ${after}\n\n`}${id === undefined ? "" : `id: ${id}\n`}event: ${kind}\ndata: ${text}\n\n`,
  ping: ": ping\n\n",
};

/** One JSON object a line. */
export const jsonLines: LineFormat = {
  contentType: "application/x-ndjson; charset=utf-8",
  write: (item) => `${itemText(item)}\n`,
  ping: '{"event":"ping"}\n',
};

/** An item as one JSON object. */
export function itemText({ id, kind, text }: EventItem): string {
  const named = id === undefined ? "" : `"id":${JSON.stringify(id)},`;
  return `{${named}"event":${JSON.stringify(kind)},"data":${text}}`;
}

/** Writes on an HTTP response. */
export function responseSink(response: ServerResponse, { write, ping }: LineFormat): EventSink {
  const isClosed = (): boolean => response.destroyed || response.writableEnded;
  return {
    write: (items) => (isClosed() || response.write(items.map(write).join("")) ? "goes-on" : "is-full"),
    drained: async () => {
      if (!isClosed() && response.writableNeedDrain) {
        await drainedOrClosed(response);
      }
    },
    ping: () => void (isClosed() || response.write(ping)),
    isClosed,
  };
}

/** A response that ends never drains. Nothing is left behind: a slow listener is waited for often. */
function drainedOrClosed(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off("drain", done).off("close", done);
      resolve();
    };
    response.on("drain", done).on("close", done);
  });
}
