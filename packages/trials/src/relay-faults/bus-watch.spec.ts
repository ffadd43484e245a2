import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { BusWatch, type WatchedConnection } from "./bus-watch.js";

/** Connections to servers of a cluster; `isCut` says which way loses what goes along it. */
function connections(isCut: (from: number, to: number) => boolean): WatchedConnection[] {
  const heard: { readonly to: number; readonly subject: string; readonly hear: () => void }[] = [];
  return [0, 1, 2].map((place) => ({
    publish: (subject) => {
      for (const { to, subject: wanted, hear } of heard) {
        if (subject === wanted && !isCut(place, to)) {
          hear();
        }
      }
    },
    subscribe: (subject, handler) => {
      heard.push({ to: place, subject, hear: () => handler({ subject, bytes: new Uint8Array(), respond: () => {} }) });
      return () => undefined;
    },
    close: () => Promise.resolve(),
  }));
}

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

test("a bus that passes on what is said is never late", async () => {
  const watch = new BusWatch(
    connections(() => false),
    "own",
  );
  vi.advanceTimersByTime(5_000);
  expect(watch.lateMs({ fromMs: 1_000_000, untilMs: 1_005_000 })).toBe(0);
  await watch.close();
});

test("the way between two servers that loses everything is late for as long, while it lasts and afterwards", async () => {
  let isCut = false;
  const watch = new BusWatch(
    connections((from, to) => isCut && from === 0 && to === 1),
    "own",
  );
  vi.advanceTimersByTime(1_000);
  isCut = true;
  vi.advanceTimersByTime(400);
  expect(watch.lateMs({ fromMs: 1_000_000, untilMs: 1_001_400 })).toBe(400);
  isCut = false;
  vi.advanceTimersByTime(2_000);
  expect(watch.lateMs({ fromMs: 1_000_000, untilMs: 1_003_400 })).toBe(450);
  expect(watch.lateMs({ fromMs: 1_001_200, untilMs: 1_001_300 })).toBe(100);
  expect(watch.lateMs({ fromMs: 1_001_500, untilMs: 1_003_400 })).toBe(0);
  await watch.close();
});

test("a word that is lost alone is not late yet", async () => {
  let isCut = false;
  const watch = new BusWatch(
    connections(() => isCut),
    "own",
  );
  vi.advanceTimersByTime(1_000);
  isCut = true;
  vi.advanceTimersByTime(100);
  isCut = false;
  vi.advanceTimersByTime(1_000);
  expect(watch.lateMs({ fromMs: 1_000_000, untilMs: 1_002_100 })).toBe(0);
  await watch.close();
});
