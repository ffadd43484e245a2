import type { Change } from "@depthwire/sandbox/internal";
import type { EventItem } from "./event-item.js";

/** Something that happened to the account or its trading, as it is told to listeners. */
export interface LoggedEvent {
  /** Rises by one within a run of numbers; {@link EventLog.idOf} tells runs apart. */
  readonly n: number;
  readonly kind: string;
  /** JSON of what happened. */
  readonly text: string;
}

/** What a listener missed. */
export interface MissedEvents {
  /** How many; undefined where nobody knows, since they were of another run. */
  readonly dropped: number | undefined;
}

/** Events, oldest first, and how many before them are gone. */
export interface EventPage {
  readonly events: readonly LoggedEvent[];
  readonly dropped: number;
}

/** Keeps events beyond the end of the process. */
export interface EventHistory {
  /** Tells this run of numbers from others. It goes on over the ends of processes. */
  readonly run: string;
  /** The newest events, oldest first. */
  readonly found: readonly LoggedEvent[];
  /** The newest trades, oldest first. */
  readonly foundFills: readonly LoggedEvent[];
  /** Number of the oldest event that is kept. */
  readonly oldest: number;
  /** Resolves when the event is kept, and all before it; rejects where nothing more can be kept. */
  keep(event: LoggedEvent, beside: readonly Change[]): Promise<void>;
  /** Events behind a number, oldest first. */
  after(n: number, max: number): Promise<readonly LoggedEvent[]>;
}

/** So many of the newest trades are remembered. */
export const rememberedFills = 1_000;

/**
 * The latest events, in a window. Listeners keep a place in it, so that a slow one costs nothing. Where there is a history, nobody is told of an
 * event that is not kept, and whoever is behind the window reads on from the history.
 */
export class EventLog {
  readonly #run: string;
  readonly #size: number;
  readonly #history: EventHistory | undefined;
  readonly #events: LoggedEvent[];
  readonly #fills: LoggedEvent[];
  readonly #items = new WeakMap<LoggedEvent, EventItem>();
  readonly #wake = new Set<() => void>();
  /** Number of the newest event that may be told, and of the newest that has a number. */
  #last: number;
  #numbered: number;

  /**
   * @param run tells this run of numbers from others, or the history that does
   * @param size events that are in memory
   */
  constructor(run: string | EventHistory, size: number) {
    this.#history = typeof run === "string" ? undefined : run;
    this.#run = typeof run === "string" ? run : run.run;
    this.#size = size;
    this.#events = [...(this.#history?.found ?? [])];
    this.#fills = [...(this.#history?.foundFills ?? [])];
    this.#last = this.#events.at(-1)?.n ?? 0;
    this.#numbered = this.#last;
  }

  /** The number of the newest event; 0 before the first. */
  get last(): number {
    return this.#last;
  }

  /** The number of the oldest event that is in memory. */
  get oldest(): number {
    return this.#last - this.#events.length + 1;
  }

  /** What a listener may resume from. */
  idOf(n: number): string {
    return `${this.#run}-${n}`;
  }

  /** What listeners are told of an event: one item, however many there are. */
  itemOf(event: LoggedEvent): EventItem {
    let item = this.#items.get(event);
    if (item === undefined) {
      item = { id: this.idOf(event.n), kind: event.kind, text: event.text };
      this.#items.set(event, item);
    }
    return item;
  }

  /**
   * Tells an event, as soon as it is kept.
   *
   * @param beside what is kept in the same batch
   */
  append(kind: string, data: unknown, beside: readonly Change[] = []): void {
    this.#numbered++;
    const event = { n: this.#numbered, kind, text: JSON.stringify(data) };
    if (this.#history === undefined) {
      this.#tell(event);
    } else {
      // What cannot be kept is told to nobody: the store says that it failed.
      this.#history.keep(event, beside).then(
        () => this.#tell(event),
        () => {},
      );
    }
  }

  /**
   * Where a listener goes on that knows everything up to an id.
   *
   * @param id as {@link EventLog.idOf} made it; undefined: from now on
   */
  resume(id: string | undefined): { readonly after: number; readonly missed: MissedEvents | undefined } {
    if (id === undefined || id === "") {
      return { after: this.#last, missed: undefined };
    }
    const [run, number] = [id.slice(0, id.lastIndexOf("-")), Number(id.slice(id.lastIndexOf("-") + 1))];
    const isOurs = run === this.#run && Number.isInteger(number) && number >= 0 && number <= this.#last;
    return isOurs ? { after: number, missed: undefined } : { after: this.oldest - 1, missed: { dropped: undefined } };
  }

  /** Events after this number. */
  after(n: number, max: number): EventPage | Promise<EventPage> {
    const history = this.#history;
    if (history !== undefined && n + 1 < this.oldest && history.oldest < this.oldest) {
      return this.#older(history, n, max);
    }
    const dropped = Math.max(0, this.oldest - 1 - n);
    const start = Math.max(0, n + 1 - this.oldest);
    return { events: this.#events.slice(start, start + max), dropped };
  }

  /** The latest trades, newest first. */
  latestFills(max: number): readonly LoggedEvent[] {
    return this.#fills.slice(-max).reverse();
  }

  /** Calls back once, with the next event. Returns what ends it. */
  onNext(wake: () => void): () => void {
    this.#wake.add(wake);
    return () => this.#wake.delete(wake);
  }

  /** What lies before the window, up to the first number that is missing. What cannot be read is counted as gone. */
  async #older(history: EventHistory, n: number, max: number): Promise<EventPage> {
    const read = await history.after(n, max).catch((): readonly LoggedEvent[] => []);
    const found = read.filter((event) => event.n <= this.#last);
    const first = found[0]?.n ?? this.oldest;
    const events = found.filter((event, index) => event.n === first + index);
    return { events, dropped: first - 1 - n };
  }

  #tell(event: LoggedEvent): void {
    this.#last = event.n;
    this.#events.push(event);
    if (this.#events.length > this.#size * 2) {
      // In halves: one by one would move the whole list each time.
      this.#events.splice(0, this.#events.length - this.#size);
    }
    if (event.kind === "fill") {
      this.#fills.push(event);
      this.#fills.splice(0, this.#fills.length - rememberedFills);
    }
    for (const wake of this.#wake) {
      wake();
    }
    this.#wake.clear();
  }
}
