import type { ExchangeView } from "@depthwire/sandbox";
import type { BookReason, BookStatus, BookStream, BookView } from "@depthwire/stream";
import { checkView } from "./check-view.js";

/** How long a test waits for one view, in milliseconds. */
const patienceMs = 10_000;

/** Takes every view that a stream hands out and holds the live ones against the exchange. */
export class BookWitness {
  readonly pair: string;
  /** Live views that were equal to the published state of their `seq`. */
  equal = 0;
  /** Live views whose state was not held any more. */
  forgotten = 0;
  /** What live views had wrong. */
  readonly divergences: string[] = [];
  readonly statuses: Set<BookStatus> = new Set();
  readonly reasons: Set<BookReason> = new Set();
  readonly #stream: BookStream;
  readonly #exchange: ExchangeView;
  #waiting = new Set<() => void>();
  #view: BookView;

  constructor(pair: string, stream: BookStream, exchange: ExchangeView) {
    this.pair = pair;
    this.#stream = stream;
    this.#exchange = exchange;
    this.#view = stream.latest;
    void this.#watch();
  }

  /** The view that came last. */
  get view(): BookView {
    return this.#view;
  }

  /** Resolves with the first view, from now on or the present one, that is as wanted. */
  async until(wanted: (view: BookView) => boolean): Promise<BookView> {
    const deadlineMs = performance.now() + patienceMs;
    while (!wanted(this.#view)) {
      const leftMs = deadlineMs - performance.now();
      if (leftMs <= 0) throw new Error(`waited too long: ${this.#describe()}`);
      await this.#nextViewWithin(leftMs);
    }
    return this.#view;
  }

  #nextViewWithin(timeoutMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, timeoutMs);
      this.#waiting.add(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  #describe(): string {
    const { status, reason, epoch, seq } = this.#view;
    return `${this.pair} is ${status} (${reason ?? "sound"}) at epoch ${epoch}, seq ${seq}`;
  }

  /** Resolves when `seq` has grown by so much from now on, in the present epoch. */
  untilSeqGrewBy(steps: number): Promise<BookView> {
    const { epoch, seq } = this.#view;
    return this.until((view) => view.epoch === epoch && view.seq >= seq + steps);
  }

  async #watch(): Promise<void> {
    for await (const view of this.#stream) {
      this.#view = view;
      this.statuses.add(view.status);
      if (view.reason !== undefined) this.reasons.add(view.reason);
      if (view.status === "live") this.#check(view);
      const woken = this.#waiting;
      this.#waiting = new Set();
      for (const wake of woken) wake();
    }
  }

  #check(view: BookView): void {
    const verdict = checkView(this.#exchange, view);
    if (verdict === "equal") this.equal++;
    else if (verdict === "forgotten") this.forgotten++;
    else this.divergences.push(verdict.different);
  }
}

/** Resolves when each book is live with a state that was published after `sinceMs` (epoch). */
export async function untilAllLive(witnesses: readonly BookWitness[], sinceMs = 0): Promise<void> {
  await Promise.all(
    witnesses.map((witness) => witness.until((view) => view.status === "live" && view.updatedAtMs >= sinceMs)),
  );
}

/** What all witnesses saw together. */
export function sumOf(witnesses: readonly BookWitness[]): { equal: number; forgotten: number; divergences: string[] } {
  return {
    equal: witnesses.reduce((sum, { equal }) => sum + equal, 0),
    forgotten: witnesses.reduce((sum, { forgotten }) => sum + forgotten, 0),
    divergences: witnesses.flatMap(({ divergences }) => divergences),
  };
}
