import type { HttpResponse, Random } from "@depthwire/core";
import { randomInteger } from "@depthwire/testkit";

/** What becomes of one request on its way to the venue and back. Milliseconds of simulated time. */
export interface Fate {
  /** When the whole request reaches the venue, after it was sent; undefined: never. */
  readonly arrivesAfterMs: number | undefined;
  /** When the client hears that its connection is gone; undefined: it is not. */
  readonly lostAfterMs?: number;
  /** Whether not one byte of the request left. */
  readonly isUnsent?: boolean;
  /** What the client gets: the venue's own answer, or somebody else's; undefined: nothing. */
  readonly answer: "own" | HttpResponse | undefined;
  /** How long the answer is under way. */
  readonly answerAfterMs: number;
  /** Where the answer is cut, as a part of its bytes from 0 to below 1. */
  readonly answerCutAt?: number;
}

/** How a fate is drawn. */
export interface FateDraw {
  readonly random: Random;
  /** Bytes of the request. */
  readonly requestBytes: number;
  /** How long the venue takes a signed request. */
  readonly toleranceMs: number;
}

const encoder = new TextEncoder();

function response(status: number, text: string): HttpResponse {
  return { status, body: encoder.encode(text) };
}

const page = "<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head><body></body></html>";
const gatewayStatuses = [500, 502, 503, 504] as const;

/** How long a request or an answer is under way when nothing is wrong. */
function usualMs(random: Random): number {
  return randomInteger(random, 1, 80);
}

/** Somebody between the two answers in place of the venue, which has or has not heard of the request. */
function answeredFor({ random }: FateDraw, answer: HttpResponse): Fate {
  const hasArrived = random() < 0.5;
  return { arrivesAfterMs: hasArrived ? usualMs(random) : undefined, answer, answerAfterMs: usualMs(random) };
}

/** The client's connection breaks after so many bytes; what is written whole goes its way. */
function requestCut({ random, requestBytes }: FateDraw): Fate {
  const written = randomInteger(random, 0, requestBytes);
  const isWhole = written === requestBytes;
  return {
    arrivesAfterMs: isWhole ? usualMs(random) : undefined,
    lostAfterMs: usualMs(random),
    isUnsent: written === 0,
    answer: undefined,
    answerAfterMs: 0,
  };
}

/** The client hears of a broken connection while its request waits somewhere: it arrives when nobody expects it any more. */
function lateAfterCut({ random, toleranceMs }: FateDraw): Fate {
  const nearTheEnd = random() < 0.5;
  const arrivesAfterMs = nearTheEnd
    ? toleranceMs - randomInteger(random, -200, 200)
    : randomInteger(random, 100, toleranceMs);
  return { arrivesAfterMs, lostAfterMs: usualMs(random), answer: undefined, answerAfterMs: 0 };
}

/** The kinds that are dealt. */
export const fateNames = [
  "none",
  "not-connected",
  "request-cut",
  "request-late",
  "request-too-late",
  "late-after-cut",
  "answer-cut",
  "answer-late",
  "answer-lost",
  "system-error",
  "system-busy",
  "gateway",
  "page",
  "empty",
] as const;

/** The kinds by name, and `silence`: the venue answered nobody. */
export type FateName = (typeof fateNames)[number] | "silence";

/** Every kind of fate of an order's request. */
export const fates: Readonly<Record<(typeof fateNames)[number], (draw: FateDraw) => Fate>> = {
  none: ({ random }) => ({ arrivesAfterMs: usualMs(random), answer: "own", answerAfterMs: usualMs(random) }),
  "not-connected": ({ random }) => ({
    arrivesAfterMs: undefined,
    lostAfterMs: usualMs(random),
    isUnsent: true,
    answer: undefined,
    answerAfterMs: 0,
  }),
  "request-cut": requestCut,
  "request-late": ({ random, toleranceMs }) => ({
    arrivesAfterMs: randomInteger(random, 1_000, toleranceMs - 500),
    answer: "own",
    answerAfterMs: usualMs(random),
  }),
  "request-too-late": ({ random, toleranceMs }) => ({
    arrivesAfterMs: toleranceMs + randomInteger(random, 1, 60_000),
    answer: "own",
    answerAfterMs: usualMs(random),
  }),
  "late-after-cut": lateAfterCut,
  "answer-cut": ({ random }) => ({
    arrivesAfterMs: usualMs(random),
    answer: "own",
    answerAfterMs: usualMs(random),
    answerCutAt: random(),
  }),
  "answer-late": ({ random }) => ({
    arrivesAfterMs: usualMs(random),
    answer: "own",
    answerAfterMs: randomInteger(random, 14_500, 40_000),
  }),
  "answer-lost": ({ random }) => ({ arrivesAfterMs: usualMs(random), answer: undefined, answerAfterMs: 0 }),
  "system-error": (draw) => answeredFor(draw, response(200, '{"state":4000,"msg":"system error"}')),
  "system-busy": (draw) => answeredFor(draw, response(200, '{"state":4003,"msg":"busy"}')),
  gateway: (draw) =>
    answeredFor(
      draw,
      response(gatewayStatuses[randomInteger(draw.random, 0, 3)] ?? 500, draw.random() < 0.5 ? page : ""),
    ),
  page: (draw) => answeredFor(draw, response(200, page)),
  empty: (draw) => answeredFor(draw, response(200, "")),
};

/** The request arrives or does not, and nothing comes back: the venue is silent. */
export function silenceFate({ random }: FateDraw): Fate {
  return { arrivesAfterMs: random() < 0.5 ? usualMs(random) : undefined, answer: undefined, answerAfterMs: 0 };
}

/** Now and then a question suffers too; most of it goes well. */
export function questionFate(draw: FateDraw): Fate {
  const kinds = ["request-cut", "answer-cut", "answer-lost", "gateway", "page", "empty", "system-busy"] as const;
  const chance = draw.random();
  const kind = chance < 0.04 ? kinds[randomInteger(draw.random, 0, kinds.length - 1)] : undefined;
  return fates[kind ?? "none"](draw);
}
