import type { BookView } from "@depthwire/book";
import { createNodeClock } from "@depthwire/node";
import { fakeClock } from "@depthwire/testkit";
import { describe, expect, it, onTestFinished } from "vitest";
import type { FollowedBooks } from "../mirror/followed-books.js";
import type { DeskViews } from "./desk-views.js";
import type { EventItem } from "./event-item.js";
import { EventLog } from "./event-log.js";
import type { EventSink } from "./event-sink.js";
import { ItemBytes } from "./http-sinks.js";
import { type ListenerParts, serveListener } from "./listener.js";
import { ListenerPlaces } from "./listener-places.js";
import { ViewItems } from "./view-items.js";

const noBooks = {
  follow: () => undefined,
  view: () => undefined,
  onNext: () => () => undefined,
} as unknown as FollowedBooks;
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

describe("views of books", () => {
  /** One book that changes when the spec says so, and who is told of it. */
  function listening(everyMs: number) {
    const clock = fakeClock();
    const waiting = new Set<() => void>();
    let view: object = {};
    const change = async (state: number): Promise<void> => {
      view = { top: () => ({ state }) };
      for (const wake of waiting) {
        wake();
      }
      await clock.advanceAndSettle(0);
    };
    const books = {
      follow: () => undefined,
      view: () => view as BookView,
      onNext: (_: readonly string[], wake: () => void) => {
        waiting.add(wake);
        return () => waiting.delete(wake);
      },
    } as unknown as FollowedBooks;
    const { sink, heard, goOn } = slowSink();
    goOn();
    view = { top: () => ({ state: 0 }) };
    void serveListener({ ...partsOf(10), books, clock }, { ...wanted, pairs: ["4BTC_USDT"], everyMs }, sink);
    const states = (): readonly number[] =>
      heard.filter(({ kind }) => kind === "book").map(({ text }) => (JSON.parse(text) as { state: number }).state);
    return { clock, change, states };
  }

  it("are told at once behind a quiet time, and at their pace after that, the newest of each turn", async () => {
    const { clock, change, states } = listening(250);
    await clock.advanceAndSettle(0);
    expect(states()).toEqual([0]);
    await change(1);
    await change(2);
    await clock.advanceAndSettle(248);
    expect(states()).toEqual([0]);
    await clock.advanceAndSettle(2);
    expect(states()).toEqual([0, 2]);
    await clock.advanceAndSettle(1_000);
    await change(3);
    expect(states()).toEqual([0, 2, 3]);
    await change(4);
    expect(states()).toEqual([0, 2, 3]);
  });

  it("are told at each change where no time between them is asked for", async () => {
    const { clock, change, states } = listening(0);
    await clock.advanceAndSettle(0);
    for (const state of [1, 2, 3]) {
      await change(state);
    }
    expect(states()).toEqual([0, 1, 2, 3]);
  });
});
