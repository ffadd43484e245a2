import { setTimeout as sleep } from "node:timers/promises";
import { type DepthMessage, type DepthRow, type DepthSides, isSnapshot } from "../proxy/depth-message.js";
import { type BookFault, type BookStage, bestPrice, priceAt, rewrittenOnce } from "./book-stage.js";

type Data = DepthMessage["d"];

/** A quantity that no level of the sandbox's markets has. */
const foreignQuantity = "123456";
/** A price at which no market of the sandbox has a level. */
const foreignPrice = "999999";
/** A client shows so many levels a side at least. */
const shownLevels = 4;
/** By what numbers are moved before a counter begins anew. */
const ahead = 1_000_000;

function withData(message: DepthMessage, change: Partial<Record<keyof Data, unknown>>): object {
  return { ...message, d: { ...message.d, ...change } };
}

function withRow(sides: DepthSides | null | undefined, side: "asks" | "bids", row: DepthRow): DepthSides {
  return { asks: null, bids: null, ...sides, [side]: [row, ...(sides?.[side] ?? [])] };
}

/** A fault that changes one update. */
function onUpdate(
  says: string,
  rules: readonly number[],
  change: (message: DepthMessage, stage: BookStage) => readonly object[] | undefined,
): BookFault {
  return {
    says,
    rules,
    isProxied: true,
    happen: (stage) => rewrittenOnce(stage, (message) => (isSnapshot(message) ? undefined : change(message, stage))),
  };
}

function doubledLevel(message: DepthMessage): readonly object[] | undefined {
  for (const side of ["asks", "bids"] as const) {
    const price = message.d.add?.[side]?.[0]?.[1];
    if (price !== undefined) {
      return [withData(message, { add: withRow(message.d.add, side, [foreignQuantity, price]) })];
    }
  }
  return undefined;
}

/** Deletions become settings to nothing, where one of them is among the levels that a client shows. */
function zeroQuantity(message: DepthMessage, stage: BookStage): readonly object[] | undefined {
  const { add, del } = message.d;
  const rows = (side: "asks" | "bids"): readonly DepthRow[] => del?.[side] ?? [];
  const isShown =
    rows("asks").some(([, price]) => Number(price) < Number(priceAt(stage, "asks", shownLevels))) ||
    rows("bids").some(([, price]) => Number(price) > Number(priceAt(stage, "bids", shownLevels)));
  if (!isShown) {
    return undefined;
  }
  const both = (side: "asks" | "bids"): readonly DepthRow[] => [
    ...(add?.[side] ?? []),
    ...rows(side).map(([, price]): DepthRow => ["0", price]),
  ];
  return [withData(message, { add: { asks: both("asks"), bids: both("bids") }, del: null })];
}

function withoutSeq(message: DepthMessage): object {
  const { seq: _, ...rest } = message.d;
  return { ...message, d: rest };
}

function otherPair(message: DepthMessage, stage: BookStage): readonly object[] {
  const add = { asks: null, bids: [[foreignQuantity, bestPrice(stage, "bids")]] };
  const d = { pair: "4OTHER_USDT", ut: message.d.ut + 1, seq: (message.d.seq ?? 0) + 1, add, del: null };
  return [message, { topic: "4OTHER_USDT_depth", t: 1, d }];
}

/** A full message that nobody asked for, with the number of the update before and other levels. */
function contradiction(message: DepthMessage, stage: BookStage): readonly object[] {
  const row = (side: "asks" | "bids"): readonly DepthRow[] => [[foreignQuantity, bestPrice(stage, side)]];
  const { pair, ut, seq } = message.d;
  return [message, { topic: message.topic, t: 0, d: { pair, ut, seq, asks: row("asks"), bids: row("bids") } }];
}

function moved(message: DepthMessage): readonly object[] {
  return [withData(message, { seq: (message.d.seq ?? 0) + ahead })];
}

/** Sends the update of some messages ago once more. */
async function oldUpdate(stage: BookStage): Promise<void> {
  const earlier: DepthMessage[] = [];
  await rewrittenOnce(stage, (message) => {
    if (isSnapshot(message)) {
      return undefined;
    }
    earlier.push(message);
    const old = earlier.at(-5);
    return old === undefined ? undefined : [message, old];
  });
}

/** Ends the connection; the next full message has no number. */
async function snapshotWithoutNumber(stage: BookStage): Promise<void> {
  const waiting = rewrittenOnce(stage, (message) => (isSnapshot(message) ? [withoutSeq(message)] : undefined));
  stage.proxy?.cut();
  await waiting;
}

/** The counter was far ahead, and goes on from where the venue's own is. */
async function counterBeginsAnew({ proxy }: BookStage): Promise<void> {
  if (proxy !== undefined) {
    proxy.rewrite = undefined;
  }
  await sleep(200);
}

function negativeQuantity(message: DepthMessage, stage: BookStage): readonly object[] {
  return [withData(message, { add: withRow(message.d.add, "bids", ["-1", bestPrice(stage, "bids")]) })];
}

/** What a proxy does to messages that the sandbox has sent as they should be. */
export const rewritingFaults: Readonly<Record<string, BookFault>> = {
  "doubled-level": onUpdate("A price stands twice in one list; the last one counts.", [8], doubledLevel),
  "unknown-deletion": onUpdate("A level is deleted that the book does not have.", [8], (message) => [
    withData(message, { del: withRow(message.d.del, "asks", ["0", foreignPrice]) }),
  ]),
  "zero-quantity": onUpdate("Levels are set to the quantity 0 in place of deleted.", [8], zeroQuantity),
  "negative-quantity": onUpdate("A bid is set to a negative quantity.", [8], negativeQuantity),
  "number-missing": onUpdate("An update has no number.", [12], (message) => [withoutSeq(message)]),
  "both-kinds": onUpdate("A message is both an update and an empty full message.", [1], (message) => [
    withData(message, { asks: [], bids: [], add: message.d.add ?? null }),
  ]),
  contradiction: onUpdate("A full message contradicts the book under the same number.", [2], contradiction),
  "other-pair": onUpdate("A message comes that nobody subscribed to.", [12], otherPair),
  "old-update": { says: "An update of a while ago comes once more.", rules: [3], isProxied: true, happen: oldUpdate },
  "snapshot-without-number": {
    says: "The connection ends, and the next full message has no number.",
    rules: [5],
    isProxied: true,
    happen: snapshotWithoutNumber,
  },
  "counter-begins-anew": {
    says: "The counter falls by a million between two updates.",
    rules: [3],
    isProxied: true,
    rewrite: moved,
    seqOfVenue: (seq) => (seq > ahead ? seq - ahead : seq),
    happen: counterBeginsAnew,
  },
};
