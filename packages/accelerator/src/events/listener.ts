import type { Clock } from "@depthwire/core";
import type { FollowedBooks } from "../mirror/followed-books.js";
import { DeskListener, type DeskWanted } from "./desk-listener.js";
import type { DeskViews } from "./desk-views.js";
import type { EventItem } from "./event-item.js";
import type { EventLog } from "./event-log.js";
import type { ViewTexts } from "./view-texts.js";

/** Somebody who listens, in whatever form. */
export interface EventSink {
  /** @returns whether it takes more right now */
  write(item: EventItem): "goes-on" | "is-full";
  /** Resolves when it takes more. */
  drained(): Promise<void>;
  /** Says that the line stands. */
  ping(): void;
  readonly isClosed: () => boolean;
}

/** What a listener wants. */
export interface Wanted extends DeskWanted {
  readonly pairs: readonly string[];
  readonly levels: number;
  /** Shortest time between two views of a book, in milliseconds. */
  readonly everyMs: number;
  /** Everything up to this id is known. */
  readonly lastEventId: string | undefined;
}

/** What listeners are served from. */
export interface ListenerParts {
  readonly log: EventLog;
  readonly books: FollowedBooks;
  readonly views: ViewTexts;
  readonly desk: DeskViews;
  readonly clock: Clock;
}

/** Events that are written in one turn before others have theirs. */
const eventsAtOnce = 100;

/** A line on which nothing happens is spoken on so often, in milliseconds. */
const pingEveryMs = 10_000;

/**
 * Tells one listener until he leaves: what he missed, then events as they happen, and of each book the newest view. Nobody waits for a slow
 * one, and nothing is kept for him: views are conflated, and events that have left the window become one counted gap.
 */
export async function serveListener(parts: ListenerParts, wanted: Wanted, sink: EventSink): Promise<void> {
  const { log, clock } = parts;
  const { after, missed } = log.resume(wanted.lastEventId);
  const told = new Map<string, string>();
  let place = after;
  let spokenAtMs = clock.monotonicMs();
  const tell = async (item: EventItem): Promise<void> => {
    spokenAtMs = clock.monotonicMs();
    if (sink.write(item) === "is-full") {
      await sink.drained();
    }
  };
  await tell({
    id: log.idOf(place),
    kind: "hello",
    text: JSON.stringify({ pairs: wanted.pairs, everyMs: wanted.everyMs }),
  });
  if (missed !== undefined) {
    await tell(gapItem(log.idOf(place), missed.dropped));
  }
  for (const pair of wanted.pairs) {
    parts.books.follow(pair);
  }
  const desk = new DeskListener(parts.desk, wanted);
  while (!sink.isClosed()) {
    place = await tellEvents(log, place, tell);
    await tellViews(parts, wanted, { told, tell });
    for (const item of desk.due(clock.monotonicMs())) {
      await tell(item);
    }
    if (clock.monotonicMs() - spokenAtMs > pingEveryMs) {
      spokenAtMs = clock.monotonicMs();
      sink.ping();
    }
    if (place === log.last) {
      await nextTurn(parts, wanted.everyMs);
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

type Tell = (item: EventItem) => Promise<void>;

async function tellEvents(log: EventLog, place: number, tell: Tell): Promise<number> {
  const { events, dropped } = await log.after(place, eventsAtOnce);
  let at = place;
  if (dropped > 0) {
    at += dropped;
    await tell(gapItem(log.idOf(at), dropped));
  }
  for (const { n, kind, text } of events) {
    await tell({ id: log.idOf(n), kind, text });
    at = n;
  }
  return at;
}

async function tellViews(
  { books, views }: ListenerParts,
  { pairs, levels }: Wanted,
  { told, tell }: { readonly told: Map<string, string>; readonly tell: Tell },
): Promise<void> {
  for (const pair of pairs) {
    const view = books.view(pair);
    const text = view && views.textOf(view, levels);
    if (text !== undefined && told.get(pair) !== text) {
      told.set(pair, text);
      await tell({ id: undefined, kind: "book", text });
    }
  }
}

/** Resolves with the next event, or when books are due. */
function nextTurn({ log, clock }: ListenerParts, everyMs: number): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      unfollow();
      cancel();
      resolve();
    };
    const unfollow = log.onNext(done);
    const cancel = clock.after(everyMs, done);
  });
}
