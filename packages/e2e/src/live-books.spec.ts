import { profiles } from "@depthwire/sandbox/internal";
import { checkView, sumOf, untilAllLive } from "@depthwire/testkit";
import { describe, expect, it } from "vitest";
import { setScene } from "./scene.spec-kit.js";

const cases = profiles.flatMap((profile) => [0, 2].map((shards) => ({ profile, shards })));

describe.each(cases)("20 pairs, profile $profile, $shards threads", ({ profile, shards }) => {
  it("are all live, and every live view is exactly what the exchange published", async () => {
    // Nothing is lost here: a machine that is busy may take its time for a snapshot.
    const patient = { resync: { snapshotTimeoutMs: 10_000 } };
    const { venue, witnesses } = await setScene({ pairs: 20, profile, seed: 20 }, { shards, ...patient });
    await untilAllLive(witnesses);
    const epochs = new Set(witnesses.map(({ view }) => view.epoch));
    await Promise.all(witnesses.map((witness) => witness.untilSeqGrewBy(10)));
    const { equal, forgotten, divergences } = sumOf(witnesses);
    expect(divergences).toEqual([]);
    expect(forgotten).toBe(0);
    expect(equal).toBeGreaterThanOrEqual(20 * 5);
    expect(epochs).toEqual(new Set([1]));
    expect(venue.statistics()).toMatchObject({ gaps: 0, resyncs: 0, rejected: {}, threadsLost: 0, connectFailures: 0 });
  });
});

describe("the check itself", () => {
  it("tells a view from any other published state", async () => {
    const { sandbox, witnesses } = await setScene({ pairs: 1 }, {});
    const [witness] = witnesses;
    if (witness === undefined) {
      throw new RangeError("no pair");
    }
    const early = await witness.until((view) => view.status === "live");
    const later = await witness.untilSeqGrewBy(2);
    const mislabelled = Object.create(later, { seq: { value: early.seq } }) as typeof later;
    expect(checkView(sandbox.exchange, later)).toBe("equal");
    expect(checkView(sandbox.exchange, mislabelled)).toHaveProperty("different");
  });
});
