import type { Clock } from "@depthwire/core";
import type { FollowedBooks } from "../mirror/followed-books.js";
import { BookListener, type BooksWanted } from "./book-listener.js";
import { DeskListener, type DeskWanted } from "./desk-listener.js";
import type { DeskViews } from "./desk-views.js";
import type { EventItem } from "./event-item.js";
import type { EventLog } from "./event-log.js";
import type { EventSink } from "./event-sink.js";
import type { ItemBytes } from "./http-sinks.js";
import type { ListenerPlaces } from "./listener-places.js";
import type { ViewItems } from "./view-items.js";

/** What a listener wants. */
export interface Wanted extends BooksWanted, DeskWanted {
  /** Everything up to this id is known. */
  readonly lastEventId: string | undefined;
}

/** What listeners are served from. */
export interface ListenerParts {
  readonly log: EventLog;
  readonly books: FollowedBooks;
  readonly views: ViewItems;
  readonly bytes: ItemBytes;
  readonly desk: DeskViews;
  readonly clock: Clock;
  readonly places: ListenerPlaces;
}

/** Events that are written in one turn before others have theirs. */
const eventsAtOnce = 100;

/** A line on which nothing happens is spoken on so often, in milliseconds. */
const pingEveryMs = 10_000;

/**
 * Tells one listener until he leaves: what he missed, then events as they happen, and of each book the newest view. Nobody waits for a slow
 * one, and nothing is kept for him: views are conflated, and events that have left the window become one counted gap.
 */
export function serveListener(parts: ListenerParts, wanted: Wanted, sink: EventSink): Promise<void> {
  return parts.places.during(tellUntilClosed(parts, wanted, sink));
}

async function tellUntilClosed(parts: ListenerParts, wanted: Wanted, sink: EventSink): Promise<void> {
  const { log, clock } = parts;
  const { after, missed } = log.resume(wanted.lastEventId);
  let place = after;
  let spokenAtMs = clock.monotonicMs();
  const tell: Tell = async (items) => {
    if (items.length > 0) {
      spokenAtMs = clock.monotonicMs();
      if (sink.write(items) === "is-full") {
        await sink.drained();
      }
    }
  };
  const begin = log.idOf(place);
  const hello = JSON.stringify({ pairs: wanted.pairs, everyMs: wanted.everyMs, after: begin });
  await tell([{ id: undefined, after: begin, kind: "hello", text: hello }]);
  if (missed !== undefined) {
    await tell([gapItem(log.idOf(place), missed.dropped)]);
  }
  for (const pair of wanted.pairs) {
    parts.books.follow(pair);
  }
  const books = new BookListener(parts, wanted);
  const desk = new DeskListener(parts.desk, wanted);
  while (!sink.isClosed()) {
    place = await tellEvents(log, place, tell);
    const nowMs = clock.monotonicMs();
    await tell([...books.due(nowMs), ...desk.due(nowMs)]);
    if (clock.monotonicMs() - spokenAtMs > pingEveryMs) {
      spokenAtMs = clock.monotonicMs();
      sink.ping();
    }
    if (place === log.last) {
      await nextTurn(parts, books, wanted.everyMs);
    }
  }
}

function gapItem(id: string, dropped: number | undefined): EventItem {
  return {
    id,
    kind: "gap",
    text: JSON.stringify({ dropped, reason: dropped === undefined ? "another-run" : "too-slow" }),
  };
}

/** Writes what there is, and waits where the listener takes no more. */
type Tell = (items: readonly EventItem[]) => Promise<void>;

async function tellEvents(log: EventLog, place: number, tell: Tell): Promise<number> {
  const { events, dropped } = await log.after(place, eventsAtOnce);
  const begin = place + dropped;
  const gap = dropped > 0 ? [gapItem(log.idOf(begin), dropped)] : [];
  await tell([...gap, ...events.map((event) => log.itemOf(event))]);
  return events.at(-1)?.n ?? begin;
}

/** Views that are not told of by anybody, and whether the listener has left, are looked at this often at most, in milliseconds. */
const lookEveryMs = 20;

/** Resolves with the next event, with the next change of a book that may be told, or when it is time to look. */
function nextTurn({ log, clock }: ListenerParts, books: BookListener, everyMs: number): Promise<void> {
  return new Promise((resolve) => {
    const restMs = books.restMs(clock.monotonicMs());
    const done = (): void =>
      queueMicrotask(() => {
        for (const end of leave) {
          end();
        }
        resolve();
      });
    const leave = [log.onNext(done), clock.after(restMs === 0 ? Math.max(lookEveryMs, everyMs) : restMs, done)];
    if (restMs === 0) {
      leave.push(books.onNext(done));
    }
  });
}
