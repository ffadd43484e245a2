import { expect, it } from "vitest";
import type { ShownBook } from "../engine/engine-message.js";
import { afterState, noTrust } from "./happenings.js";

function stateOf(status: ShownBook["status"], reason = ""): ShownBook {
  return { status, reason, epoch: 1, seq: 7, updatedAtMs: 0, asks: [], bids: [] };
}

it("a gap is told with its reason, and its end with how long it lasted", () => {
  const told: (string | undefined)[] = [];
  let trust = noTrust;
  for (const [state, nowMs] of [
    [stateOf("syncing", "the connection is being made"), 0],
    [stateOf("live"), 40],
    [stateOf("live"), 50],
    [stateOf("gapped", "an update is missing"), 100],
    [stateOf("gapped", "an update is missing"), 110],
    [stateOf("syncing", "the snapshot has not come"), 120],
    [stateOf("live"), 230.4],
  ] as const) {
    const next = afterState(trust, state, nowMs);
    trust = next.trust;
    told.push(next.words);
  }
  expect(told).toEqual([
    "syncing: the connection is being made",
    "syncing → live: after 40 ms, seq 7 as the venue published it",
    undefined,
    "live → gapped: an update is missing",
    undefined,
    "gapped → syncing: the snapshot has not come",
    "syncing → live: after 130 ms, seq 7 as the venue published it",
  ]);
});
