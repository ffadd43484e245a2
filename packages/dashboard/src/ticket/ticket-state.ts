import { batch, computed, effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { type Answer, ask } from "../data/api.js";
import { account, book, link, status, tickerOf, whyReadOnly } from "../data/desk.js";
import { backings, facts } from "../data/reference.js";
import { maxOrderValue, pair } from "../data/settings.js";
import type { Position } from "../data/wire.js";
import { announce } from "../shell/announcements.js";
import { buys, type Draft, type TicketFacts } from "./draft.js";
import { orderWords } from "./order-words.js";
import { costsOf } from "./ticket-costs.js";
import { type OrderRequest, objections, requestOf } from "./ticket-rules.js";

/** What the ticket's fields hold. */
export const side: Signal<Draft["side"]> = signal("open-long");
export const type: Signal<Draft["type"]> = signal("limit");
export const quantity: Signal<string> = signal("");
export const price: Signal<string> = signal("");
export const takeProfit: Signal<string> = signal("");
export const stopLoss: Signal<string> = signal("");

/** Whether the order is written, looked at once more, or on its way. */
export type Phase = "writing" | "reviewing" | "sending";
export const phase: Signal<Phase> = signal("writing");

/** What became of an order that was sent here. A value that nobody confirmed is shown as sent, not as done. */
export interface Sent {
  readonly key: string;
  readonly words: string;
  readonly atMs: number;
  readonly state: "sent" | "taken" | "refused" | "unknown";
  readonly told: string;
  /** Of an order that was taken, where its id is told. */
  readonly orderId?: string | undefined;
}

/** Orders that were sent from here, newest first. */
export const sent: Signal<readonly Sent[]> = signal([]);

/** So many are shown. */
const shownSent = 20;

/** An order whose answer did not come is asked for again under its own key after this, in milliseconds. */
const againMs = 1_000;

/** The order as it is written. */
export const draft: ReadonlySignal<Draft> = computed(() => ({
  pair: pair.value,
  side: side.value,
  type: type.value,
  quantity: quantity.value.trim(),
  price: price.value.trim(),
  // What is not shown is not sent.
  takeProfit: side.value.startsWith("open") ? takeProfit.value.trim() : "",
  stopLoss: side.value.startsWith("open") ? stopLoss.value.trim() : "",
}));

/** The best price on either side, where the book is live: only then it may be relied upon. */
const best = computed(() => {
  const shown = book.value;
  return shown?.status === "live" && shown.pair === pair.value
    ? { ask: shown.asks[0]?.price, bid: shown.bids[0]?.price }
    : { ask: undefined, bid: undefined };
});
const bestAsk = computed(() => best.value.ask);
const bestBid = computed(() => best.value.bid);

const isHalted = computed(() => status.value?.halt !== undefined);

/** What the order is held against. */
const known: ReadonlySignal<TicketFacts> = computed(() => ({
  facts: facts.value.get(pair.value),
  backing: backings.value.get(pair.value),
  account: account.value,
  meets: buys(draft.value) ? bestAsk.value : bestBid.value,
  lastPrice: tickerOf(pair.value).value?.lastPrice,
  maxOrderValue: maxOrderValue.value,
  link: link.value.kind,
  isHalted: isHalted.value,
}));

/** What it comes to. */
export const costs: ReadonlySignal<ReturnType<typeof costsOf>> = computed(() => costsOf(draft.value, known.value));
/** What is wrong with it. */
export const wrong: ReadonlySignal<ReturnType<typeof objections>> = computed(() =>
  objections(draft.value, known.value),
);
/** The request that is sent. */
export const request: ReadonlySignal<OrderRequest> = computed(() => requestOf(draft.value, known.value));

/** The order in words. */
export const words: ReadonlySignal<string> = computed(() => orderWords(draft.value, costs.value.value));

function empty(): void {
  batch(() => {
    for (const field of [quantity, price, takeProfit, stopLoss]) {
      field.value = "";
    }
    phase.value = "writing";
  });
}

/** Empties the ticket whenever another pair is looked at: what was written for one is never sent for another. */
export function followPair(): void {
  let written = pair.peek();
  effect(() => {
    if (pair.value !== written) {
      written = pair.value;
      empty();
    }
  });
}

/** How an order stands, as far as the account tells. */
export function statusOf(orderId: string | undefined): string | undefined {
  const { orders = [], finished = [] } = account.value ?? {};
  return [...finished, ...orders].find((order) => order.orderId === orderId)?.status;
}

/** Takes a price from the ladder, where it may be relied upon. */
export function takePrice(text: string): void {
  batch(() => {
    type.value = type.value === "trigger" ? "trigger" : "limit";
    price.value = text;
    phase.value = "writing";
  });
}

/** Chooses what the order does. Only what closes can wait for a trigger. */
export function chooseSide(chosen: Draft["side"]): void {
  batch(() => {
    side.value = chosen;
    type.value = type.value === "trigger" && chosen.startsWith("open") ? "limit" : type.value;
    phase.value = "writing";
  });
}

/** Buys or sells, opening or closing as before. */
export function chooseDirection(direction: "buy" | "sell"): void {
  const isClosing = side.value.startsWith("close");
  const position = (direction === "buy") === isClosing ? "short" : "long";
  chooseSide(`${isClosing ? "close" : "open"}-${position}`);
}

/** Writes the order that closes a position at the market, as far as the review: it may be made smaller there, and nothing is sent. */
export function prepareClosing(position: Pick<Position, "pair" | "side" | "closableQuantity">): void {
  // First, since a change of the pair empties the ticket.
  pair.value = position.pair;
  batch(() => {
    chooseSide(`close-${position.side}`);
    type.value = "market";
    quantity.value = position.closableQuantity;
    phase.value = "reviewing";
  });
}

/** One step on: from writing to looking once more, from there to sending. */
export function goOn(): void {
  const why = whyReadOnly.value ?? wrong.value[0]?.words;
  if (why !== undefined) {
    announce(why, "polite");
    return;
  }
  if (phase.value === "writing") {
    phase.value = "reviewing";
  } else if (phase.value === "reviewing") {
    void send();
  }
}

async function send(): Promise<void> {
  const asked = request.value;
  const key = crypto.randomUUID();
  const written = draft.value;
  const inWords = words.value;
  phase.value = "sending";
  remember({ key, words: inWords, atMs: Date.now(), state: "sent", told: "sent, not confirmed yet" });
  const told = asked.repeats ? await untilAnswered(key, inWords, asked) : await askPlan(asked);
  phase.value = "writing";
  if (told.kind === "done") {
    remember({
      key,
      words: inWords,
      atMs: Date.now(),
      state: "taken",
      told: told.value.orderId === undefined ? "taken" : `taken: order ${told.value.orderId}`,
      orderId: told.value.orderId,
    });
    // What stands there for another pair by now stays.
    if (pair.value === written.pair) {
      empty();
    }
    announce(`Order taken: ${inWords}`, "polite");
  } else if (told.kind === "refused") {
    const isUnknown = told.code === "outcome-unknown";
    remember({ key, words: inWords, atMs: Date.now(), state: isUnknown ? "unknown" : "refused", told: told.words });
    announce(
      isUnknown ? `Nobody knows yet what became of: ${inWords}` : `Refused: ${told.words}`,
      isUnknown ? "assertive" : "polite",
    );
  }
}

interface Taken {
  /** The documents tell no id of a plan order. */
  readonly orderId?: string;
}

type Told = Exclude<Answer<Taken>, { kind: "no-answer" }>;

/** A plan order is asked for once: nothing makes a repeat of it harmless. */
async function askPlan({ path, body }: OrderRequest): Promise<Told> {
  const told = await ask<{ readonly state?: number; readonly msg?: string }>(path, { method: "POST", body });
  if (told.kind === "no-answer") {
    return {
      kind: "refused",
      status: 0,
      code: "outcome-unknown",
      words: "no answer: look under Plans whether it is there",
    };
  }
  if (told.kind === "done" && told.value.state !== 0) {
    return {
      kind: "refused",
      status: 200,
      code: "venue-refused",
      words: told.value.msg ?? `refused with ${told.value.state}`,
    };
  }
  return told.kind === "done" ? { kind: "done", value: {}, ageMs: undefined } : told;
}

/** The key makes a repeat harmless: it is carried out once. So an answer that did not come is asked for again. */
async function untilAnswered(key: string, words: string, { path, body }: OrderRequest): Promise<Told> {
  for (;;) {
    const told = await ask<Taken>(path, { method: "POST", body, onceKey: key });
    if (told.kind !== "no-answer") {
      return told;
    }
    const why = "no answer: it is asked for again under the same key, which is carried out once";
    remember({ key, words, atMs: Date.now(), state: "unknown", told: why });
    await new Promise((resolve) => setTimeout(resolve, againMs));
  }
}

function remember(one: Sent): void {
  const before = sent.value.find(({ key }) => key === one.key);
  const rest = sent.value.filter(({ key }) => key !== one.key);
  sent.value = [{ ...one, atMs: before?.atMs ?? one.atMs }, ...rest].slice(0, shownSent);
}

/** Takes an outcome off the page that a person has looked after. */
export function dismiss(key: string): void {
  sent.value = sent.value.filter((one) => one.key !== key);
}
