import { beforeEach, describe, expect, it, vi } from "vitest";
import { ownText } from "../text/own-text.js";
import { AbortListeners } from "./abort-listeners.js";
import { queueTurnEnd } from "./microtask.js";

/** A signal that counts who listens to it. */
class CountedSignal extends EventTarget {
  aborted = false;
  listeners = 0;

  override addEventListener(...parts: Parameters<EventTarget["addEventListener"]>): void {
    this.listeners++;
    super.addEventListener(...parts);
  }

  override removeEventListener(...parts: Parameters<EventTarget["removeEventListener"]>): void {
    this.listeners--;
    super.removeEventListener(...parts);
  }

  abort(): void {
    this.aborted = true;
    this.dispatchEvent(new Event("abort"));
  }
}

describe("followers of a signal", () => {
  let signal: CountedSignal;
  let listeners: AbortListeners;
  let called: string[];
  const follow = (name: string) =>
    listeners.follow(signal as unknown as AbortSignal, () => {
      called.push(name);
    });

  beforeEach(() => {
    signal = new CountedSignal();
    listeners = new AbortListeners();
    called = [];
  });

  it("share one listener, and are all called once", () => {
    follow("a");
    follow("b");
    expect(signal.listeners).toBe(1);
    signal.abort();
    signal.abort();
    expect([called, signal.listeners]).toEqual([["a", "b"], 0]);
  });

  it("may leave, and the last one takes the listener along", () => {
    const leave = follow("a");
    const leaveToo = follow("b");
    leave();
    expect(signal.listeners).toBe(1);
    leaveToo();
    expect(signal.listeners).toBe(0);
    follow("c");
    expect(signal.listeners).toBe(1);
    signal.abort();
    expect(called).toEqual(["c"]);
  });

  it("are called at once by a signal that is aborted, without a listener", () => {
    signal.abort();
    follow("a")();
    expect([called, signal.listeners]).toEqual([["a"], 0]);
  });
});

describe("the end of a turn", () => {
  it.each([
    ["of the host's queue", globalThis.queueMicrotask],
    ["without one", undefined],
  ])("comes after the turn and before any timer, %s", async (_, queue) => {
    vi.stubGlobal("queueMicrotask", queue);
    const order: string[] = [];
    const timer = new Promise<void>((resolve) => {
      setTimeout(() => {
        order.push("timer");
        resolve();
      });
    });
    queueTurnEnd(() => order.push("task"));
    order.push("turn");
    await timer;
    expect(order).toEqual(["turn", "task", "timer"]);
  });
});

it("a text of its own is the same text", () => {
  expect(ownText("4BTC_USDT 💶")).toBe("4BTC_USDT 💶");
});
