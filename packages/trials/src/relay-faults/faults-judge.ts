import type { TrueExchange } from "@depthwire/testkit";
import { bookDigest, type DigestedSide } from "./book-digest.js";
import type { ConsumerNote, LateNote, LiveNote } from "./member-messages.js";

/** Live later than this after the cause is too long, milliseconds. */
export const shownLimitMs = 500;

/** A state that was shown as live although the venue had had a newer one for long. */
interface Suspicion {
  readonly where: string;
  readonly supersededAtMs: number;
  readonly untilMs: number;
}

type PublishedWindow = NonNullable<ReturnType<TrueExchange["published"]>>["window"];

/** Where the truth stands, with its times: the sandbox's `ExchangeView` is one. */
export interface TimedExchange extends Pick<TrueExchange, "market"> {
  /** The state that was published with this number, by default the newest; undefined when it is not held. */
  published(
    pair: string,
    seq?: number,
  ): { readonly seq: number; readonly updatedAtMs: number; readonly window: PublishedWindow } | undefined;
}

interface Span {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** Holds what consumers were shown against the venue. Times are epoch milliseconds of the one machine. */
export class FaultsJudge {
  readonly #exchange: TimedExchange;
  readonly #pairs: readonly string[];
  readonly #consumers: readonly string[];
  #suspicions: Suspicion[] = [];
  /** When processes on the way from the venue were not scheduled, and nobody had stopped them. */
  #late: Span[] = [];
  /** When consumers were not: no excuse for what they showed. */
  #lateReaders: Span[] = [];
  #stopped: (Span & { readonly name: string })[] = [];
  #labels: { readonly key: string; readonly label: string; readonly atMs: number }[] = [];
  readonly #counts = new Map<string, Readonly<Record<string, unknown>>>();
  /** When each book was first live at a state that was published since then. */
  #since: { readonly ms: number; readonly liveAt: Map<string, number> } = { ms: 0, liveAt: new Map() };
  #happened: () => void = () => undefined;
  readonly failures: string[] = [];
  readonly findings: string[] = [];
  compared = 0;
  wrong = 0;
  shownLiveTooLong = 0;
  oldTermShown = 0;
  silentLosses = 0;
  staleMs = 0;

  constructor(exchange: TimedExchange, pairs: readonly string[], consumers: readonly string[]) {
    this.#exchange = exchange;
    this.#pairs = pairs;
    this.#consumers = consumers;
  }

  /** Takes one note of a consumer. */
  take(consumer: string, note: ConsumerNote): void {
    switch (note.note) {
      case "live":
        this.#takeLive(consumer, note);
        break;
      case "label":
        this.#labels.push({ key: `${consumer} ${note.pair} by ${note.by}`, label: note.label, atMs: note.atMs });
        break;
      case "old-term":
        this.oldTermShown++;
        this.#find(`${consumer} ${note.pair}: ${note.what}`);
        break;
      case "silent-loss":
        this.silentLosses++;
        this.#find(`${consumer} ${note.pair}: ${note.what}`);
        break;
      case "counts":
        this.#counts.set(consumer, note.counts);
        break;
      case "failed":
        this.failures.push(`${consumer}: ${note.what}`);
        break;
      case "late":
        this.#lateReaders.push(note);
        break;
      case "ready":
        break;
    }
    this.#happened();
  }

  /** A process on the way from the venue was not scheduled. */
  late(name: string, { fromMs, untilMs }: LateNote | Span): void {
    if (!this.#stopped.some((stop) => stop.name === name && stop.fromMs < untilMs && stop.untilMs > fromMs)) {
      this.#late.push({ fromMs, untilMs });
    }
  }

  /** The trial itself stopped a process: that is no excuse for anybody. */
  stopped(name: string, span: Span): void {
    this.#stopped.push({ name, ...span });
  }

  /** What a link has counted in total. */
  total(count: string): number {
    return [...this.#counts.values()].reduce((sum, counts) => sum + (Number(counts[count]) || 0), 0);
  }

  /**
   * Waits until every consumer shows every book as live at a state that the venue published since then.
   *
   * @returns when the last of them was
   */
  async untilLiveSince(sinceMs: number, withinMs: number): Promise<number> {
    const since = { ms: sinceMs, liveAt: new Map<string, number>() };
    this.#since = since;
    const all = this.#pairs.length * this.#consumers.length;
    await new Promise<void>((resolve, reject) => {
      const tooLong = setTimeout(() => {
        const missing = this.#consumers.flatMap((consumer) =>
          this.#pairs.map((pair) => `${consumer} ${pair}`).filter((key) => !since.liveAt.has(key)),
        );
        const told = missing.map(
          (key) => `${key} ${this.#labels.findLast((one) => one.key === `${key} by reading`)?.label ?? "unknown"}`,
        );
        reject(new Error(`not live again within ${withinMs} ms: ${told.join(", ")}`));
      }, withinMs);
      this.#happened = () => {
        if (since.liveAt.size === all) {
          clearTimeout(tooLong);
          this.#happened = () => undefined;
          resolve();
        }
      };
      this.#happened();
    });
    return Math.max(...since.liveAt.values());
  }

  /** Books that were taken out of live in this time, with the reason. */
  takenOutOfLive({ fromMs, untilMs }: Span): readonly string[] {
    return this.#labels
      .filter(({ label, atMs }) => label !== "live" && atMs >= fromMs && atMs <= untilMs)
      .map(({ key, label }) => `${key} ${label}`);
  }

  /** How long processes on the way from the venue were not scheduled in this time. */
  lateMs(span: Span): number {
    return togetherMs(this.#late, span);
  }

  /** The same of all processes. */
  lateAnywhereMs(span: Span): number {
    return togetherMs([...this.#late, ...this.#lateReaders], span);
  }

  /** Decides about what was shown so far: by now everybody has told when it was not scheduled. */
  decide(): void {
    for (const { where, supersededAtMs, untilMs } of this.#suspicions) {
      const excusedMs = this.lateMs({ fromMs: supersededAtMs, untilMs });
      const shownMs = untilMs - supersededAtMs - excusedMs;
      this.staleMs = Math.max(this.staleMs, shownMs);
      if (shownMs > shownLimitMs) {
        this.shownLiveTooLong++;
        this.#find(
          `${where}: live for ${untilMs - supersededAtMs} ms after it was superseded, ${excusedMs} of them excused`,
        );
      }
    }
    this.#suspicions = [];
    this.#labels = this.#labels.slice(-10_000);
    this.#late = this.#late.slice(-10_000);
    this.#lateReaders = this.#lateReaders.slice(-10_000);
  }

  #takeLive(consumer: string, { by, pair, seq, fromMs, untilMs, digest }: LiveNote): void {
    const published = this.#exchange.published(pair, seq);
    const key = `${consumer} ${pair}`;
    const where = `${key} at ${seq} by ${by}`;
    if (digest !== undefined && published !== undefined) {
      this.compared++;
      const truth = this.#digestOf(pair, published.window, digest);
      if (truth !== digest) {
        this.wrong++;
        this.#find(`${where}: ${digest} is not ${truth}`);
      }
    }
    const supersededAtMs =
      published === undefined ? this.#oldestMs(pair) : this.#exchange.published(pair, seq + 1)?.updatedAtMs;
    if (supersededAtMs !== undefined && untilMs > supersededAtMs) {
      this.#suspicions.push({ where, supersededAtMs, untilMs });
    }
    const { ms, liveAt } = this.#since;
    if (!liveAt.has(key) && published !== undefined && published.updatedAtMs >= ms && untilMs >= ms) {
      liveAt.set(key, Math.max(fromMs, ms));
    }
  }

  /** A state that is not held any more was superseded before this. */
  #oldestMs(pair: string): number {
    const newest = this.#exchange.published(pair)?.seq ?? 0;
    for (let seq = Math.max(1, newest - 255); seq < newest; seq++) {
      const published = this.#exchange.published(pair, seq);
      if (published !== undefined) {
        return published.updatedAtMs;
      }
    }
    return Date.now();
  }

  /** The venue's state in the scales that the consumer's book has. */
  #digestOf(pair: string, window: PublishedWindow, told: string): string | undefined {
    const market = this.#exchange.market(pair);
    const [priceScale = 0, quantityScale = 0] = told.split("/").map(Number);
    if (market === undefined) {
      return undefined;
    }
    const sideOf = ({ prices, quantities }: PublishedWindow["asks"]): DigestedSide => ({
      length: prices.length,
      price: (index) => prices[index] ?? 0,
      quantity: (index) => quantities[index] ?? 0,
    });
    const factors = {
      price: 10 ** (priceScale - market.priceScale),
      quantity: 10 ** (quantityScale - market.quantityScale),
    };
    return `${priceScale}/${quantityScale}/${bookDigest([sideOf(window.asks), sideOf(window.bids)], factors)}`;
  }

  #find(what: string): void {
    const most = 20;
    if (this.findings.length < most) {
      this.findings.push(what);
    }
  }
}

function togetherMs(spans: readonly Span[], { fromMs, untilMs }: Span): number {
  return spans.reduce(
    (sum, span) => sum + Math.max(0, Math.min(span.untilMs, untilMs) - Math.max(span.fromMs, fromMs)),
    0,
  );
}
