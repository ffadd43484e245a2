import type { FaultRule } from "@depthwire/sandbox";
import { sumOf, untilAllLive } from "@depthwire/testkit";
import { describe, expect, it } from "vitest";
import { type Scene, setScene } from "./scene.spec-kit.js";

/** Two live books; the first is the one that suffers. */
async function setLiveScene(shards: number): Promise<Scene> {
  const scene = await setScene({ pairs: 2, depthIntervalMs: 50 }, { shards });
  await untilAllLive(scene.witnesses);
  await Promise.all(scene.witnesses.map((witness) => witness.untilSeqGrewBy(2)));
  return scene;
}

/** Nothing died, nothing lied, and the book is live again with a state from after the fault. */
async function expectRecovery(scene: Scene): Promise<void> {
  await untilAllLive(scene.witnesses, Date.now());
  expect(sumOf(scene.witnesses).divergences).toEqual([]);
  expect(scene.venue.statistics()).toMatchObject({ threadsLost: 0, internalErrors: 0 });
}

describe.each([{ shards: 0 }, { shards: 1 }])("a bad message with $shards threads", ({ shards }) => {
  it.each<{ rule: FaultRule; code: string }>([
    { rule: { kind: "unknown-marker" }, code: "frame-unknown-marker" },
    { rule: { kind: "truncate", bytes: 40 }, code: "frame-truncated" },
    { rule: { kind: "truncate", bytes: 0 }, code: "frame-empty" },
    { rule: { kind: "bomb" }, code: "frame-too-large" },
    { rule: { kind: "oversize" }, code: "frame-too-large" },
    { rule: { kind: "not-json" }, code: "json-syntax" },
    { rule: { kind: "wrong-shape" }, code: "message-shape" },
    { rule: { kind: "wrong-pair" }, code: "pair-mismatch" },
  ])("$rule is counted as $code, and the book heals", async ({ rule, code }) => {
    const scene = await setLiveScene(shards);
    const [pair = ""] = scene.sandbox.pairs;
    const before = { epoch: scene.witnesses[1]?.view.epoch ?? 0, reconnects: scene.venue.statistics().reconnects };
    scene.sandbox.faults.add({ ...rule, pair });
    await expect.poll(() => scene.venue.statistics().rejected).toEqual({ [code]: 1 });
    await expectRecovery(scene);
    const [harmed, other] = scene.witnesses;
    // On a starved machine the connection may be given up besides, which begins both books anew.
    const { reconnects } = scene.venue.statistics();
    expect(harmed?.view.epoch).toBeGreaterThanOrEqual(2);
    expect(other?.view.epoch).toBeLessThanOrEqual(before.epoch + reconnects - before.reconnects);
  });

  it("a bid at the best ask makes the book crossed, never live", async () => {
    const scene = await setLiveScene(shards);
    scene.sandbox.faults.add({ kind: "crossed", pair: scene.sandbox.pairs[0] ?? "" });
    await expect.poll(() => scene.venue.statistics().crossed).toBe(1);
    await expectRecovery(scene);
    expect(scene.witnesses[0]?.reasons).toContain("crossed");
  });

  it("a price in add and del of one side makes the book resync, and says why", async () => {
    const scene = await setLiveScene(shards);
    scene.sandbox.faults.add({ kind: "ambiguous", pair: scene.sandbox.pairs[0] ?? "" });
    await scene.witnesses[0]?.until((view) => view.epoch === 2);
    await expectRecovery(scene);
    expect(scene.witnesses[0]?.reasons).toContain("ambiguous-level");
  });
});

describe("before a snapshot", () => {
  it("updates are counted and shown nowhere; a subscription without answer is made again", async () => {
    const scene = await setScene({ pairs: 1, depthIntervalMs: 50 }, {});
    scene.sandbox.faults.add({ kind: "drop", on: "snapshots", count: 2 });
    const [witness] = scene.witnesses;
    await untilAllLive(scene.witnesses);
    const { awaitingSnapshot, unanswered } = scene.venue.statistics();
    expect(awaitingSnapshot).toBeGreaterThan(0);
    expect(unanswered).toBe(2);
    expect(witness?.reasons).toContain("awaiting-snapshot");
    expect(witness?.statuses).toEqual(new Set(["syncing", "live"]));
    await expectRecovery(scene);
  });
});

describe("a refused connection", () => {
  it.each([{ shards: 0 }, { shards: 1 }])(
    "is a status with $shards threads, and is tried again",
    async ({ shards }) => {
      const scene = await setLiveScene(shards);
      scene.sandbox.faults.add({ kind: "refuse", count: 2 }, { kind: "cut" });
      await expect.poll(() => scene.venue.statistics().connectFailures).toBe(2);
      await expectRecovery(scene);
      for (const { statuses, reasons } of scene.witnesses) {
        expect(statuses).toContain("stale");
        expect(reasons).toContain("upgrade-refused");
      }
    },
  );

  it("is a status from the very start, where nobody listens", async () => {
    const scene = await setScene({ pairs: 1 }, {});
    await untilAllLive(scene.witnesses);
    await scene.sandbox.close();
    const [witness] = scene.witnesses;
    const view = await witness?.until(({ reason }) => reason === "connection-failed");
    expect(view?.status).toBe("stale");
    expect(view?.asks.length).toBeGreaterThan(0);
    const late = scene.venue.book("4NEW_USDT");
    for await (const { status, reason } of late) {
      expect(status).toBe("syncing");
      if (reason === "connection-failed") {
        break;
      }
    }
  });
});
