import type { BookReason } from "@depthwire/book";
import { type Clock, compareDecimal } from "@depthwire/core";
import { decodeJson, decodeUtf8, protocolErrorOf } from "@depthwire/core/internal";
import type { Bus } from "../bus/bus.js";
import { ageMs, type Moment } from "../time/moment.js";
import { TermBound } from "../trust/term-bound.js";
import type { Subjects } from "../wire/subjects.js";
import { type RelayView, relayViewCodec } from "./view-codec.js";

/** What a {@link ViewReader} is made of. */
export interface ViewReaderOptions {
  readonly bus: Bus;
  readonly subjects: Subjects;
  readonly clock: Clock;
  /** Time since boot in milliseconds, with the time asleep, where the platform tells it. */
  readonly bootMs?: (() => number) | undefined;
  /** Silence after which a view is called stale, milliseconds; default 2,500: owners repeat what has not changed each second. */
  readonly silentAfterMs?: number | undefined;
}

/** A view as it may be believed at the moment of reading. */
export interface ReadView extends Omit<RelayView, "status" | "reason"> {
  /** `stale` after silence, whatever the view says. */
  readonly status: RelayView["status"];
  /** Why it is not live: the owner's reason, `relay-silent` or `relay-disconnected`. */
  readonly reason: string | undefined;
  /** How long ago the view came in here, milliseconds. */
  readonly receivedAgoMs: number;
}

/** What happened since the start. Plain numbers. */
export interface ViewReaderCounts {
  received: number;
  /** What was no view, not one of the pair that it was published for, or of a term that no owner can have by now. */
  malformed: number;
  /** Views of former owners, which were dropped. */
  oldTerm: number;
}

interface Followed {
  readonly end: () => void;
  readonly listeners: Set<(view: ReadView) => void>;
  readonly terms: TermBound;
  view: RelayView | undefined;
  receivedAt: Moment | undefined;
}

/** Longest view that is read, bytes: 500 levels a side have some 60,000. */
const maxViewBytes = 262_144;
const defaultSilentAfterMs = 2_500;

/**
 * Reads views: the best levels of pairs, published some times a second. It keeps no books, and cannot tell how long a view was
 * on its way; who needs that follows with an engine.
 */
export class ViewReader {
  readonly #options: ViewReaderOptions;
  readonly #followed = new Map<string, Followed>();
  readonly #counts: ViewReaderCounts = { received: 0, malformed: 0, oldTerm: 0 };

  constructor(options: ViewReaderOptions) {
    this.#options = options;
  }

  /** What happened since the start. */
  get counts(): Readonly<ViewReaderCounts> {
    return this.#counts;
  }

  /**
   * Listens to a pair until what is returned is called.
   *
   * @param changed called with each view that comes in; it must not throw
   * @throws ValidationError `value-invalid` for a pair that can't be part of a subject
   */
  follow(pair: string, changed: (view: ReadView) => void = () => undefined): () => void {
    const followed = this.#followed.get(pair) ?? this.#listenTo(pair);
    // Two callers may pass the same function.
    const listener = (view: ReadView): void => changed(view);
    followed.listeners.add(listener);
    return () => {
      followed.listeners.delete(listener);
      if (followed.listeners.size === 0 && this.#followed.get(pair) === followed) {
        this.#followed.delete(pair);
        followed.end();
      }
    };
  }

  /** The newest view of a pair, as it may be believed now; undefined before the first. */
  read(pair: string): ReadView | undefined {
    const followed = this.#followed.get(pair);
    return followed && this.#readNow(followed);
  }

  #listenTo(pair: string): Followed {
    const { bus, subjects } = this.#options;
    const end = bus.subscribe(subjects.view(pair), ({ bytes }) => this.#take(pair, followed, bytes));
    const followed: Followed = {
      end,
      listeners: new Set(),
      terms: new TermBound(),
      view: undefined,
      receivedAt: undefined,
    };
    this.#followed.set(pair, followed);
    return followed;
  }

  #take(pair: string, followed: Followed, bytes: Uint8Array): void {
    const view = readView(bytes);
    const now = this.#now();
    if (view === undefined || view.pair !== pair || followed.terms.hear(view.term, now) === "impossible") {
      this.#counts.malformed++;
    } else if (view.term < newestTerm(followed, now)) {
      this.#counts.oldTerm++;
    } else {
      this.#counts.received++;
      followed.view = view;
      followed.receivedAt = now;
      const read = this.#readNow(followed) as ReadView;
      for (const listener of followed.listeners) {
        listener(read);
      }
    }
  }

  #readNow({ view, receivedAt }: Followed): ReadView | undefined {
    if (view === undefined || receivedAt === undefined) {
      return undefined;
    }
    const { silentAfterMs = defaultSilentAfterMs, bus } = this.#options;
    const receivedAgoMs = ageMs(receivedAt, this.#now());
    const doubt: BookReason | undefined =
      bus.status === "disconnected" ? "relay-disconnected" : receivedAgoMs > silentAfterMs ? "relay-silent" : undefined;
    const { freshWithinMs, ...rest } = view;
    return {
      ...rest,
      status: doubt === undefined ? view.status : "stale",
      reason: doubt ?? view.reason,
      ageMs: view.ageMs + receivedAgoMs,
      ...(freshWithinMs === undefined || doubt !== undefined ? {} : { freshWithinMs: freshWithinMs + receivedAgoMs }),
      receivedAgoMs,
    };
  }

  #now(): Moment {
    const { clock, bootMs } = this.#options;
    return { monotonicMs: clock.monotonicMs(), wallMs: clock.epochMs(), bootMs: bootMs?.() };
  }
}

/** The term that a view must not be older than. One that no owner can have by now keeps no other away. */
function newestTerm({ view, terms }: Followed, now: Moment): number {
  return view === undefined || terms.isTooFar(view.term, now) ? 0 : view.term;
}

/** Numbers above nothing, the best level first; and what is called live is not crossed, and has no reason. */
function isSound({ asks, bids, status, reason }: RelayView): boolean {
  const [ask, bid] = [asks[0], bids[0]];
  const isCrossed = ask !== undefined && bid !== undefined && compareDecimal(bid.price, ask.price) >= 0;
  return isInOrder(asks, 1) && isInOrder(bids, -1) && (status !== "live" || !(isCrossed || reason !== undefined));
}

function isInOrder(levels: RelayView["asks"], direction: 1 | -1): boolean {
  return levels.every(({ price, quantity }, place) => {
    const better = levels[place - 1];
    const isBehind = better === undefined || Math.sign(compareDecimal(price, better.price)) === direction;
    return compareDecimal(price, "0") > 0 && compareDecimal(quantity, "0") > 0 && isBehind;
  });
}

/** Undefined for what is no view. */
function readView(bytes: Uint8Array): RelayView | undefined {
  if (bytes.length > maxViewBytes) {
    return undefined;
  }
  try {
    const view = decodeJson(relayViewCodec, decodeUtf8(bytes, 0, bytes.length));
    return view.status.startsWith("unknown:") || !isSound(view) ? undefined : view;
  } catch (error) {
    if (protocolErrorOf(error) === undefined) {
      throw error;
    }
    return undefined;
  }
}
