import { expect, it } from "vitest";
import { planRounds } from "./plan.js";
import { type DisconnectResult, reportDisconnects } from "./report.js";
import { DisconnectTally } from "./tally.js";

const wanted = 40;

/** A run in which everything was done and nothing went wrong. */
function soundResult(): DisconnectResult {
  const tally = new DisconnectTally();
  let state = 0.1;
  const random = (): number => {
    state = (state * 7.31 + 0.17) % 1;
    return state;
  };
  for (const round of planRounds(wanted, random)) {
    tally.disconnects++;
    for (const part of ["link", "message", "connection", "welcome"] as const) {
      tally.count(part, round);
    }
  }
  return {
    wanted,
    seed: 3,
    elapsedMs: 1234,
    tally,
    witnessed: { equal: 500, forgotten: 0, crossedLive: 0, divergences: [] },
    statistics: {
      gaps: 30,
      resyncs: 60,
      reconnects: 44,
      connectFailures: 8,
      duplicates: 2,
      staleSnapshots: 2,
      internalErrors: 0,
      rejected: { "frame-corrupt": 5 },
    },
  };
}

it("has nothing to say against a sound run", () => {
  const { summary, text, failures } = reportDisconnects(soundResult());
  expect(failures).toEqual([]);
  expect(summary).toMatchObject({
    disconnects: wanted,
    compared: 500,
    divergent: 0,
    crossedLive: 0,
    lostWithoutGap: 0,
  });
  expect(text).toContain("frame-corrupt 5");
});

it.each<[string, (result: DisconnectResult) => DisconnectResult]>([
  ["views differ", (result) => ({ ...result, witnessed: { ...result.witnessed, divergences: ["4A_USDT: level 3"] } })],
  ["crossed views were live", (result) => ({ ...result, witnessed: { ...result.witnessed, crossedLive: 1 } })],
  ["views compared: 0", (result) => ({ ...result, witnessed: { ...result.witnessed, equal: 0 } })],
  ["reconnects: 3", (result) => ({ ...result, statistics: { ...result.statistics, reconnects: 3 } })],
  ["resyncs: 1", (result) => ({ ...result, statistics: { ...result.statistics, resyncs: 1 } })],
  ["1 internal errors", (result) => ({ ...result, statistics: { ...result.statistics, internalErrors: 1 } })],
])("fails when %s", (what, spoil) => {
  const { failures } = reportDisconnects(spoil(soundResult()));
  expect(failures).toHaveLength(1);
  expect(failures[0]).toContain(what);
});

it("fails when a kind was left out, something was lost, or a book did not come back", () => {
  const result = soundResult();
  result.tally.coverage.connection["black-hole"] = 0;
  result.tally.lostWithoutGap.push("lane 1: drop");
  result.tally.unrecovered.push("lane 2");
  const { failures, summary } = reportDisconnects(result);
  expect(failures).toHaveLength(3);
  expect(failures.join()).toMatch(/losses went unnoticed.*lane 2.*connection black-hole: 0/);
  expect(summary).toMatchObject({ lostWithoutGap: 1, unrecovered: 1 });
});
