import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { known } from "./known.js";
import { RunningRequests } from "./running-requests.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("requests under way are waited for until the last has ended, each counts once", async () => {
  const running = new RunningRequests();
  await running.finish(1_000);
  const [one, other] = [running.begin(), running.begin()];
  const finished = vi.fn();
  const finishing = Promise.all([running.finish(1_000).finally(finished), running.finish(1_000)]);
  one();
  one();
  await vi.advanceTimersByTimeAsync(0);
  expect(finished).not.toHaveBeenCalled();
  other();
  await finishing;
  expect(vi.getTimerCount()).toBe(0);
});

it("requests that hang are waited for no longer than is said", async () => {
  const running = new RunningRequests();
  running.begin();
  const finished = vi.fn();
  const finishing = running.finish(1_000).finally(finished);
  await vi.advanceTimersByTimeAsync(999);
  expect(finished).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await finishing;
});

it("what was found out about a key is known, of a hundred keys", () => {
  const found = new Map<string, string>();
  const findOut = vi.fn((key: string) => `of ${key}`);
  for (let count = 0; count < 100; count++) {
    expect(known(found, String(count), findOut)).toBe(`of ${count}`);
  }
  expect(known(found, "0", findOut)).toBe("of 0");
  expect(findOut).toHaveBeenCalledTimes(100);
  known(found, "100", findOut);
  expect([...found.keys()]).toEqual(["100"]);
});
