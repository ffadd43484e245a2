import { describe, expect, test } from "vitest";
import { joinGaps, type StreamGap } from "./gap.js";

const gap = (more: Partial<StreamGap> = {}): StreamGap => ({
  kind: "gap",
  fromMs: 10,
  toMs: 20,
  reason: "disconnected",
  dropped: 0,
  missing: "nothing",
  ...more,
});

describe("two gaps that become one", () => {
  test("span both, add up what is missing, and keep the worse word", () => {
    expect(joinGaps(gap({ dropped: 2, missing: "unknown" }), gap({ fromMs: 15, toMs: 40, dropped: 3 }))).toEqual(
      gap({ toMs: 40, dropped: 5, missing: "unknown" }),
    );
    expect(joinGaps(gap(), gap({ missing: "something" })).missing).toBe("something");
    expect(joinGaps(gap(), gap()).missing).toBe("nothing");
  });

  test("are an overflow when either is, else what the later one is", () => {
    expect(joinGaps(gap({ reason: "overflow" }), gap()).reason).toBe("overflow");
    expect(joinGaps(gap(), gap({ reason: "overflow" })).reason).toBe("overflow");
    expect(joinGaps(gap(), gap({ reason: "rejected" })).reason).toBe("rejected");
  });

  test("span the candles of both, and of the one that has any", () => {
    const early = gap({ candles: { afterMs: 100, beforeMs: 300 } });
    const late = gap({ candles: { afterMs: 200, beforeMs: 400 } });
    expect(joinGaps(early, late).candles).toEqual({ afterMs: 100, beforeMs: 400 });
    expect(joinGaps(late, early).candles).toEqual({ afterMs: 100, beforeMs: 400 });
    expect(joinGaps(early, gap()).candles).toEqual(early.candles);
    expect(joinGaps(gap(), late).candles).toEqual(late.candles);
    expect(joinGaps(gap(), gap())).not.toHaveProperty("candles");
  });
});
