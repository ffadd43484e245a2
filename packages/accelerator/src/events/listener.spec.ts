import { createNodeClock } from "@depthwire/node";
import { expect, it, onTestFinished } from "vitest";
import type { FollowedBooks } from "../mirror/followed-books.js";
import type { DeskViews } from "./desk-views.js";
import type { EventItem } from "./event-item.js";
import { EventLog } from "./event-log.js";
import type { EventSink } from "./event-sink.js";
import { ItemBytes } from "./http-sinks.js";
import { type ListenerParts, serveListener } from "./listener.js";
import { ListenerPlaces } from "./listener-places.js";
import { ViewItems } from "./view-items.js";

const noBooks = { follow: () => undefined, view: () => undefined } as unknown as FollowedBooks;
const noDesk = {} as unknown as DeskViews;
const wanted = {
  pairs: [],
  tickers: [],
  trades: [],
  views: new Set<never>(),
  levels: 10,
  everyMs: 20,
  lastEventId: undefined,
};

function partsOf(size: number): ListenerParts {
  return {
    log: new EventLog("run", size),
    books: noBooks,
    views: new ViewItems(),
    bytes: new ItemBytes(),
    desk: noDesk,
    clock: createNodeClock(),
    places: new ListenerPlaces(1_000),
  };
}

/** A listener that stops taking anything after its first item, until it is let go on. */
function slowSink(): { sink: EventSink; heard: EventItem[]; goOn: () => void } {
  const heard: EventItem[] = [];
  let goOn = (): void => undefined;
  let state: "closed" | "open" = "open";
  const drained = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  onTestFinished(() => {
    state = "closed";
  });
  const sink: EventSink = {
    write: (items) => {
      heard.push(...items);
      return heard.length === 1 ? "is-full" : "goes-on";
    },
    drained: () => drained,
    ping: () => undefined,
    isClosed: () => state === "closed",
  };
  return { sink, heard, goOn };
}

it("counts what a slow listener missed, and keeps nothing for him", async () => {
  const parts = partsOf(10);
  const { sink, heard, goOn } = slowSink();
  void serveListener(parts, wanted, sink);
  for (let n = 1; n <= 100; n++) {
    parts.log.append("order", { n });
  }
  expect(heard.map(({ kind }) => kind)).toEqual(["hello"]);
  goOn();
  await expect.poll(() => heard.at(-1)?.text).toBe('{"n":100}');
  const [, gap, ...rest] = heard;
  expect(gap?.kind).toBe("gap");
  const { dropped } = JSON.parse(gap?.text ?? "") as { dropped: number };
  // Every event was told or counted.
  expect(dropped + rest.length).toBe(100);
  expect(rest.length).toBeLessThanOrEqual(20);
  expect(rest.map(({ id }) => id)).toEqual(rest.map((_, index) => `run-${dropped + index + 1}`));
});

it("resumes behind a gap as well as behind an event", async () => {
  const parts = partsOf(10);
  for (let n = 1; n <= 100; n++) {
    parts.log.append("order", { n });
  }
  const { sink, heard, goOn } = slowSink();
  goOn();
  void serveListener(parts, { ...wanted, lastEventId: "run-3" }, sink);
  await expect.poll(() => heard.at(-1)?.text).toBe('{"n":100}');
  const gap = heard.find(({ kind }) => kind === "gap");
  const again = slowSink();
  again.goOn();
  void serveListener(parts, { ...wanted, lastEventId: gap?.id }, again.sink);
  await expect.poll(() => again.heard.at(-1)?.text).toBe('{"n":100}');
  expect(again.heard.filter(({ kind }) => kind === "gap")).toEqual([]);
});
