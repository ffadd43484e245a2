import { expect, it } from "vitest";
import { eventWords } from "./event-words.js";

it("counts one pair as one", () => {
  const plan = { kind: "plan", revision: 3, instances: ["alpha"] } as const;
  expect(eventWords({ ...plan, pairs: 1 })).toBe("plan 3: 1 pair on alpha");
  expect(eventWords({ ...plan, pairs: 2 })).toBe("plan 3: 2 pairs on alpha");
});
