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
    const later = <Answer>(work: () => Promise<Answer>): Promise<Answer> =>
      new Promise((resolve) => {
        clock.after(delayMs, () => void work().then(resolve));
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
    return { clock, kept, keeper, news, stands };
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

  test("tells of a store that does not answer in time, and asks again", async () => {
    const { clock, keeper, news } = scene(700);
    keeper.start();
    await clock.advanceAndSettle(1_200);
    expect(news.map(({ kind }) => kind)).toEqual(["store-failed", "store-failed"]);
    expect(news[0]).toMatchObject({ error: { code: "timed-out" } });
    await keeper.end();
  });
});
