import { errorCodes, StoreError } from "@depthwire/core";
import { expect, it } from "vitest";
import { notReady } from "./health.js";
import { createMetrics } from "./metrics.js";
import type { ShortParts } from "./short-parts.js";

interface Given {
  readonly missing?: readonly object[];
  readonly freshness?: object;
  readonly fence?: object;
  readonly failure?: object;
  readonly replay?: object;
  readonly failures?: ReadonlyMap<string, string>;
}

const queued = { cancel: 1, order: 2 };

function partsOf({ missing = [], freshness, fence, failure, replay, failures }: Given): ShortParts {
  const books = {
    missing: () => missing,
    statuses: () => [{ status: "live" }, { status: "live" }, { status: "stale" }],
  };
  const rest = { throttleStatistics: () => ({ signedCalls: { queued, free: 4 } }) };
  return {
    mirror: { books, account: freshness && { freshness } },
    fence: fence && { state: { isOpen: false, isSearching: false, sinceMs: 5, waiting: 3, unknown: [], ...fence } },
    store: { failure },
    replay: replay && (() => replay),
    venue: { rest, recording: failures && { failures: () => failures } },
    events: { last: 17 },
    account: { rest, trader: { halted: failure === undefined ? undefined : {} } },
  } as unknown as ShortParts;
}

it("what is in step is named nowhere", () => {
  expect(notReady(partsOf({}))).toEqual([]);
  const playing = { phase: "playing", atMs: 3 };
  const open = { isOpen: true };
  expect(
    notReady(partsOf({ freshness: { kind: "fresh" }, fence: open, replay: playing, failures: new Map() })),
  ).toEqual([]);
});

it.each<[string, Given, object]>([
  [
    "data",
    { failure: { error: new StoreError("store-failed", {} as never), sinceMs: 9 } },
    {
      reason: expect.stringMatching(/: no order is sent and no event is told; reads and cancels go on\. /),
      sinceMs: 9,
    },
  ],
  [
    "account",
    { freshness: { kind: "unknown", reason: "connecting", sinceMs: 8 } },
    {
      reason: "never in step since the start: connecting",
      sinceMs: 8,
    },
  ],
  [
    "account",
    { freshness: { kind: "stale", reason: "disconnected", sinceMs: 8 } },
    { reason: "disconnected", sinceMs: 8 },
  ],
  [
    "outcomes",
    { fence: { isOpen: true, unknown: ["1", "2"] } },
    {
      reason: "nobody can tell what became of 1, 2: look at the venue",
      sinceMs: 5,
    },
  ],
  [
    "outcomes",
    { fence: { isSearching: true } },
    {
      reason: "it is found out what became of earlier orders; 3 opening orders wait",
      sinceMs: 5,
    },
  ],
  [
    "outcomes",
    { fence: {} },
    {
      reason: "it is not kept yet where the account began; 3 opening orders wait",
      sinceMs: 5,
    },
  ],
  [
    "replay",
    { replay: { phase: "ended", atMs: 3 } },
    {
      reason: "the recording is over: what is answered is its end",
      sinceMs: 3,
    },
  ],
  ["replay", { replay: { phase: "failed", reason: "damaged", atMs: 3 } }, { reason: "damaged", sinceMs: 3 }],
  ["recording main", { failures: new Map([["main", "disk full"]]) }, { reason: "disk full", sinceMs: 0 }],
  ["book A", { missing: [{ pair: "A", reason: "gapped", was: "live", sinceMs: 2 }] }, { reason: "gapped", sinceMs: 2 }],
  [
    "book A",
    { missing: [{ pair: "A", reason: "connecting", was: "never-live", sinceMs: 2 }] },
    {
      reason: "never live since it was asked for: connecting",
      sinceMs: 2,
    },
  ],
])("%s that is not ready says why, and since when", (what, given, told) => {
  expect(notReady(partsOf(given))).toEqual([{ what, ...told }]);
});

it("a store that failed says what to do", () => {
  const [data] = notReady(partsOf({ failure: { error: new StoreError("store-failed", {} as never), sinceMs: 9 } }));
  expect(data?.reason.endsWith(errorCodes["store-failed"].remedy)).toBe(true);
});

it("figures are those of the moment at which they are asked for", async () => {
  const failure = { error: new StoreError("store-failed", {} as never), sinceMs: 9 };
  const figures = async (given: Given): Promise<readonly string[]> =>
    (await createMetrics(partsOf(given)).metrics()).split("\n").filter((line) => /^(# HELP )?depthwire/.test(line));
  expect(await figures({ fence: {}, failure })).toEqual([
    "# HELP depthwire_not_ready Parts of the mirror that are not in step",
    "depthwire_not_ready 2",
    "# HELP depthwire_books Books that are kept, by status",
    'depthwire_books{status="live"} 2',
    'depthwire_books{status="stale"} 1',
    "# HELP depthwire_events_total Number of the newest event: those told since the start, with --data since the first one",
    "depthwire_events_total 17",
    "# HELP depthwire_data_failed 1 while nothing more can be kept, so that no order is sent",
    "depthwire_data_failed 1",
    "# HELP depthwire_orders_fenced Opening orders that wait until earlier outcomes are known",
    "depthwire_orders_fenced 3",
    "# HELP depthwire_halted 1 while trading is halted",
    "depthwire_halted 1",
    "# HELP depthwire_queue Calls that wait for their turn, by priority",
    'depthwire_queue{priority="cancel"} 1',
    'depthwire_queue{priority="order"} 2',
    "# HELP depthwire_calls_free Signed calls that may go out right now",
    "depthwire_calls_free 4",
  ]);
  expect(await figures({})).toEqual(
    expect.arrayContaining([
      "depthwire_not_ready 0",
      "depthwire_data_failed 0",
      "depthwire_orders_fenced 0",
      "depthwire_halted 0",
    ]),
  );
});
