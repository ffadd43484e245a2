import { afterEach, expect, test, vi } from "vitest";
import { patiently } from "./patiently.js";

afterEach(() => {
  vi.restoreAllMocks();
});

/** Work that fails so often, and says each time which failure it was. */
function workThatFails(times: number) {
  const work = vi.fn(async () => {
    if (work.mock.calls.length <= times) {
      throw new Error(`failure ${work.mock.calls.length}`);
    }
    return "done";
  });
  return work;
}

test("what succeeds at once is done once", async () => {
  const work = workThatFails(0);
  expect(await patiently(work)).toBe("done");
  expect(work).toHaveBeenCalledTimes(1);
});

test("what fails is tried again, with a pause before each time", async () => {
  const work = workThatFails(2);
  const sinceMs = performance.now();
  expect(await patiently(work)).toBe("done");
  expect(work).toHaveBeenCalledTimes(3);
  expect(performance.now() - sinceMs).toBeGreaterThan(90);
});

test.each([
  [undefined, 120_000],
  [500, 500],
])("of %s milliseconds of patience %i are kept; the last failure is told", async (withinMs, endMs) => {
  const times = [1_000, 1_000 + endMs, 1_000 + endMs + 0.1];
  vi.spyOn(performance, "now").mockImplementation(() => times.shift() ?? Number.POSITIVE_INFINITY);
  const work = workThatFails(5);
  await expect(patiently(work, withinMs)).rejects.toThrow("failure 2");
});
