import { describe, expect, it } from "vitest";
import { auditNames } from "./audit/findings.js";
import { castOf } from "./cast.js";
import { plants } from "./plants/index.js";
import { readScript } from "./run.js";
import { faultsOf, runSeed } from "./run-seed.js";

describe("a simulated world", () => {
  it("comes to nothing that must not be", async () => {
    const seed = 1;
    const { findings, compared } = await runSeed({ seed });
    expect(findings).toEqual([]);
    for (const name of ["books", "live", "events", "orders", "limits", "money", "secrets", "memory"] as const) {
      expect([name, compared[name] ?? 0]).not.toEqual([name, 0]);
    }
    expect((compared.relay ?? 0) > 0).toBe(castOf(seed).hasRelay);
  });

  it("suffers what a script says in place of the seed's own faults", async () => {
    const script = readScript('[{"kind":"cut","atMs":9000,"forMs":0,"trader":0,"size":0.5}]');
    const lines: string[] = [];
    const { faults } = await runSeed({ seed: 7, faults: script, tell: (line) => lines.push(line) });
    expect(faults).toEqual(script);
    expect(lines.filter((line) => line.includes(" fault "))).toHaveLength(1);
  });

  it("refuses a script with a fault that there is not", () => {
    expect(() => readScript('{"kind":"cut"}')).toThrow("a list");
    expect(() => readScript('[{"kind":"flood","atMs":1,"forMs":0,"trader":0,"size":0}]')).toThrow("fault 0");
  });

  it("has another mixture of faults for each seed", () => {
    const mixtures = new Set([1, 2, 3, 4, 5].map((seed) => JSON.stringify(faultsOf(seed))));
    expect(mixtures.size).toBe(5);
  });
});

describe("planted faults", () => {
  it("are named once, and their auditors exist", () => {
    expect(new Set(plants.map(({ name }) => name)).size).toBe(plants.length);
    for (const { foundBy } of plants) {
      expect(auditNames).toEqual(expect.arrayContaining([...foundBy]));
    }
  });
});
