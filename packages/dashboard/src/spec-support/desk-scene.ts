import { series } from "../charts/candle-data.js";
import { cancelling, haltReport, notice } from "../data/actions.js";
import { account, book, fills, happenings, link, missed, nowMs, status, tickerOf, trades } from "../data/desk.js";
import { backings, facts } from "../data/reference.js";
import { colours, group, maxOrderValue, pair, period, sizes, theme } from "../data/settings.js";
import type { Book, BookStanding, Order, Status } from "../data/wire.js";
import { chosenKey, overlay, shownRows, tab, view } from "../keys/overlays.js";
import { assertive, polite } from "../shell/announcements.js";
import * as ticket from "../ticket/ticket-state.js";
import { draft, known, position, account as richAccount } from "./ticket-scene.js";

/** Pairs that scenes speak of. */
const pairsOfScenes = ["4BTC_USDT", "4ETH_USDT", "4SOL_USDT"];

/** Puts everything that the page knows back to what it is before anybody told it anything: specs share it. */
export function emptyPage(): void {
  link.value = { kind: "connecting", sinceMs: 0 };
  status.value = undefined;
  account.value = undefined;
  book.value = undefined;
  trades.value = [];
  happenings.value = [];
  fills.value = [];
  missed.value = { counted: 0, uncounted: 0 };
  nowMs.value = 0;
  for (const name of pairsOfScenes) {
    tickerOf(name).value = undefined;
  }
  facts.value = new Map();
  backings.value = new Map();
  series.value = { pair: "", period: "", candles: [], checkedAtMs: 0 };
  emptySettings();
  emptyTicket();
  notice.value = undefined;
  haltReport.value = undefined;
  cancelling.value = new Set();
  polite.value = "";
  assertive.value = "";
  overlay.value = "none";
  tab.value = "positions";
  view.value = "trade";
  shownRows.value = [];
  chosenKey.value = undefined;
}

function emptySettings(): void {
  theme.value = "system";
  colours.value = "green-red";
  pair.value = "";
  period.value = "1min";
  group.value = 1;
  maxOrderValue.value = "10000";
  sizes.value = {};
}

function emptyTicket(): void {
  ticket.side.value = "open-long";
  ticket.type.value = "limit";
  for (const field of [ticket.quantity, ticket.price, ticket.takeProfit, ticket.stopLoss]) {
    field.value = "";
  }
  ticket.phase.value = "writing";
  ticket.sent.value = [];
}

/** A page that is told everything, at which the order of {@link draft} is written and may be sent. */
export function livePage(): void {
  emptyPage();
  link.value = { kind: "live", sinceMs: 1 };
  status.value = statusOf();
  account.value = richAccount;
  pair.value = draft.pair;
  book.value = liveBook;
  told(draft.pair, "47090");
  facts.value = new Map(known.facts && [[draft.pair, known.facts]]);
  backings.value = new Map(known.backing && [[draft.pair, known.backing]]);
  ticket.quantity.value = draft.quantity;
  ticket.price.value = draft.price;
}

/** The same page, at which a trigger that stops a long's loss is written. */
export function livePageWithTrigger(): void {
  livePage();
  account.value = { ...richAccount, positions: [position()] };
  ticket.side.value = "close-long";
  ticket.type.value = "trigger";
  ticket.price.value = "46000";
}

/** A book of the pair, live, with one level on either side. */
export const liveBook: Book = {
  pair: "4BTC_USDT",
  status: "live",
  epoch: 1,
  seq: 1,
  updatedAtMs: 900,
  receivedAtMs: 1_000,
  asks: [{ price: "47100", quantity: "1" }],
  bids: [{ price: "47080", quantity: "2" }],
};

/** Tells the last price of a pair. */
export function told(name: string, lastPrice: string): void {
  tickerOf(name).value = { pair: name, status: "live", receivedAtMs: 1, lastPrice };
}

/** How a book stands. */
export function standing(of: Partial<BookStanding> = {}): BookStanding {
  return { pair: "4BTC_USDT", status: "live", receivedAtMs: 1_000, updatedAtMs: 900, ...of };
}

/** How everything is while nothing is wrong. */
export function statusOf(of: Partial<Status> = {}): Status {
  return {
    atMs: 1_000,
    access: "trade",
    hasKey: true,
    account: { kind: "fresh" },
    notReady: [],
    unknownOutcomes: [],
    books: [standing()],
    throttle: { queued: {}, onTheirWay: 0, granted: 0, waited: 0, coolDowns: 0, free: 10 },
    statistics: { frames: 0, gaps: 0, resyncs: 0, reconnects: 0 },
    ...of,
  };
}

/** An open order. */
export function order(of: Partial<Order> = {}): Order {
  return {
    orderId: "7",
    pair: "4BTC_USDT",
    side: "open-long",
    price: "47000",
    quantity: "0.01",
    dealPrice: "0",
    dealQuantity: "0",
    fee: "0",
    status: "open",
    createdAtMs: 1,
    ...of,
  };
}
