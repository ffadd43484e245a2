import { fakeClock } from "@depthwire/testkit";
import { describe, expect, test } from "vitest";
import { LeaseKeeper, type LeaseNews } from "./lease-keeper.js";
import { decodeLeaseRecord, encodeLeaseRecord } from "./lease-options.js";
import { MemoryLeaseStore } from "./memory-lease-store.js";

const options = { name: "me", leaseMs: 1_000, renewEveryMs: 250, callLimitMs: 500 };
const facts = { isLive: true, isAnotherLive: false, venueMs: 5_000, heardTerm: 0 };

describe("a keeper", () => {
  function scene(delayMs = 10) {
    const clock = fakeClock();
    const kept = new MemoryLeaseStore();
    const way = { answerMs: 0, isLost: false };
    const later = <Answer>(work: () => Promise<Answer>): Promise<Answer> =>
      new Promise((resolve) => {
        const { answerMs, isLost } = way;
        const answer = (done: Answer): void =>
          answerMs === 0 ? resolve(done) : void clock.after(answerMs, () => resolve(done));
        if (!isLost) {
          clock.after(delayMs, () => void work().then(answer));
        }
      });
    const news: LeaseNews[] = [];
    const keeper = new LeaseKeeper({
      store: {
        read: (key) => later(() => kept.read(key)),
        compareAndSet: (key, expected, text) => later(() => kept.compareAndSet(key, expected, text)),
      },
      key: "s00",
      options,
      clock,
      facts: () => facts,
      tell: (one) => news.push(one),
    });
    const stands = async () => decodeLeaseRecord((await kept.read("s00")).text ?? "");
    return { clock, kept, keeper, news, stands, way };
  }

  test("gives back what it was about to take when it ends, and tells of nothing", async () => {
    const { clock, kept, keeper, news, stands } = scene();
    await kept.compareAndSet("s00", 0, encodeLeaseRecord({ holder: "", term: 40 }));
    keeper.start();
    await clock.advanceAndSettle(15);
    expect(keeper.phase).toBe("taking");
    const ended = keeper.end();
    await clock.advanceAndSettle(60);
    await ended;
    expect(await stands()).toEqual({ holder: "", term: 5_000 });
    expect(news).toEqual([]);
    expect(clock.pending()).toBe(0);
  });

  test("is held, offered to an heir, and lost to a larger term", async () => {
    const { clock, kept, keeper, news, stands } = scene();
    await kept.compareAndSet("s00", 0, encodeLeaseRecord({ holder: "", term: 40 }));
    keeper.start();
    await clock.advanceAndSettle(100);
    expect([keeper.phase, keeper.holds(), news]).toEqual(["holding", true, [{ kind: "won", term: 5_000 }]]);
    keeper.offer("she");
    await clock.advanceAndSettle(20);
    expect(await stands()).toEqual({ holder: "me", term: 5_000, heir: "she" });
    keeper.hear(5_001, "she");
    expect([keeper.holds(), news.at(-1)]).toEqual([false, { kind: "lost", term: 5_000, cause: "newer-term" }]);
    await keeper.end();
  });

  test("an offer whose answer was late counts until the store has been told otherwise", async () => {
    const { clock, kept, keeper, news, stands, way } = scene();
    await kept.compareAndSet("s00", 0, encodeLeaseRecord({ holder: "", term: 40 }));
    keeper.start();
    await clock.advanceAndSettle(100);
    way.answerMs = 600;
    keeper.offer("she");
    await clock.advanceAndSettle(505);
    expect(news.at(-1)?.kind).toBe("store-failed");
    expect(await stands()).toEqual({ holder: "me", term: 5_000, heir: "she" });
    expect(keeper.offered).toBe("she");
    way.answerMs = 0;
    keeper.offer(undefined);
    expect(keeper.offered).toBe("she");
    await clock.advanceAndSettle(240);
    expect(await stands()).toEqual({ holder: "me", term: 5_000 });
    expect([keeper.offered, keeper.holds()]).toEqual([undefined, true]);
    const ended = keeper.end();
    await clock.advanceAndSettle(600);
    await ended;
  });

  test("an offer that never reached the store counts until a later word did", async () => {
    const { clock, kept, keeper, stands, way } = scene();
    await kept.compareAndSet("s00", 0, encodeLeaseRecord({ holder: "", term: 40 }));
    keeper.start();
    await clock.advanceAndSettle(100);
    way.isLost = true;
    keeper.offer("she");
    await clock.advanceAndSettle(505);
    way.isLost = false;
    expect(await stands()).toEqual({ holder: "me", term: 5_000 });
    keeper.offer(undefined);
    expect(keeper.offered).toBe("she");
    await clock.advanceAndSettle(25);
    expect([keeper.offered, keeper.holds()]).toEqual([undefined, true]);
    const ended = keeper.end();
    await clock.advanceAndSettle(600);
    await ended;
  });

  test("tells of a store that does not answer in time, and asks again", async () => {
    const { clock, keeper, news } = scene(700);
    keeper.start();
    await clock.advanceAndSettle(1_200);
    expect(news.map(({ kind }) => kind)).toEqual(["store-failed", "store-failed"]);
    expect(news[0]).toMatchObject({ error: { code: "timed-out" } });
    await keeper.end();
  });
});
