import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ChannelItem } from "./channel-item.js";
import { ChannelQueue } from "./channel-queue.js";

const limit = 3;
const event = (receivedAtMs: number): ChannelItem => ({
  kind: "event",
  receivedAtMs,
  event: { kind: "deals", pair: "4BTC_USDT" as never, dataKind: "incremental", deals: [] },
});
const command = fc.oneof(
  { weight: 6, arbitrary: fc.constant("event" as const) },
  { weight: 1, arbitrary: fc.constant("gap" as const) },
  { weight: 1, arbitrary: fc.constant("status" as const) },
  { weight: 1, arbitrary: fc.constant("take" as const) },
);
const statuses = ["subscribed", "live", "disconnected"] as const;

describe("a queue", () => {
  test("is bounded, keeps the order, and loses nothing without counting it once", () => {
    let dropped = 0;
    fc.assert(
      fc.property(fc.array(command, { maxLength: 60, size: "max" }), (commands) => {
        const queue = new ChannelQueue({ kind: "queue", limit });
        const taken: ChannelItem[] = [];
        let events = 0;
        let latest: string | undefined;
        const take = (): void => {
          const batch = queue.take();
          expect(batch.filter(({ kind }) => kind === "event").length).toBeLessThanOrEqual(limit);
          expect(batch.length).toBeLessThanOrEqual(3 * limit + 2);
          taken.push(...batch);
        };
        for (const [atMs, what] of commands.entries()) {
          switch (what) {
            case "event":
              dropped += queue.push(event(atMs));
              events++;
              break;
            case "gap":
              queue.push({
                kind: "gap",
                fromMs: atMs,
                toMs: atMs,
                reason: "rejected",
                dropped: 1,
                missing: "something",
              });
              events++;
              break;
            case "status":
              latest = statuses[atMs % 3];
              queue.push({ kind: "status", status: latest as never });
              break;
            case "take":
              take();
              break;
          }
        }
        take();
        expect(queue.isEmpty).toBe(true);
        const counted = taken.map((item) => (item.kind === "event" ? 1 : item.kind === "gap" ? item.dropped : 0));
        expect(counted.reduce((sum, count) => sum + count, 0)).toBe(events);
        const times = taken.flatMap((item) =>
          item.kind === "event" ? [item.receivedAtMs] : item.kind === "gap" ? [item.fromMs, item.toMs] : [],
        );
        expect(times).toEqual(times.toSorted((left, right) => left - right));
        expect(taken.findLast(({ kind }) => kind === "status")).toEqual(latest && { kind: "status", status: latest });
      }),
      { numRuns: 1_000 },
    );
    expect(dropped).toBeGreaterThan(200);
  });

  test("says in one place what it dropped, and keeps the status of then", () => {
    const queue = new ChannelQueue({ kind: "queue", limit: 2 });
    queue.push({ kind: "status", status: "live" });
    for (const atMs of [1, 2, 3, 4]) {
      queue.push(event(atMs));
    }
    expect(queue.take()).toEqual([
      { kind: "status", status: "live" },
      { kind: "gap", fromMs: 1, toMs: 2, reason: "overflow", dropped: 2, missing: "something" },
      event(3),
      event(4),
    ]);
  });

  test("that conflates has the newest message alone, and misses nothing", () => {
    const queue = new ChannelQueue({ kind: "conflate" });
    queue.push(event(1));
    queue.push({ kind: "gap", fromMs: 1, toMs: 2, reason: "disconnected", dropped: 0, missing: "unknown" });
    queue.push({ kind: "status", status: "live" });
    expect(queue.push(event(3))).toBe(0);
    expect(queue.take()).toEqual([{ kind: "status", status: "live" }, event(3)]);
  });
});
