import type { StreamGap } from "@depthwire/account";
import { type FakeClock, fakeClock } from "@depthwire/testkit";
import { beforeEach, describe, expect, test } from "vitest";
import type { ChannelItem } from "../shard/channel/channel-item.js";
import { KlineBoard, type KlineReader, mergeKlines } from "./kline-board.js";
import { defaultKlineHistoryOptions, KlineHistory } from "./kline-history.js";
import type { KlineSource } from "./kline-source.js";
import { klineOf, klinesEvent, minuteMs, specPair } from "./kline-venue.spec-kit.js";
import { QueuedStream } from "./queued-stream.js";
import type { KlineUpdate } from "./stream-item.js";

const startMs = 1_700_000_040_000;
/** The candle of the nth minute. */
const minute = (index: number, trades = 1) => klineOf(startMs + index * minuteMs, trades);

let clock: FakeClock;
let board: KlineBoard;
let idle: number;
let asked: { size: number; signal: AbortSignal | undefined }[];
let answers: (() => ReturnType<KlineSource>)[];

function open(source: "source" | "none" = "source"): void {
  clock = fakeClock();
  idle = 0;
  asked = [];
  answers = [];
  const ask: KlineSource = (_, { size, signal }) => {
    asked.push({ size, signal });
    return answers.shift()?.() ?? Promise.reject(new Error("busy"));
  };
  const history = new KlineHistory({
    pair: specPair,
    period: "1min",
    source: source === "source" ? ask : undefined,
    clock,
    options: defaultKlineHistoryOptions,
  });
  board = new KlineBoard({ periodMs: minuteMs, history, onIdle: () => idle++ });
}

beforeEach(() => open());

function join(history = 0): KlineReader {
  const owner = { queued: () => {}, delivered: () => {}, closed: () => {} };
  const stream = new QueuedStream<KlineUpdate>({
    pair: specPair,
    limit: 1_000,
    merge: mergeKlines,
    giveUp: undefined,
    owner,
  });
  const reader = { stream, history };
  board.join(reader);
  return reader;
}

/** What waits for a reader, in short, without statuses. */
async function told({ stream }: KlineReader): Promise<string[]> {
  const said: string[] = [];
  const items = stream[Symbol.asyncIterator]();
  for (let more = true; more; ) {
    const next = items.next();
    const item = await Promise.race([next, clock.advanceAndSettle(0).then(() => undefined)]);
    more = item !== undefined && item.done !== true;
    if (item?.value?.kind === "kline") {
      const { change, origin, kline } = item.value;
      said.push(`${change} ${origin} ${(kline.openedAtMs - startMs) / minuteMs}:${kline.volume}`);
    } else if (item?.value?.kind === "gap") {
      said.push(inShort(item.value));
    }
  }
  return said;
}

function inShort({ reason, missing, candles }: StreamGap): string {
  const minutes = candles && [candles.afterMs, candles.beforeMs].map((atMs) => (atMs - startMs) / minuteMs);
  return `gap ${reason} ${missing}${minutes === undefined ? "" : ` ${minutes.join("-")}`}`;
}

function push(dataKind: "full" | "incremental", ...klines: ReturnType<typeof minute>[]): void {
  board.receive({ kind: "event", event: klinesEvent(dataKind, klines), receivedAtMs: 5 });
}

const gap = (reason: "disconnected" | "rejected"): ChannelItem => ({
  kind: "gap",
  fromMs: 1,
  toMs: 2,
  reason,
  dropped: 0,
  missing: "unknown",
});
const minutes = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => minute(from + index));

describe("a stream of candles", () => {
  test("begins with the newest, then tells each change once", async () => {
    const reader = join();
    push("full", ...minutes(0, 5));
    push("incremental", minute(4), minute(5));
    push("incremental", minute(4), minute(5, 2));
    push("incremental", minute(5, 3), minute(6));
    // A slow loop gets the latest word on each candle.
    expect(await told(reader)).toEqual(["new push 5:3", "new push 6:1"]);
  });

  test("takes its history from the list when that is long enough, without asking", async () => {
    const reader = join(3);
    push("full", ...minutes(0, 5));
    expect(await told(reader)).toEqual(["new history 2:1", "new history 3:1", "new history 4:1", "new history 5:1"]);
    expect(asked).toEqual([]);
  });

  test("asks for the rest of its history, once for all who wait, while others are told what comes", async () => {
    const first = join(0);
    const one = join(3);
    const other = join(4);
    answers.push(() => new Promise((resolve) => clock.after(50, () => resolve(minutes(0, 6).toReversed()))));
    push("full", minute(5));
    push("incremental", minute(5), minute(6));
    await clock.advanceAndSettle(100);
    expect(asked).toMatchObject([{ size: 7 }]);
    expect(await told(first)).toEqual(["new history 5:1", "new push 6:1"]);
    expect(await told(one)).toEqual(["new history 3:1", "new history 4:1", "new history 5:1", "new history 6:1"]);
    expect((await told(other))[0]).toBe("new history 2:1");
  });

  test("has a shorter history where the venue has no more, and says so where it does not answer", async () => {
    answers.push(() => Promise.resolve(minutes(4, 5)));
    push("full", minute(5));
    const short = join(3);
    await clock.advanceAndSettle(0);
    expect(await told(short)).toEqual(["new history 4:1", "new history 5:1"]);
    open();
    push("full", minute(5));
    const unanswered = join(3);
    await clock.advanceAndSettle(10_000);
    expect(asked).toHaveLength(4);
    expect(await told(unanswered)).toEqual(["gap history-unavailable unknown 1-5", "new history 5:1"]);
  });

  test("begins with what there is where nobody can be asked", async () => {
    open("none");
    const reader = join(3);
    push("full", minute(5));
    push("incremental", minute(6));
    expect(await told(reader)).toEqual(["new history 5:1", "new push 6:1"]);
  });

  test("tells an older candle again when it is another one", async () => {
    const reader = join();
    push("full", ...minutes(0, 2));
    push("full", minute(1, 7), minute(2));
    expect(await told(reader)).toEqual(["new history 2:1", "correction push 1:7"]);
  });
});

describe("after a break", () => {
  test("a list that shares a candle with what was told leaves nothing out", async () => {
    const reader = join();
    push("full", ...minutes(0, 2));
    board.receive(gap("disconnected"));
    push("full", minute(2, 9), ...minutes(3, 4));
    expect(await told(reader)).toEqual([
      "new history 2:1",
      "gap disconnected nothing",
      "update push 2:9",
      "new push 3:1",
      "new push 4:1",
    ]);
    expect(asked).toEqual([]);
  });

  test("what a short list leaves out is asked for, and nothing is taken meanwhile", async () => {
    const reader = join();
    push("full", ...minutes(0, 2));
    answers.push(() => Promise.resolve([...minutes(0, 1), minute(2, 9), ...minutes(3, 8)]));
    board.receive(gap("disconnected"));
    push("full", minute(6), minute(7));
    expect(board.isBusy).toBe(true);
    await clock.advanceAndSettle(0);
    expect([board.isBusy, idle, asked[0]?.size]).toEqual([false, 1, 8]);
    expect(await told(reader)).toEqual([
      "new history 2:1",
      "gap disconnected nothing",
      "update history 2:9",
      "new history 3:1",
      "new history 4:1",
      "new history 5:1",
      "new push 6:1",
      "new push 7:1",
    ]);
  });

  test("a message that begins behind the newest says that others are missing, though nothing told so", async () => {
    const reader = join();
    push("full", ...minutes(0, 2));
    answers.push(() => Promise.resolve(minutes(0, 4)));
    push("incremental", minute(3), minute(4));
    await clock.advanceAndSettle(0);
    expect(await told(reader)).toEqual(["new history 2:1", "new push 3:1", "new push 4:1"]);
    expect(asked).toHaveLength(1);
  });

  test("an answer that has not caught up is asked for again", async () => {
    const reader = join();
    push("full", ...minutes(0, 2));
    answers.push(
      () => Promise.resolve(minutes(0, 3)),
      () => Promise.resolve(minutes(0, 5)),
    );
    board.receive(gap("disconnected"));
    push("full", minute(5));
    await clock.advanceAndSettle(defaultKlineHistoryOptions.retryMs);
    expect(await told(reader)).toEqual([
      "new history 2:1",
      "gap disconnected nothing",
      "new history 3:1",
      "new history 4:1",
      "new push 5:1",
    ]);
  });

  test("a hole that the venue cannot fill is said, with the candles that it lies between", async () => {
    const reader = join();
    push("full", ...minutes(0, 2));
    answers.push(() => Promise.resolve(minutes(5, 8)));
    board.receive(gap("disconnected"));
    push("full", minute(7));
    await clock.advanceAndSettle(0);
    expect(await told(reader)).toEqual([
      "new history 2:1",
      "gap disconnected unknown 2-5",
      "new history 5:1",
      "new history 6:1",
      "new push 7:1",
    ]);
    answers.push(() => Promise.resolve(minutes(5, 7)));
    const later = join(9);
    await clock.advanceAndSettle(0);
    expect((await told(later))[0]).toBe("new history 5:1");
  });

  test("an answer that never comes is given up, and closing ends it at once", async () => {
    push("full", ...minutes(0, 2));
    answers.push(() => new Promise(() => {}));
    board.receive(gap("disconnected"));
    push("full", minute(7));
    board.close();
    await clock.advanceAndSettle(0);
    expect([asked[0]?.signal?.aborted, clock.pending(), idle]).toEqual([true, 0, 0]);
    open();
    const reader = join();
    push("full", ...minutes(0, 2));
    answers.push(...Array.from({ length: 4 }, () => () => new Promise<never>(() => {})));
    push("full", minute(7), minute(8));
    await clock.advanceAndSettle(60_000);
    expect(await told(reader)).toEqual(["new history 2:1", "gap hole unknown 2-7", "new push 7:1", "new push 8:1"]);
    expect([board.isBusy, clock.pending()]).toEqual([false, 0]);
  });
});
