import { describe, expect, test, vi } from "vitest";
import { BookWitness, sumOf, untilAllLive, WaitedTooLong } from "./book-witness.js";
import { exchangeWith, sideOf, truth, type ViewParts, viewWith } from "./made-up-views.spec-kit.js";
import type { WitnessedStream, WitnessedView } from "./witnessed.js";

/** Before the first view. */
const connecting: ViewParts = { status: "connecting", reason: "connecting", epoch: 0, seq: 0, asks: sideOf() };
const wrongAsk: ViewParts = { asks: sideOf([1011, 5], [1020, 6]) };
const crossedBid: ViewParts = { bids: sideOf([1010, 3], [990, 4]) };

/** A stream whose views a test hands out, one at a time. */
class HandedOut implements WitnessedStream<WitnessedView> {
  readonly latest: WitnessedView = viewWith(connecting);
  readonly #views: WitnessedView[] = [];
  #wake: () => void = () => undefined;
  #taken: () => void = () => undefined;

  /** Resolves when the witness has looked at it and asks for the next. */
  hand(parts: ViewParts): Promise<void> {
    this.#views.push(viewWith(parts));
    this.#wake();
    return new Promise((resolve) => {
      this.#taken = resolve;
    });
  }

  async *[Symbol.asyncIterator](): AsyncIterator<WitnessedView> {
    for (;;) {
      for (let view = this.#views.shift(); view !== undefined; view = this.#views.shift()) {
        yield view;
        this.#taken();
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}

function watch(): { readonly stream: HandedOut; readonly witness: BookWitness } {
  const stream = new HandedOut();
  return { stream, witness: new BookWitness("4BTC_USDT", stream, exchangeWith(truth)) };
}

/** Whether a promise is settled by now: everything that is due without time passing has run. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  const settle = (): void => {
    settled = true;
  };
  promise.then(settle, settle);
  await new Promise((resolve) => setImmediate(resolve));
  return settled;
}

describe("BookWitness", () => {
  test("knows the stream's latest view before any is handed out, and has held none against the exchange", () => {
    const { stream, witness } = watch();
    expect(witness.view).toBe(stream.latest);
    expect(witness.pair).toBe("4BTC_USDT");
    expect(sumOf([witness])).toEqual({ equal: 0, forgotten: 0, crossedLive: 0, divergences: [] });
    expect([witness.statuses.size, witness.reasons.size]).toEqual([0, 0]);
  });

  test("counts live views that are equal, and those whose state is not held any more", async () => {
    const { stream, witness } = watch();
    await stream.hand({});
    await stream.hand({});
    await stream.hand({ seq: 6 });
    expect(sumOf([witness])).toEqual({ equal: 2, forgotten: 1, crossedLive: 0, divergences: [] });
    expect(witness.view.seq).toBe(6);
  });

  test("says of each live view that differs what it had wrong", async () => {
    const { stream, witness } = watch();
    await stream.hand(wrongAsk);
    await stream.hand({});
    await stream.hand({ bids: sideOf() });
    expect(sumOf([witness])).toEqual({
      equal: 1,
      forgotten: 0,
      crossedLive: 0,
      divergences: [
        "4BTC_USDT epoch 3 seq 7: level 0 is 5e-2 at 1011e-1",
        "4BTC_USDT epoch 3 seq 7: 0 levels, published 2",
      ],
    });
  });

  test("counts live views that are crossed, whether their state is held or not", async () => {
    const { stream, witness } = watch();
    await stream.hand(crossedBid);
    await stream.hand({ ...crossedBid, seq: 6 });
    expect([witness.crossedLive, witness.divergences.length, witness.forgotten]).toEqual([2, 1, 1]);
  });

  test("holds none against the exchange that is not live, and remembers what it was", async () => {
    const { stream, witness } = watch();
    await stream.hand({ ...wrongAsk, status: "stale", reason: "silent" });
    await stream.hand({ ...crossedBid, status: "resyncing", reason: "gap" });
    await stream.hand({});
    expect(sumOf([witness])).toEqual({ equal: 1, forgotten: 0, crossedLive: 0, divergences: [] });
    expect([...witness.statuses]).toEqual(["stale", "resyncing", "live"]);
    expect([...witness.reasons]).toEqual(["silent", "gap"]);
  });
});

describe("until", () => {
  test("resolves at once with the present view where that is as wanted", async () => {
    const { stream, witness } = watch();
    expect(await witness.until(({ status }) => status === "connecting", 0)).toBe(stream.latest);
  });

  test("waits for the first view that is as wanted, past others", async () => {
    const { stream, witness } = watch();
    const wanted = witness.until(({ seq }) => seq >= 8);
    await stream.hand({});
    expect(await isSettled(wanted)).toBe(false);
    await stream.hand({ seq: 8 });
    expect((await wanted).seq).toBe(8);
  });

  test("wakes everybody who waits", async () => {
    const { stream, witness } = watch();
    const both = Promise.all([witness.until(({ seq }) => seq === 7), witness.until(({ status }) => status === "live")]);
    await stream.hand({});
    expect((await both).map(({ seq }) => seq)).toEqual([7, 7]);
  });

  test("keeps no timer of a wait that is over", async () => {
    const { stream, witness } = watch();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    try {
      const wanted = witness.until(({ seq }) => seq === 7);
      expect(vi.getTimerCount()).toBe(1);
      await stream.hand({});
      await wanted;
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  test.each([
    [connecting, "4BTC_USDT is connecting (connecting) at epoch 0, seq 0"],
    [{}, "4BTC_USDT is live (sound) at epoch 3, seq 7"],
  ])("throws after its patience, and says how the book stands: %#", async (parts, standing) => {
    const { stream, witness } = watch();
    await stream.hand(parts);
    const refused = await witness.until(() => false, 0).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(WaitedTooLong);
    expect(refused).toMatchObject({ name: "WaitedTooLong", message: `waited too long: ${standing}` });
  });

  test("has two minutes of patience unless it is told, counted from its call", async () => {
    const { stream, witness } = watch();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    try {
      const wanted = witness.until(({ seq }) => seq === 9);
      const refused = expect(wanted).rejects.toThrow(WaitedTooLong);
      await vi.advanceTimersByTimeAsync(60_000);
      await stream.hand({});
      await vi.advanceTimersByTimeAsync(59_999);
      expect(await isSettled(wanted)).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
      await refused;
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("untilSeqGrewBy", () => {
  test("resolves when seq has grown by so much", async () => {
    const { stream, witness } = watch();
    await stream.hand({ seq: 100 });
    const grown = witness.untilSeqGrewBy(3);
    await stream.hand({ seq: 102 });
    expect(await isSettled(grown)).toBe(false);
    await stream.hand({ seq: 103 });
    expect((await grown).seq).toBe(103);
  });

  test("counts anew in an epoch that began meanwhile", async () => {
    const { stream, witness } = watch();
    await stream.hand({ epoch: 1, seq: 100 });
    const grown = witness.untilSeqGrewBy(3);
    await stream.hand({ epoch: 2, seq: 500 });
    await stream.hand({ epoch: 2, seq: 502 });
    expect(await isSettled(grown)).toBe(false);
    await stream.hand({ epoch: 2, seq: 503 });
    expect((await grown).seq).toBe(503);
  });
});

describe("untilAllLive", () => {
  test("resolves when the last of the books is live", async () => {
    const [first, second] = [watch(), watch()];
    const live = untilAllLive([first.witness, second.witness]);
    await first.stream.hand({});
    await second.stream.hand({ status: "resyncing" });
    expect(await isSettled(live)).toBe(false);
    await second.stream.hand({ updatedAtMs: 0 });
    expect(await isSettled(live)).toBe(true);
  });

  test("takes no state that was published before the given moment", async () => {
    const { stream, witness } = watch();
    const live = untilAllLive([witness], 1001);
    await stream.hand({ updatedAtMs: 1000 });
    await stream.hand({ updatedAtMs: 1001, status: "stale" });
    expect(await isSettled(live)).toBe(false);
    await stream.hand({ updatedAtMs: 1001 });
    expect(await isSettled(live)).toBe(true);
  });
});

test("sumOf adds up what all witnesses saw", async () => {
  const [first, second] = [watch(), watch()];
  await first.stream.hand({});
  await first.stream.hand({ seq: 1 });
  await first.stream.hand(wrongAsk);
  for (const parts of [{}, {}, { seq: 1 }, { seq: 2 }, crossedBid, { ...crossedBid, seq: 2 }]) {
    await second.stream.hand(parts);
  }
  expect(sumOf([first.witness, second.witness])).toEqual({
    equal: 3,
    forgotten: 4,
    crossedLive: 2,
    divergences: [
      "4BTC_USDT epoch 3 seq 7: level 0 is 5e-2 at 1011e-1",
      "4BTC_USDT epoch 3 seq 7: level 0 is 3e-2 at 1010e-1",
    ],
  });
});
