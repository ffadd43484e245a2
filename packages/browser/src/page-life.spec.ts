import { describe, expect, it } from "vitest";
import { followPageLife, type LifeEvents } from "./page-life.js";

class Target implements LifeEvents {
  readonly listeners = new Map<string, Set<(event: Event) => void>>();

  addEventListener(type: string, listener: (event: Event) => void): void {
    this.listeners.set(type, (this.listeners.get(type) ?? new Set()).add(listener));
  }

  removeEventListener(type: string, listener: (event: Event) => void): void {
    this.listeners.get(type)?.delete(listener);
  }

  fire(type: string, fields: object = {}): void {
    for (const listener of this.listeners.get(type) ?? []) {
      listener({ type, ...fields } as unknown as Event);
    }
  }

  get count(): number {
    return [...this.listeners.values()].reduce((sum, { size }) => sum + size, 0);
  }
}

function lived() {
  const [scope, document] = [new Target(), new Target()];
  const world = { nowMs: 0, beat: (): void => {} };
  const life = followPageLife({
    scope,
    document,
    monotonicMs: () => world.nowMs,
    epochMs: () => world.nowMs,
    isThrottled: () => false,
    every: (_, callback) => {
      world.beat = callback;
      return () => {
        world.beat = () => {};
      };
    },
  });
  const told: string[] = [];
  life.follow(({ kind }) => told.push(kind));
  life.onReachable(() => told.push("reachable"));
  return { scope, document, world, life, told };
}

describe("the life of a page", () => {
  it.each<[string, (page: ReturnType<typeof lived>) => void, readonly string[]]>([
    [
      "frozen and thawed",
      ({ document }) => ["freeze", "resume"].map((type) => document.fire(type)),
      ["frozen", "reachable"],
    ],
    [
      "put away with its state, and restored",
      ({ scope }) => {
        scope.fire("pagehide", { persisted: true });
        scope.fire("pageshow", { persisted: true });
      },
      ["frozen", "reachable"],
    ],
    ["shown for the first time", ({ scope }) => scope.fire("pageshow", { persisted: false }), []],
    [
      "without a network",
      ({ scope }) => ["offline", "online"].map((type) => scope.fire(type)),
      ["offline", "reachable"],
    ],
    [
      "asleep without an event",
      ({ world }) => {
        world.nowMs += 60_000;
        world.beat();
      },
      ["slept", "reachable"],
    ],
  ])("%s is told, and when it is over", (_, happen, expected) => {
    const page = lived();
    happen(page);
    expect(page.told).toEqual(expected);
  });

  it("tells of a sleep before a reading, while every event still waits", () => {
    const { life, world, told } = lived();
    world.nowMs += 3_600_000;
    life.look();
    expect(told).toEqual(["slept", "reachable"]);
    life.look();
    expect(told).toHaveLength(2);
  });

  it("listens to nothing once it is stopped", () => {
    const { life, scope, document, world, told } = lived();
    life.stop();
    expect([scope.count, document.count]).toEqual([0, 0]);
    world.nowMs += 60_000;
    world.beat();
    expect(told).toEqual([]);
  });
});
