/** Something that happened to the account or its trading, as it is told to listeners. */
export interface LoggedEvent {
  /** Rises by one within a run of the program; {@link EventLog.idOf} tells runs apart. */
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

/** The latest events, in a window. Listeners keep a place in it, so that a slow one costs nothing. */
export class EventLog {
  readonly #run: string;
  readonly #size: number;
  readonly #events: LoggedEvent[] = [];
  readonly #wake = new Set<() => void>();
  #last = 0;

  /**
   * @param run tells this run of the program from others
   * @param size events that are kept
   */
  constructor(run: string, size: number) {
    this.#run = run;
    this.#size = size;
  }

  /** The number of the newest event; 0 before the first. */
  get last(): number {
    return this.#last;
  }

  /** The number of the oldest event that is kept. */
  get oldest(): number {
    return this.#last - this.#events.length + 1;
  }

  /** What a listener may resume from. */
  idOf(n: number): string {
    return `${this.#run}-${n}`;
  }

  /** Tells an event. */
  append(kind: string, data: unknown): void {
    this.#last++;
    this.#events.push({ n: this.#last, kind, text: JSON.stringify(data) });
    if (this.#events.length > this.#size * 2) {
      // In halves: one by one would move the whole list each time.
      this.#events.splice(0, this.#events.length - this.#size);
    }
    for (const wake of this.#wake) {
      wake();
    }
    this.#wake.clear();
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

  /** Events after this number, oldest first, and how many before them are gone. */
  after(n: number, most: number): { readonly events: readonly LoggedEvent[]; readonly dropped: number } {
    const dropped = Math.max(0, this.oldest - 1 - n);
    const start = Math.max(0, n + 1 - this.oldest);
    return { events: this.#events.slice(start, start + most), dropped };
  }

  /** The latest events of a kind, newest first. */
  latest(kind: string, most: number): readonly LoggedEvent[] {
    return this.#events
      .filter((event) => event.kind === kind)
      .slice(-most)
      .reverse();
  }

  /** Calls back once, with the next event. Returns what ends it. */
  onNext(wake: () => void): () => void {
    this.#wake.add(wake);
    return () => this.#wake.delete(wake);
  }
}
