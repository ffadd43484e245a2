import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Pace } from "./pace.js";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

it("lets 30 requests go, and the next one a window after the first was answered", async () => {
  const pace = new Pace();
  const answered = await Promise.all(Array.from({ length: 30 }, () => pace.turn()));
  const gone = vi.fn<() => void>();
  void pace.turn().then(gone);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(gone).not.toHaveBeenCalled();
  answered[0]?.();
  await vi.advanceTimersByTimeAsync(4_999);
  expect(gone).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(gone).toHaveBeenCalledOnce();
});
