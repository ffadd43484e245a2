import type { BookView } from "@depthwire/book";
import { type Pair, spot, usdt } from "@depthwire/schema";
import type { TickerView } from "@depthwire/stream";
import { ageHeader, sourceHeader } from "../dropin/dropin.js";
import type { Mirror } from "../dropin/mirror-reads.js";
import { noRoomFor } from "../mirror/followed-books.js";
import type { RecentTrades } from "../mirror/followed-streams.js";
import { isPair } from "../mirror/known-pairs.js";
import { pause } from "../mirror/wait.js";
import { refuseInReplay } from "../replay/replay-marks.js";
import { inOnePiece, json, jsonText, RefusedError, type TextAnswer } from "../server/answer.js";
import type { LocalRequest, Route } from "../server/route.js";
import { checkFresh, queryCount } from "./request-values.js";
import { firstMessageMs, type ShortParts } from "./short-parts.js";

const maxLevels = 2_000;
const maxKlines = 1_000;
const lookEveryMs = 10;

/** Market data by short paths. */
export function marketRoutes(parts: ShortParts): readonly Route[] {
  return [
    {
      method: "GET",
      path: "/book/:pair",
      summary: "The book of a pair, best level first: ?levels=20. It is kept from the first time on",
      query: { levels: 20, "allow-stale": 1 },
      example: {
        pair: "4BTC_USDT",
        status: "live",
        asks: [{ price: "47741.6", quantity: "7.904" }],
        bids: [],
        ageMs: 12,
      },
      answer: (request) => book(parts, request),
    },
    {
      method: "GET",
      path: "/trades/:pair",
      summary: "The latest trades of a pair, newest first: ?limit=50",
      query: { limit: 50, "allow-stale": 1 },
      example: { pair: "4BTC_USDT", status: "live", trades: [{ price: "47741.6", quantity: "0.1", side: "buy" }] },
      answer: (request) => trades(parts, request),
    },
    {
      method: "GET",
      path: "/ticker/:pair",
      summary: "The 24-hour figures of a pair",
      query: { "allow-stale": 1 },
      example: { pair: "4BTC_USDT", status: "live", lastPrice: "48099.9" },
      answer: (request) => ticker(parts, request),
    },
    {
      method: "GET",
      path: "/klines/:pair/:period",
      summary: "Candles of a pair, oldest first, such as /klines/4BTC_USDT/1min: ?limit=100. Asked of the venue",
      query: { limit: 100 },
      example: { pair: "4BTC_USDT", period: "1min", klines: [{ openedAtMs: 1639122420000, open: "47868.1" }] },
      answer: (request) => klines(parts, request),
    },
  ];
}

function fromMirror(value: unknown, ageMs: number): TextAnswer {
  return json(value, fromMirrorHeaders(ageMs));
}

function fromMirrorHeaders(ageMs: number): Readonly<Record<string, string>> {
  return { [sourceHeader]: "mirror", [ageHeader]: String(Math.max(0, ageMs)) };
}

/** @throws RefusedError 404 for a pair that the venue does not list: nobody follows it */
async function checkListed({ books, known }: Mirror, pair: string): Promise<void> {
  if (!books.has(pair) && isPair(pair) && (await known.look(pair)) === "not-listed") {
    throw notListed({ known }, pair);
  }
}

function notListed({ known }: Pick<Mirror, "known">, pair: string): RefusedError {
  const nearest = known.nearest(pair);
  const hint = nearest === undefined ? "look at its list of pairs" : `did you mean ${nearest}?`;
  return new RefusedError(404, "not-found", `The venue has no pair ${pair}: ${hint}`);
}

function book(parts: ShortParts, request: LocalRequest): TextAnswer | Promise<TextAnswer> {
  const { pair = "" } = request.params;
  const view = parts.mirror.books.view(pair);
  return view === undefined ? firstBook(parts, request, pair) : bookOf(parts, request, view);
}

/** The book of a pair that is followed from now on. */
async function firstBook(
  { mirror, clock, replay }: ShortParts,
  request: LocalRequest,
  pair: string,
): Promise<TextAnswer> {
  levelsOf(request);
  const untilMs = clock.monotonicMs() + firstMessageMs;
  await checkListed(mirror, pair);
  if (!mirror.books.hasRoomFor(pair)) {
    throw noRoomFor(pair);
  }
  mirror.books.follow(pair);
  while (mirror.books.view(pair) === undefined && clock.monotonicMs() < untilMs) {
    if (!mirror.books.has(pair)) {
      throw notListed(mirror, pair);
    }
    await pause(clock, lookEveryMs);
  }
  const view = mirror.books.view(pair);
  if (view === undefined) {
    refuseInReplay(replay, "read");
    const reason = mirror.books.missing().find((book) => book.pair === pair)?.reason;
    checkFresh(request, `The book of ${pair}`, `not known yet${reason === undefined ? "" : ` (${reason})`}`, 0);
    return fromMirror({ pair, ageMs: 0 }, 0);
  }
  return bookOf({ mirror, clock }, request, view);
}

/** @throws RefusedError in a replay, of what nothing ever came: waiting would not help */
function refuseUnrecorded(replay: ShortParts["replay"], receivedAtMs: number): void {
  if (receivedAtMs === 0) {
    refuseInReplay(replay, "read");
  }
}

function levelsOf(request: LocalRequest): number {
  return queryCount(request, "levels", 20, maxLevels);
}

function bookOf(
  { mirror, clock }: Pick<ShortParts, "mirror" | "clock">,
  request: LocalRequest,
  view: BookView,
): TextAnswer {
  const levels = levelsOf(request);
  const { pair, status, reason, receivedAtMs } = view;
  if (status !== "live") {
    checkFresh(request, `The book of ${pair}`, reason ?? status, receivedAtMs);
  }
  const ageMs = clock.epochMs() - receivedAtMs;
  // As long as the book is the same, so is all of its text but the age.
  const text = mirror.memo.of(view, `book ${levels}`, () =>
    inOnePiece(`${JSON.stringify(view.top(levels)).slice(0, -1)},"ageMs":`),
  );
  return jsonText(`${text}${ageMs}}`, fromMirrorHeaders(ageMs));
}

function trades(
  { mirror, streams, clock, replay }: ShortParts,
  request: LocalRequest,
): TextAnswer | Promise<TextAnswer> {
  const { pair = "" } = request.params;
  const limit = queryCount(request, "limit", 50, 1_000);
  const tell = (known: Readonly<RecentTrades>): TextAnswer => {
    const { status, receivedAtMs } = known;
    if (status !== "live") {
      refuseUnrecorded(replay, receivedAtMs);
      checkFresh(request, `The list of trades of ${pair}`, status, receivedAtMs);
    }
    const ageMs = receivedAtMs === 0 ? 0 : clock.epochMs() - receivedAtMs;
    return jsonText(streams.tradesText(pair, limit), fromMirrorHeaders(ageMs));
  };
  const known = streams.liveTrades(pair);
  return known === undefined
    ? checkListed(mirror, pair)
        .then(() => streams.trades(pair, firstMessageMs))
        .then(tell)
    : tell(known);
}

function ticker(
  { mirror, streams, clock, replay }: ShortParts,
  request: LocalRequest,
): TextAnswer | Promise<TextAnswer> {
  const { pair = "" } = request.params;
  const tell = (view: TickerView): TextAnswer => {
    const { status, receivedAtMs } = view;
    if (status !== "live") {
      refuseUnrecorded(replay, receivedAtMs);
      checkFresh(request, `The ticker of ${pair}`, status, receivedAtMs);
    }
    const text = mirror.memo.of(view, "ticker", () => JSON.stringify({ ...view.ticker, pair, status }));
    return jsonText(text, fromMirrorHeaders(clock.epochMs() - receivedAtMs));
  };
  const known = streams.liveTicker(pair);
  return known === undefined
    ? checkListed(mirror, pair)
        .then(() => streams.ticker(pair, firstMessageMs))
        .then(tell)
    : tell(known);
}

async function klines({ venue, replay }: ShortParts, request: LocalRequest): Promise<TextAnswer> {
  refuseInReplay(replay, "read");
  const { pair = "", period = "" } = request.params;
  const size = queryCount(request, "limit", 100, maxKlines);
  const operation = /^[0-9]/.test(pair) ? usdt.getKlines : spot.getKlines;
  const found = await venue.rest.call(operation, { pair: pair as Pair, period: period as "1min", size });
  return json({ pair, period, klines: found }, { [sourceHeader]: "venue", [ageHeader]: "0" });
}
