import { seededRandom } from "@depthwire/testkit";
import { expect, it } from "vitest";
import { planRounds, roundKinds } from "./plan.js";

it("deals every kind of every part equally often, in combinations that do not repeat", () => {
  const rounds = planRounds(1000, seededRandom(5));
  for (const part of ["link", "message", "connection", "welcome"] as const) {
    const kinds: readonly string[] = roundKinds[part];
    const counts = kinds.map((kind) => rounds.filter((round) => round[part] === kind).length);
    expect(Math.min(...counts), part).toBeGreaterThanOrEqual(Math.floor(1000 / kinds.length));
    expect(Math.max(...counts), part).toBeLessThanOrEqual(Math.ceil(1000 / kinds.length));
  }
  const together = new Set(rounds.map(({ message, connection }) => `${message} ${connection}`));
  expect(together.size).toBe(roundKinds.message.length * roundKinds.connection.length);
  expect(rounds.every(({ place }) => place >= 0 && place < 1)).toBe(true);
});

it("is decided by the seed", () => {
  expect(planRounds(50, seededRandom(1))).toEqual(planRounds(50, seededRandom(1)));
  expect(planRounds(50, seededRandom(1))).not.toEqual(planRounds(50, seededRandom(2)));
});
