/**
 * How long to wait for the next of many turns that come at even distances, in milliseconds: whatever has the same distance has its turn at the same
 * time, so that what 64 shards say leaves in one write. Between half and one and a half of the distance.
 */
export function untilNextTurnMs(nowMs: number, everyMs: number): number {
  return (Math.round(nowMs / everyMs) + 1) * everyMs - nowMs;
}
