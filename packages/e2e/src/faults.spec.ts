import type { FaultKind, FaultRule } from "@depthwire/sandbox";
import { profiles } from "@depthwire/sandbox/internal";
import { checkView, sumOf, untilAllLive } from "@depthwire/testkit";
import { describe, expect, it } from "vitest";
import { type Scene, setScene } from "./scene.spec-kit.js";

/** One fault for each pair; the last pair is left alone. */
const kinds: readonly FaultKind[] = ["drop", "gap", "duplicate", "old-snapshot", "corrupt", "reorder"];

function countAll(counts: Readonly<Partial<Record<string, number>>>): number {
  return Object.values(counts).reduce<number>((sum, times) => sum + (times ?? 0), 0);
}

function isSubsetOf(all: readonly string[]): (some: readonly string[]) => boolean {
  return (some) => some.every((one) => all.includes(one));
}

/** Orders the faults and waits until each has happened, and every book is live with a state from after them. */
async function suffer(scene: Scene, rules: readonly FaultRule[]): Promise<void> {
  const happened = (): number => countAll(scene.sandbox.faults.applied());
  const before = happened();
  scene.sandbox.faults.add(...rules);
  await expect.poll(() => happened() - before).toBe(rules.length);
  await untilAllLive(scene.witnesses, Date.now() + 1);
}

const cases = profiles.flatMap((profile) => [0, 2].map((shards) => ({ profile, shards })));

describe.each(cases)("under faults, profile $profile, $shards threads", ({ profile, shards }) => {
  it("no live view ever differs, and all books end as the exchange's", async () => {
    const scene = await setScene({ pairs: kinds.length + 1, profile, seed: 3, depthIntervalMs: 50 }, { shards });
    const { sandbox, venue, witnesses } = scene;
    await untilAllLive(witnesses);

    const rounds = 3;
    for (let round = 0; round < rounds; round++) {
      // Gaps right behind fresh snapshots, three times in a row, are another matter: they call the storm guard.
      await Promise.all(witnesses.map((witness) => witness.untilSeqGrewBy(3)));
      await suffer(
        scene,
        kinds.map((kind, index) => ({ kind, pair: sandbox.pairs[index] ?? "", by: 3 })),
      );
      await suffer(scene, [{ kind: "cut" }]);
    }

    await untilAllLive(witnesses, Date.now());
    const { equal, divergences } = sumOf(witnesses);
    expect(divergences).toEqual([]);
    expect(equal).toBeGreaterThanOrEqual(witnesses.length * rounds);
    expect(witnesses.map(({ view }) => checkView(sandbox.exchange, view))).toEqual(witnesses.map(() => "equal"));

    // What a thread has counted is as old as its last answer.
    await expect.poll(() => venue.statistics().reconnects).toBeGreaterThanOrEqual(rounds);
    const statistics = venue.statistics();
    // A flipped bit can also make the body run on past its end.
    expect(countAll(statistics.rejected)).toBe(rounds);
    expect(Object.keys(statistics.rejected)).toSatisfy(isSubsetOf(["frame-corrupt", "frame-truncated"]));
    expect(statistics.gaps).toBeGreaterThanOrEqual(3 * rounds);
    expect(statistics.duplicates).toBeGreaterThanOrEqual(rounds);
    expect(statistics.staleSnapshots).toBe(rounds);
    expect(statistics.threadsLost).toBe(0);
    expect(statistics.internalErrors).toBe(0);
    const seen = (kind: FaultKind): ReadonlySet<string> => witnesses[kinds.indexOf(kind)]?.reasons ?? new Set();
    for (const kind of ["drop", "gap", "corrupt", "reorder"] as const) {
      expect(seen(kind), kind).toContain("gap");
    }
    for (const kind of ["duplicate", "old-snapshot"] as const) {
      expect(seen(kind), kind).not.toContain("gap");
    }
    expect(witnesses.filter(({ reasons }) => reasons.has("disconnected"))).not.toEqual([]);
  });
});

describe("the witness", () => {
  it("sees a loss that the policy monotonic cannot see: the check is able to fail", async () => {
    const scene = await setScene({ pairs: 1, depthIntervalMs: 50 }, { sequencePolicy: "monotonic" });
    const [witness] = scene.witnesses;
    await untilAllLive(scene.witnesses);
    scene.sandbox.faults.add({ kind: "drop", count: 3 });
    await expect.poll(() => witness?.divergences.length).toBeGreaterThan(0);
    expect(witness?.view.integrity).toBe("unsequenced");
  });
});

describe("a counter that steps by more than 1", () => {
  it("is accepted under the policy monotonic, and its views say that losses cannot be seen", async () => {
    const scene = await setScene({ pairs: 1, depthIntervalMs: 50 }, { sequencePolicy: "monotonic" });
    const [witness] = scene.witnesses;
    await untilAllLive(scene.witnesses);
    await suffer(scene, [{ kind: "gap", by: 5 }]);
    expect(witness?.view.integrity).toBe("unsequenced");
    expect(witness?.view.epoch).toBe(1);
    expect(scene.venue.statistics().gaps).toBe(0);
    expect(sumOf(scene.witnesses).divergences).toEqual([]);
  });
});
