import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type HeartbeatState,
  judgeHeartbeat,
  defaultHeartbeatOptions as options,
  startHeartbeat,
} from "./heartbeat.js";

/** Looks whenever a look is due, until `endMs`. `hears` tells when something came in after a ping. */
function watch(
  heard: readonly number[],
  answerAfterMs: (pingedAtMs: number) => number | undefined,
  endMs: number,
): { deadAtMs: number | undefined; pings: number } {
  let state: HeartbeatState = startHeartbeat(options, 0);
  /** In order of arrival, except the first ones. */
  const arrivals = [...heard];
  let pings = 0;
  for (let nowMs = state.dueAtMs; nowMs <= endMs; nowMs = state.dueAtMs) {
    const heardAtMs = Math.max(0, ...arrivals.slice(-heard.length - 2).filter((arrival) => arrival <= nowMs));
    const judgement = judgeHeartbeat(options, state, heardAtMs, nowMs);
    if (judgement.verdict === "dead") {
      return { deadAtMs: nowMs, pings };
    }
    if (judgement.verdict === "ping") {
      pings++;
      const answer = answerAfterMs(nowMs);
      if (answer !== undefined) {
        arrivals.push(nowMs + answer);
      }
    }
    state = judgement.state;
    // A look that is due at once would be due for ever.
    expect(state.dueAtMs).toBeGreaterThan(nowMs);
  }
  return { deadAtMs: undefined, pings };
}

const arrivals = fc.array(fc.double({ min: 0, max: 60_000, noNaN: true }), { maxLength: 40 });

describe("the heartbeat", () => {
  test("finds a half-open socket within 15 s of the last word, whatever came before", () => {
    fc.assert(
      fc.property(arrivals, (heard) => {
        const lastMs = Math.max(0, ...heard);
        const { deadAtMs } = watch(heard, () => undefined, 200_000);
        expect(deadAtMs).toBeDefined();
        // A gap among the arrivals may end the connection earlier; then the silence before was long enough.
        const lastBefore = Math.max(0, ...heard.filter((arrival) => arrival <= (deadAtMs as number)));
        expect((deadAtMs as number) - lastBefore).toBeGreaterThanOrEqual(options.answerWithinMs);
        expect((deadAtMs as number) - lastMs).toBeLessThanOrEqual(15_000);
      }),
    );
  });

  test("never gives up a quiet connection whose peer answers, in 24 hours", () => {
    const day = 24 * 3_600_000;
    const { deadAtMs, pings } = watch([], () => 7_999, day);
    expect(deadAtMs).toBeUndefined();
    expect(pings).toBeGreaterThan(day / 15_000);
  });

  test("does not ping a busy connection", () => {
    const busy = Array.from({ length: 1_000 }, (_, index) => index * 100);
    expect(watch(busy, () => undefined, 99_000).pings).toBe(0);
  });

  test("after a pause of the whole program it asks again instead of giving up", () => {
    const pinged = { pingedAtMs: 5_000, dueAtMs: 13_000 };
    expect(judgeHeartbeat(options, pinged, 0, 13_000).verdict).toBe("dead");
    const asked = judgeHeartbeat(options, pinged, 0, 60_000);
    expect(asked.verdict).toBe("ping");
    const waited = judgeHeartbeat(options, asked.state, 0, asked.state.dueAtMs);
    expect(waited.verdict).toBe("quiet");
    expect(waited.state.dueAtMs).toBe(60_000 + options.answerWithinMs);
    expect(judgeHeartbeat(options, waited.state, 0, waited.state.dueAtMs).verdict).toBe("dead");
  });

  test("a timer that comes as late as it may found no pause", () => {
    const pinged = { pingedAtMs: 5_000, dueAtMs: 13_000 };
    const latestMs = 13_000 + options.pauseToleranceMs;
    expect(judgeHeartbeat(options, pinged, 0, latestMs).verdict).toBe("dead");
    expect(judgeHeartbeat(options, pinged, 0, latestMs + 1).verdict).toBe("ping");
  });

  test("an answer in the same instant counts", () => {
    const pinged = { pingedAtMs: 5_000, dueAtMs: 10_000 };
    expect(judgeHeartbeat(options, pinged, 5_000, 10_000).verdict).toBe("ping");
  });
});
