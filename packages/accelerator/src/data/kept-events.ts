import type { Change } from "@depthwire/sandbox/internal";
import type { DataStore } from "./data-store.js";
import { NumberWindow, type WindowLimits } from "./number-window.js";
import { keyOf, recordKinds } from "./record-keys.js";

/** An event as it is kept. */
export interface KeptEvent {
  readonly n: number;
  readonly kind: string;
  /** JSON of what happened. */
  readonly text: string;
}

/** How many events are kept, and for how long: 100,000 for a week. */
export const usualEventLimits: WindowLimits = { maxCount: 100_000, maxAgeMs: 7 * 86_400_000 };

/** Trades are kept longer: those of the newest million events, for 90 days. */
const fillLimits: WindowLimits = { maxCount: 1_000_000, maxAgeMs: 90 * 86_400_000 };

/** Events of the account and its trading, with numbers that rise over the ends of processes. */
export class KeptEvents {
  readonly #store: DataStore;
  readonly #nowMs: () => number;
  readonly #events: NumberWindow;
  readonly #fills: NumberWindow;
  /** The newest, oldest first. */
  readonly found: readonly KeptEvent[];
  /** The newest trades, oldest first. */
  readonly foundFills: readonly KeptEvent[];

  private constructor(
    store: DataStore,
    nowMs: () => number,
    found: { readonly events: readonly KeptEvent[]; readonly fills: readonly KeptEvent[]; readonly oldest: number },
    limits: WindowLimits,
  ) {
    this.#store = store;
    this.#nowMs = nowMs;
    this.found = found.events;
    this.foundFills = found.fills;
    this.#events = new NumberWindow(store, recordKinds.events, { oldest: found.oldest, limits, atMsOf });
    this.#fills = new NumberWindow(store, recordKinds.fills, { oldest: 1, limits: fillLimits, atMsOf });
    this.#events.forget(this.last, nowMs());
    this.#fills.forget(this.last, nowMs());
  }

  /**
   * Opens the events of a store.
   *
   * @param nowMs epoch milliseconds
   * @param inMemory how many of the newest events and of the newest trades are read at once
   * @throws StoreError `store-corrupt`, `store-failed`
   */
  static async open(
    store: DataStore,
    nowMs: () => number,
    inMemory: { readonly events: number; readonly fills: number },
    limits: WindowLimits = usualEventLimits,
  ): Promise<KeptEvents> {
    const newest = async (kind: "events" | "fills"): Promise<readonly KeptEvent[]> =>
      (await store.list(recordKinds[kind], { limit: inMemory[kind], reverse: true })).map(readEvent).reverse();
    const [oldest] = await store.list(recordKinds.events, { limit: 1 });
    const events = withoutHoles(await newest("events"));
    const found = { events, fills: await newest("fills"), oldest: oldest?.n ?? 1 };
    return new KeptEvents(store, nowMs, found, limits);
  }

  /** Tells this run of numbers from others. */
  get run(): string {
    return this.#store.run;
  }

  /** Number of the newest event that was found; 0 where there was none. */
  get last(): number {
    return this.found.at(-1)?.n ?? 0;
  }

  /** Number of the oldest event that is kept. */
  get oldest(): number {
    return this.#events.oldest;
  }

  /**
   * Keeps an event.
   *
   * @param beside what must be kept in the same batch
   * @returns when it is kept, and may be told
   * @throws StoreError `store-failed`
   */
  keep({ n, kind, text }: KeptEvent, beside: readonly Change[]): Promise<void> {
    const nowMs = this.#nowMs();
    const value = `${nowMs} ${kind} ${text}`;
    const fill = kind === "fill" ? [{ key: keyOf(recordKinds.fills, n), value }] : [];
    const kept = this.#store.write([{ key: keyOf(recordKinds.events, n), value }, ...fill, ...beside], "system");
    this.#events.added(n, nowMs);
    this.#fills.added(n, nowMs);
    return kept;
  }

  /** Events behind a number, oldest first. @throws StoreError `store-corrupt`, `store-failed` */
  async after(n: number, most: number): Promise<readonly KeptEvent[]> {
    return (await this.#store.list(recordKinds.events, { from: n + 1, limit: most })).map(readEvent);
  }

  /** Ends what goes on in the background. */
  async close(): Promise<void> {
    await Promise.all([this.#events.settled(), this.#fills.settled()]);
  }
}

/** The newest events that follow each other: a lost machine may leave a hole. */
function withoutHoles(events: readonly KeptEvent[]): readonly KeptEvent[] {
  const last = events.at(-1)?.n ?? 0;
  const isIn = ({ n }: KeptEvent, index: number): boolean => last - n === events.length - 1 - index;
  return events.slice(events.findIndex(isIn));
}

function readEvent({ n, text }: { readonly n: number; readonly text: string }): KeptEvent {
  const kindAt = text.indexOf(" ") + 1;
  const textAt = text.indexOf(" ", kindAt) + 1;
  return { n, kind: text.slice(kindAt, textAt - 1), text: text.slice(textAt) };
}

function atMsOf(text: string): number {
  return Number(text.slice(0, text.indexOf(" ")));
}
