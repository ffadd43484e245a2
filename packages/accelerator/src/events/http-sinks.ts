import type { OpenResponse } from "../server/answer.js";
import type { EventItem } from "./event-item.js";
import type { EventSink } from "./event-sink.js";

/** How an item is written. */
export interface ItemFormat {
  readonly write: (item: EventItem) => string;
}

/** How items are written on a response. */
export interface LineFormat extends ItemFormat {
  readonly contentType: string;
  readonly ping: string;
}

/** Items as bytes. The same item is told to many: it is written once for all of them. */
export class ItemBytes {
  readonly #written = new WeakMap<EventItem, Map<ItemFormat, Buffer>>();

  /** @returns these items behind each other */
  of(items: readonly EventItem[], format: ItemFormat): Buffer {
    return Buffer.concat(items.map((item) => this.one(item, format)));
  }

  /** @returns one item; nobody changes it */
  one(item: EventItem, format: ItemFormat): Buffer {
    let formats = this.#written.get(item);
    if (formats === undefined) {
      formats = new Map();
      this.#written.set(item, formats);
    }
    let bytes = formats.get(format);
    if (bytes === undefined) {
      bytes = Buffer.from(format.write(item));
      formats.set(format, bytes);
    }
    return bytes;
  }
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
export function responseSink(response: OpenResponse, format: LineFormat, bytes: ItemBytes): EventSink {
  const isClosed = (): boolean => response.destroyed || response.writableEnded;
  return {
    write: (items) => (isClosed() || response.write(bytes.of(items, format)) ? "goes-on" : "is-full"),
    drained: async () => {
      if (!isClosed() && response.writableNeedDrain) {
        await drainedOrClosed(response);
      }
    },
    ping: () => void (isClosed() || response.write(format.ping)),
    isClosed,
  };
}

/** A response that ends never drains. Nothing is left behind: a slow listener is waited for often. */
function drainedOrClosed(response: OpenResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off("drain", done).off("close", done);
      resolve();
    };
    response.on("drain", done).on("close", done);
  });
}
