import { expect, it } from "vitest";
import { playCommands } from "./play-commands.js";

it("the same seed gives the same bytes, and another seed others", () => {
  const played = playCommands({ commands: 200, seed: 7 });
  expect(playCommands({ commands: 200, seed: 7 })).toEqual(played);
  const other = playCommands({ commands: 200, seed: 8 });
  for (const part of ["journal", "events", "state"] as const) {
    expect(played[part]).toMatch(/^[0-9a-f]{32}$/);
    expect(other[part]).not.toBe(played[part]);
  }
});

it("the market that is played lives: it trades, and one more command changes every digest but of events", () => {
  const played = playCommands({ commands: 200, seed: 7 });
  expect(played.trades).toBeGreaterThan(50);
  const more = playCommands({ commands: 201, seed: 7 });
  expect(more.journal).not.toBe(played.journal);
  expect(more.state).not.toBe(played.state);
});
