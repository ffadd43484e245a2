import { checkView, isCrossed } from "./check-view.js";
import type { TrueExchange, WitnessedStream, WitnessedView } from "./witnessed.js";

/** How long a witness waits for one view, in milliseconds, unless it is told. */
const usualPatienceMs = 120_000;

/** A view that was waited for did not come. */
export class WaitedTooLong extends Error {
  override readonly name = "WaitedTooLong";
}

/** Takes every view that a stream hands out and holds the live ones against the exchange. */
export class BookWitness<View extends WitnessedView = WitnessedView> {
  readonly pair: string;
  /** Live views that were equal to the published state of their `seq`. */
  equal = 0;
  /** Live views whose state was not held any more. */
  forgotten = 0;
  /** Live views whose best bid was not below their best ask. */
  crossedLive = 0;
  /** What live views had wrong. */
  readonly divergences: string[] = [];
  readonly statuses: Set<View["status"]> = new Set();
  readonly reasons: Set<NonNullable<View["reason"]>> = new Set();
  readonly #stream: WitnessedStream<View>;
  readonly #exchange: TrueExchange;
  #waiting = new Set<() => void>();
  #view: View;

  constructor(pair: string, stream: WitnessedStream<View>, exchange: TrueExchange) {
    this.pair = pair;
    this.#stream = stream;
    this.#exchange = exchange;
    this.#view = stream.latest;
    void this.#watch();
  }

  /** The view that came last. */
  get view(): View {
    return this.#view;
  }

  /**
   * Resolves with the first view, from now on or the present one, that is as wanted.
   *
   * @throws WaitedTooLong after `patienceMs`
   */
  async until(wanted: (view: View) => boolean, patienceMs: number = usualPatienceMs): Promise<View> {
    const deadlineMs = performance.now() + patienceMs;
    while (!wanted(this.#view)) {
      const leftMs = deadlineMs - performance.now();
      if (leftMs <= 0) {
        throw new WaitedTooLong(`waited too long: ${this.#describe()}`);
      }
      await this.#nextViewWithin(leftMs);
    }
    return this.#view;
  }

  /** Resolves when `seq` has grown by so much within one epoch, from now on. */
  untilSeqGrewBy(steps: number): Promise<View> {
    let from = this.#view;
    return this.until((view) => {
      // A connection that was given up meanwhile begins the book anew.
      from = view.epoch === from.epoch ? from : view;
      return view.seq >= from.seq + steps;
    });
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

  async #watch(): Promise<void> {
    for await (const view of this.#stream) {
      this.#view = view;
      this.statuses.add(view.status);
      if (view.reason !== undefined) {
        this.reasons.add(view.reason);
      }
      if (view.status === "live") {
        this.#check(view);
      }
      const woken = this.#waiting;
      this.#waiting = new Set();
      for (const wake of woken) {
        wake();
      }
    }
  }

  #check(view: View): void {
    const verdict = checkView(this.#exchange, view);
    if (verdict === "equal") {
      this.equal++;
    } else if (verdict === "forgotten") {
      this.forgotten++;
    } else {
      this.divergences.push(verdict.different);
    }
    if (isCrossed(view)) {
      this.crossedLive++;
    }
  }
}

/** Resolves when each book is live with a state that was published after `sinceMs` (epoch). */
export async function untilAllLive(witnesses: readonly BookWitness[], sinceMs = 0): Promise<void> {
  await Promise.all(
    witnesses.map((witness) => witness.until((view) => view.status === "live" && view.updatedAtMs >= sinceMs)),
  );
}

/** What witnesses saw together. */
export interface WitnessSum {
  readonly equal: number;
  readonly forgotten: number;
  readonly crossedLive: number;
  readonly divergences: string[];
}

/** What all witnesses saw together. */
export function sumOf(witnesses: readonly BookWitness[]): WitnessSum {
  return {
    equal: witnesses.reduce((sum, { equal }) => sum + equal, 0),
    forgotten: witnesses.reduce((sum, { forgotten }) => sum + forgotten, 0),
    crossedLive: witnesses.reduce((sum, { crossedLive }) => sum + crossedLive, 0),
    divergences: witnesses.flatMap(({ divergences }) => divergences),
  };
}
