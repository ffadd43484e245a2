import { batch, computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { LinkState } from "./line.js";
import { parseMessage } from "./line.js";
import type { AccountView, Book, Fill, Happening, Message, Status, Ticker, Trade, Trades } from "./wire.js";

/** Rows that are remembered. */
const most = { trades: 200, happenings: 500, fills: 500 } as const;

/** How the line is. */
export const link: Signal<LinkState> = signal({ kind: "connecting", sinceMs: Date.now() });
/** How everything is, as it was told last. */
export const status: Signal<Status | undefined> = signal(undefined);
/** The account, as it was told last. */
export const account: Signal<AccountView | undefined> = signal(undefined);
/** The book of the pair that is looked at. */
export const book: Signal<Book | undefined> = signal(undefined);
/** Trades of the pair that is looked at, newest first. */
export const trades: Signal<readonly Trade[]> = signal([]);
/** What happened, newest first. */
export const happenings: Signal<readonly Happening[]> = signal([]);
/** Trades of the account, newest first. */
export const fills: Signal<readonly Fill[]> = signal([]);
/** Events that are known to have been missed, and times when nobody could count them. */
export const missed: Signal<{ readonly counted: number; readonly uncounted: number }> = signal({
  counted: 0,
  uncounted: 0,
});
/** The clock of the page, once a second. */
export const nowMs: Signal<number> = signal(Date.now());

const tickers = new Map<string, Signal<Ticker | undefined>>();

/** The figures of a pair. */
export function tickerOf(pair: string): Signal<Ticker | undefined> {
  const known = tickers.get(pair);
  if (known !== undefined) {
    return known;
  }
  const made = signal<Ticker | undefined>(undefined);
  tickers.set(pair, made);
  return made;
}

/** Whether what is shown is of now. */
export const isOnline: ReadonlySignal<boolean> = computed(() => link.value.kind === "live");

/** Whether the venue answers, as far as books tell: any of them is live, or none is kept. */
export const isVenueUp: ReadonlySignal<boolean> = computed(() => {
  const { books } = status.value ?? {};
  return isOnline.value && books !== undefined && (books.length === 0 || books.some((one) => one.status === "live"));
});

/** Why the figures of a pair in the list are not of now, as far as the accelerator tells; undefined: they are, or there are none. */
export function whyStale(pair: string): { readonly word: string; readonly reason?: string } | undefined {
  const kept = status.value?.books.find((one) => one.pair === pair);
  if (kept !== undefined) {
    return kept.status === "live" ? undefined : { word: kept.status, reason: kept.reason ?? kept.status };
  }
  const ticker = tickerOf(pair).value;
  const isVenueGone = isOnline.value && status.value !== undefined && !isVenueUp.value;
  const isOutdated = ticker?.lastPrice !== undefined && (isVenueGone || ticker.status !== "live");
  return isOutdated ? { word: "stale" } : undefined;
}

/** Why nothing may be changed; undefined: it may. */
export const whyReadOnly: ReadonlySignal<string | undefined> = computed(() => {
  const { access, hasKey, replay } = status.value ?? {};
  if (replay !== undefined) {
    return "A recording is played: nothing can be traded in it";
  }
  if (access === "read-only") {
    return "The accelerator was started with --read-only";
  }
  return hasKey === false ? "The accelerator holds no API key" : undefined;
});

/** Told of each thing that happens, besides the log: where to announce it. */
type Listener = (happening: Happening) => void;
const listeners = new Set<Listener>();

/** Calls back with each event. */
export function onHappening(listener: Listener): void {
  listeners.add(listener);
}

/** Puts what came since the last frame into the signals, in one go. */
export function drain(texts: readonly string[], dropped: number, heard: (id: string) => void): void {
  batch(() => {
    if (dropped > 0) {
      missed.value = { ...missed.value, counted: missed.value.counted + dropped };
    }
    const fresh: Happening[] = [];
    for (const text of texts) {
      const message = parseMessage(text);
      if (message.id !== undefined) {
        heard(message.id);
      }
      take(message, fresh);
    }
    if (fresh.length > 0) {
      happenings.value = [...fresh.reverse(), ...happenings.value].slice(0, most.happenings);
    }
  });
}

function take(message: Message, fresh: Happening[]): void {
  const { event, data } = message;
  switch (event) {
    case "book":
      book.value = data as Book;
      return;
    case "status":
      status.value = data as Status;
      return;
    case "account":
      account.value = data as AccountView;
      return;
    case "ticker":
      tickerOf((data as Ticker).pair).value = data as Ticker;
      return;
    case "trades":
      takeTrades(data as Trades);
      return;
    case "hello":
      // The list of trades begins anew with each line.
      trades.value = [];
      return;
    case "gap":
      takeGap(data as { readonly dropped?: number });
      break;
    case "fill":
      takeFill(data as Fill);
      break;
    default:
      break;
  }
  const { id = "" } = message;
  const happening = { id, kind: event, data: (data ?? {}) as Happening["data"], heardAtMs: Date.now() };
  fresh.push(happening);
  for (const listener of listeners) {
    listener(happening);
  }
}

function takeTrades(told: Trades): void {
  trades.value = [...told.trades.toReversed(), ...trades.value].slice(0, most.trades);
}

function takeGap({ dropped }: { readonly dropped?: number }): void {
  const { counted, uncounted } = missed.value;
  missed.value =
    dropped === undefined ? { counted, uncounted: uncounted + 1 } : { counted: counted + dropped, uncounted };
}

/** A trade comes at least once: its id tells repeats apart. */
export function takeFill(fill: Fill): void {
  if (!fills.value.some(({ fillId, orderId }) => fillId === fill.fillId && orderId === fill.orderId)) {
    fills.value = [fill, ...fills.value].slice(0, most.fills);
  }
}
