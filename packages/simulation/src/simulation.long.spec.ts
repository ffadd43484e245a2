import { describe, expect, it } from "vitest";
import { castOf, threadsOf } from "./cast.js";
import {
  acceleratorFaultKinds,
  deskFaultKinds,
  faultKinds,
  relayFaultKinds,
  threadFaultKinds,
  traderFaultKinds,
} from "./faults/fault.js";
import { faultsOf, runSeed } from "./run-seed.js";
import { seedOf } from "./seed-of.spec-kit.js";

const ofTrader = seedOf({ traders: 1 });
const ofThreads = seedOf({ traders: 1, threaded: 1 }, (seed) => threadsOf(seed, 0).memory === "shared");
const ofRelay = seedOf({ hasRelay: true });
const ofDesk = seedOf({ hasDesk: true });
const ofAccelerator = seedOf({ hasAccelerator: true });

describe("a simulated world", () => {
  it.each([
    [ofTrader, ["books", "live", "events", "orders", "limits", "money", "secrets", "memory"]],
    [ofThreads, ["books", "live", "threads", "events", "orders", "limits", "money", "secrets", "memory"]],
    [ofRelay, ["books", "live", "relay", "money", "memory"]],
    [ofDesk, ["rivals", "events", "orders", "money", "secrets", "memory"]],
    [ofAccelerator, ["books", "live", "events", "orders", "limits", "reads", "money", "secrets", "memory"]],
  ] as const)("with seed %d comes to nothing that must not be", async (seed, looking) => {
    const { findings, compared } = await runSeed({ seed });
    expect(findings).toEqual([]);
    for (const name of looking) {
      expect([name, compared[name] ?? 0]).not.toEqual([name, 0]);
    }
  });

  it("suffers what can happen to its cast alone, and each kind comes often in some world", () => {
    const often = new Set<string>();
    for (let seed = 1; seed <= 1_000; seed++) {
      const { traders, threaded, hasRelay, hasDesk, hasAccelerator } = castOf(seed);
      const kinds = faultsOf(seed).map(({ kind }) => kind);
      const isKind = (all: readonly string[]) => kinds.some((kind) => all.includes(kind));
      expect([seed, isKind(traderFaultKinds) && traders === 0]).toEqual([seed, false]);
      expect([seed, isKind(threadFaultKinds) && threaded === 0]).toEqual([seed, false]);
      expect([seed, isKind(relayFaultKinds) && !hasRelay]).toEqual([seed, false]);
      expect([seed, isKind(deskFaultKinds) && !hasDesk]).toEqual([seed, false]);
      expect([seed, isKind(acceleratorFaultKinds) && !hasAccelerator]).toEqual([seed, false]);
      for (const kind of kinds) {
        if (kinds.filter((one) => one === kind).length >= 3) {
          often.add(kind);
        }
      }
    }
    expect(faultKinds.filter((kind) => !often.has(kind))).toEqual([]);
  });
});
