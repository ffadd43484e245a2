import { setTimeout as pause } from "node:timers/promises";
import { lacksNatsServer } from "@depthwire/testkit/servers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Envelope } from "../../../program/envelope.js";
import type { InspectedRecording } from "../../../recordings/inspect-recording.js";
import { type RelayProcess, RelayScene, scenePairs } from "../relay-scene.spec-kit.js";

const [pair = ""] = scenePairs;
const kinds = ["depth", "deals"] as const;
/** Beyond every limit of trust, however quick the machine: a slow one is silent longer. */
const silentMs = 1_500;

describe.skipIf(lacksNatsServer)("holes of a recording (skipped where nats-server is missing)", () => {
  let scene: RelayScene;
  let first: RelayProcess;

  beforeAll(async () => {
    scene = await RelayScene.open();
    first = scene.serve("first");
    await first.said({ event: "owns", live: scenePairs.length });
  });
  afterAll(() => scene.close());

  const framesOf = ({ items }: RelayProcess): number => Number(items.at(-1)?.["frames"] ?? 0);

  /** Records while something happens, and some frames behind it. @returns what the recorder said, and what the files say */
  async function recordedThrough(directory: string, happens: () => Promise<void>) {
    const recorder = scene.start("relay", "record", directory, pair, "--channels", kinds.join(","));
    await expect.poll(() => framesOf(recorder)).toBeGreaterThan(10);
    await happens();
    const before = framesOf(recorder);
    await expect.poll(() => framesOf(recorder)).toBeGreaterThan(before + 20);
    await recorder.interrupt();
    const { gaps } = (recorder.end as Envelope).data as { readonly gaps: number };
    const end = await scene.run(["inspect", directory, "--json"]);
    const inspected = end.envelopes.at(-1)?.data as InspectedRecording;
    expect(inspected.gaps, "as many as the recorder said").toHaveLength(gaps);
    return inspected.gaps;
  }

  /** Kinds of channels that a list of gaps is about. */
  const told = (gaps: InspectedRecording["gaps"]) =>
    kinds.filter((kind) => gaps.some(({ channel }) => channel.endsWith(kind)));

  it("are the times in which the bus was silent, of each channel, from the last message on", async () => {
    const gaps = await recordedThrough("frozen", async () => {
      scene.server.signal("SIGSTOP");
      await pause(silentMs);
      scene.server.signal("SIGCONT");
    });
    expect(told(gaps)).toEqual(kinds);
    for (const kind of kinds) {
      const longest = Math.max(
        ...gaps.filter(({ channel }) => channel.endsWith(kind)).map(({ fromMs, toMs }) => toMs - fromMs),
      );
      expect(longest, kind).toBeGreaterThan(silentMs - 500);
    }
    const end = await scene.run(["replay", "frozen", `depth:${pair}`, "--as", "book", "--json"]);
    const statuses = end.envelopes.map(({ data }) => (data as { readonly status?: string } | undefined)?.status);
    expect(statuses, "a replay shows the book as it was shown").toContain("stale");
  });

  it("are the times between two owners, where one is killed and where it hands over", async () => {
    const second = scene.serve("second");
    await second.said({ event: "owns", standby: scenePairs.length });
    const killed = await recordedThrough("killed", async () => {
      await first.kill();
      await second.said({ event: "owns", live: scenePairs.length });
    });
    expect(told(killed)).toEqual(kinds);
    const third = scene.serve("third");
    await third.said({ event: "owns", standby: scenePairs.length });
    const handed = await recordedThrough("handed", async () => {
      await expect.poll(() => scene.run(["relay", "handover", pair])).toMatchObject({ exitCode: 0 });
    });
    expect(told(handed)).toEqual(kinds);
    expect(handed.map(({ reason }) => reason)).toContain("owner-changed");
  });
});
