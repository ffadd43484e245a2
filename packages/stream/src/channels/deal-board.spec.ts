import type { StreamGap } from "@depthwire/account";
import type { PushEvent } from "@depthwire/core/internal";
import type { Deal, Pair, Price, Quantity } from "@depthwire/schema";
import { fakeClock, randomInteger, seededRandom } from "@depthwire/testkit";
import { beforeEach, describe, expect, test } from "vitest";
import { DealBoard, type DealStream } from "./deal-board.js";
import { QueuedStream } from "./queued-stream.js";
import type { DealItem, DealUpdate } from "./stream-item.js";

const pair = "4BTC_USDT" as Pair;
const clock = fakeClock();

let board: DealBoard;

beforeEach(() => {
  board = new DealBoard();
});

const deal = (tradedAtMs: number, price = "100", quantity = "1"): Deal => ({
  pair,
  price: price as Price,
  quantity: quantity as Quantity,
  side: "buy",
  tradedAtMs,
});

/** The venue sends trades, given oldest first. */
function push(dataKind: "full" | "incremental", ...deals: Deal[]): void {
  const event: PushEvent = { kind: "deals", pair, dataKind, deals: deals.toReversed() };
  board.receive({ kind: "event", event, receivedAtMs: 5 });
}

const gap = (reason: StreamGap["reason"], dropped = 0): StreamGap => ({
  kind: "gap",
  fromMs: 1,
  toMs: 2,
  reason,
  dropped,
  missing: dropped > 0 ? "something" : "unknown",
});

function join(): DealStream {
  const owner = { queued: () => {}, delivered: () => {}, closed: () => {} };
  const stream = new QueuedStream<DealUpdate>({ pair, limit: 10_000, giveUp: undefined, owner });
  board.join(stream);
  return stream;
}

async function told(stream: DealStream): Promise<string[]> {
  const items: DealItem[] = [];
  const iterator = stream[Symbol.asyncIterator]();
  for (;;) {
    const item = await Promise.race([iterator.next(), clock.advanceAndSettle(0).then(() => undefined)]);
    if (item === undefined || item.done === true) {
      break;
    }
    items.push(item.value);
  }
  return items.flatMap((item) =>
    item.kind === "deal"
      ? [`${item.origin} ${item.deal.tradedAtMs}@${item.deal.price}`]
      : item.kind === "gap"
        ? [`gap ${item.reason} ${item.missing} ${item.dropped}`]
        : [],
  );
}

describe("a stream of trades", () => {
  test("begins with the list, oldest first, then tells each trade", async () => {
    const stream = join();
    push("full", deal(1), deal(2));
    push("incremental", deal(3));
    expect(await told(stream)).toEqual(["list 1@100", "list 2@100", "live 3@100"]);
  });

  test("that comes later begins with what is known", async () => {
    join();
    push("full", deal(1), deal(2));
    push("incremental", deal(3));
    const later = join();
    push("incremental", deal(4));
    expect(await told(later)).toEqual(["list 1@100", "list 2@100", "list 3@100", "live 4@100"]);
  });

  test("takes nothing else for trades", async () => {
    const stream = join();
    const event = { kind: "ticker", ticker: {}, order: "document", deals: [deal(1)] } as unknown as PushEvent;
    board.receive({ kind: "event", event, receivedAtMs: 5 });
    push("incremental", deal(2));
    expect(await told(stream)).toEqual(["live 2@100"]);
  });

  test("tells of trades that are alike as many as there are", async () => {
    const stream = join();
    push("incremental", deal(2));
    push("incremental", deal(3));
    push("incremental", deal(3));
    board.receive(gap("disconnected"));
    push("full", deal(2), deal(3), deal(3), deal(3), deal(4));
    expect(await told(stream)).toEqual([
      "live 2@100",
      "live 3@100",
      "live 3@100",
      "gap disconnected nothing 0",
      "list 3@100",
      "list 4@100",
    ]);
  });
});

describe("after a break", () => {
  test("what the list has and was not told follows, once", async () => {
    const stream = join();
    push("full", deal(1), deal(2, "48099.9"));
    board.receive(gap("disconnected"));
    push("full", deal(1), deal(2, "48099.90"), deal(3), deal(4));
    push("incremental", deal(5));
    expect((await told(stream)).slice(2)).toEqual([
      "gap disconnected nothing 0",
      "list 3@100",
      "list 4@100",
      "live 5@100",
    ]);
  });

  test("a list that does not reach back leaves something out, perhaps", async () => {
    const stream = join();
    push("full", deal(1), deal(2));
    board.receive(gap("disconnected"));
    push("full", deal(7), deal(8));
    expect((await told(stream)).slice(2)).toEqual(["gap disconnected unknown 0", "list 7@100", "list 8@100"]);
  });

  test("a list that begins in the newest millisecond may leave out trades of it", async () => {
    const stream = join();
    push("full", deal(1), deal(2));
    board.receive(gap("disconnected"));
    push("full", deal(2), deal(3));
    expect((await told(stream)).slice(2)).toEqual(["gap disconnected unknown 0", "list 3@100"]);
  });

  test("a list of another past leaves open what is missing, and nothing of it is told that is older than what was told", async () => {
    const stream = join();
    push("full", deal(10), deal(20), deal(30));
    board.receive(gap("disconnected"));
    push("full", deal(5), deal(15), deal(25), deal(31), deal(32));
    push("incremental", deal(33));
    const later = join();
    board.receive(gap("disconnected"));
    push("full", deal(25), deal(31), deal(32), deal(33), deal(34));
    expect((await told(stream)).slice(3)).toEqual([
      "gap disconnected unknown 0",
      "list 31@100",
      "list 32@100",
      "live 33@100",
      "gap disconnected nothing 0",
      "list 34@100",
    ]);
    expect((await told(later)).slice(0, 6)).toEqual([5, 15, 25, 31, 32, 33].map((atMs) => `list ${atMs}@100`));
  });

  test("a list that ends before all that was told proves nothing", async () => {
    const stream = join();
    push("incremental", deal(10));
    push("incremental", deal(11));
    board.receive(gap("disconnected"));
    push("full", deal(1), deal(9));
    push("incremental", deal(10));
    push("incremental", deal(11));
    push("incremental", deal(12));
    expect((await told(stream)).slice(2)).toEqual(["gap disconnected unknown 0", "live 12@100"]);
  });

  test("without a list nobody can know what is missing", async () => {
    const stream = join();
    push("full", deal(1));
    board.receive(gap("rejected", 1));
    push("incremental", deal(2));
    board.receive(gap("disconnected"));
    push("incremental", deal(9));
    expect((await told(stream)).slice(1)).toEqual([
      "gap rejected something 1",
      "live 2@100",
      "gap disconnected unknown 0",
      "live 9@100",
    ]);
  });
});

test("over random breaks each trade comes once, in order, or a gap says that some may be missing", async () => {
  const random = seededRandom(20_261_121);
  const counts = { deals: 0, breaks: 0, whole: 0, torn: 0 };
  for (let run = 0; run < 100; run++) {
    board = new DealBoard();
    const stream = join();
    const truth: Deal[] = [];
    let atMs = 1_000;
    let isConnected = true;
    push("full");
    for (let step = 0; step < 200; step++) {
      // Many trades share a millisecond and look alike.
      atMs += randomInteger(random, 0, 2);
      const next = deal(atMs, `${randomInteger(random, 1, 2)}`);
      truth.push(next);
      if (random() < 0.05) {
        isConnected = !isConnected;
        // Where a break or a list parts trades that are alike, nobody can tell which of them were lost.
        atMs += 3;
        if (isConnected) {
          counts.breaks++;
          board.receive(gap("disconnected"));
          const firstMs = truth.at(-randomInteger(random, 1, 40))?.tradedAtMs ?? 0;
          push("full", ...truth.filter(({ tradedAtMs }) => tradedAtMs >= firstMs));
          continue;
        }
      }
      if (isConnected) {
        push("incremental", next);
      }
    }
    const said = await told(stream);
    const parts = said.join("\n").split(/gap disconnected unknown 0/);
    counts.torn += parts.length - 1;
    counts.whole += said.filter((item) => item === "gap disconnected nothing 0").length;
    // Between two gaps that leave something open the trades are a piece of the truth, without one missing or doubled.
    const names = truth.map(({ tradedAtMs, price }) => `${tradedAtMs}@${price}`);
    for (const part of parts) {
      const piece = part.split("\n").flatMap((item) => /^(?:list|live) (.*)$/.exec(item)?.[1] ?? []);
      counts.deals += piece.length;
      expect(`\n${names.join("\n")}\n`).toContain(piece.length === 0 ? "" : `\n${piece.join("\n")}\n`);
    }
  }
  console.log(counts);
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(0);
});

describe("a list that is older than what was told, as another source of the same trades may have it", () => {
  test("is followed by trades that were told before: each is told once, equal ones as often as they were made", async () => {
    const stream = join();
    push("full", deal(1));
    push("incremental", deal(2), deal(3), deal(3));
    board.receive(gap("owner-changed"));
    push("full", deal(1), deal(2));
    push("incremental", deal(3));
    push("incremental", deal(3), deal(3));
    push("incremental", deal(4));
    push("incremental", deal(4));
    const lines = await told(stream);
    expect(lines.filter((line) => /3|4/.test(line))).toHaveLength(5);
    expect(lines.some((line) => line.includes("nothing"))).toBe(true);
  });
});
