import { type Signal, signal } from "@preact/signals";
import type {
  FromEngineWorker,
  ShownAccount,
  ShownBook,
  ShownDeal,
  TicketOrder,
  ToEngineWorker,
} from "../engine/engine-message.js";
import type { FaultSwitch, FromVenueWorker, ToVenueWorker, VenueFacts } from "../venue/venue-message.js";
import { afterState, type Happening, noTrust } from "./happenings.js";
import { type Comparison, TruthKeeper } from "./truth.js";

/** Pair and seed of the page's market. */
const pair = "4BTC_USDT";
const seed = 7;

/** What is kept of trades and of what happened. */
const keptDeals = 40;
const keptHappenings = 60;

/** How the market is written; undefined until the venue runs. */
export const facts: Signal<VenueFacts | undefined> = signal(undefined);
/** The client's newest state of the book. */
export const book: Signal<ShownBook | undefined> = signal(undefined);
/** Newest first. */
export const deals: Signal<readonly ShownDeal[]> = signal([]);
/** The demo account. */
export const account: Signal<ShownAccount | undefined> = signal(undefined);
/** Newest first. */
export const happenings: Signal<readonly Happening[]> = signal([]);
/** The client's book against the exchange. */
export const comparison: Signal<Comparison> = signal({ compared: 0, different: 0 });
/** How long the line takes each way, in milliseconds. */
export const lineDelayMs: Signal<number> = signal(0);

/** What the switches say when they are pressed. */
const switchWords: Readonly<Record<FaultSwitch, string>> = {
  drop: "You: the next update is dropped",
  damage: "You: three bits of the next update are flipped",
  hold: "You: updates are held back for 3 s",
  cut: "You: both connections are cut, and new ones refused for 2 s",
};

/** The venue and the client of this page, each in a worker of its own. */
export interface World {
  fault(fault: FaultSwitch): void;
  delayLine(ms: number): void;
  place(order: TicketOrder): void;
  cancel(orderId: string): void;
}

/** Starts both, joined by a message channel and by nothing else. */
export function startWorld(): World {
  const venue = new Worker(new URL("../venue/venue-worker.ts", import.meta.url), { type: "module" });
  const engine = new Worker(new URL("../engine/engine-worker.ts", import.meta.url), { type: "module" });
  const { port1, port2 } = new MessageChannel();
  const tellVenue = (message: ToVenueWorker, transfer: Transferable[] = []): void =>
    venue.postMessage(message, transfer);
  const tellEngine = (message: ToEngineWorker, transfer: Transferable[] = []): void =>
    engine.postMessage(message, transfer);
  const truth = new TruthKeeper();
  venue.addEventListener("message", ({ data }: MessageEvent<FromVenueWorker>) => {
    if (data.kind === "truth") {
      truth.published(data.seq, data.best);
      return;
    }
    facts.value = data.facts;
    tellEngine({ kind: "start", facts: data.facts, line: port2 }, [port2]);
  });
  const hearEngine = listener(truth);
  engine.addEventListener("message", ({ data }: MessageEvent<FromEngineWorker>) => hearEngine(data));
  for (const [name, worker] of [
    ["exchange", venue],
    ["client", engine],
  ] as const) {
    worker.addEventListener("error", () => happened("page", "bad", `The ${name} failed: reload the page`));
  }
  tellVenue({ kind: "start", seed, pair, line: port1 }, [port1]);
  return {
    fault: (fault) => {
      happened("page", "fault", switchWords[fault]);
      tellVenue({ kind: "fault", fault });
    },
    delayLine: (ms) => {
      lineDelayMs.value = ms;
      happened("page", "fault", `You: the line takes ${ms} ms each way`);
      tellVenue({ kind: "line-delay", ms });
    },
    place: (order) => tellEngine({ kind: "place", order }),
    cancel: (orderId) => tellEngine({ kind: "cancel", orderId }),
  };
}

/** Puts what the client says on the page. */
function listener(truth: TruthKeeper): (message: FromEngineWorker) => void {
  let trust = noTrust;
  const hearBook = (state: ShownBook): void => {
    book.value = state;
    comparison.value = truth.compare(state);
    const next = afterState(trust, state, performance.now());
    trust = next.trust;
    if (next.words !== undefined) {
      happened("book", state.status === "live" ? "good" : "bad", next.words);
    }
  };
  return (message) => hear(message, hearBook);
}

function hear(message: FromEngineWorker, hearBook: (state: ShownBook) => void): void {
  switch (message.kind) {
    case "book":
      hearBook(message.book);
      break;
    case "deals":
      deals.value = [...message.deals, ...deals.value].slice(0, keptDeals);
      return;
    case "account":
      account.value = message.account;
      return;
    case "told":
      happened(message.about, message.tone, message.words);
  }
}

function happened(about: Happening["about"], tone: Happening["tone"], words: string): void {
  happenings.value = [{ atMs: Date.now(), about, tone, words }, ...happenings.value].slice(0, keptHappenings);
}
