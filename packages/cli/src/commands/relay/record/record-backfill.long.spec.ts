import { rename } from "node:fs/promises";
import { join } from "node:path";
import { openNatsBus, rawStream } from "@depthwire/nats";
import { connectionOf } from "@depthwire/nats/internal";
import { lacksNatsServer } from "@depthwire/testkit/servers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { InspectedRecording } from "../../../recordings/inspect-recording.js";
import { RelayScene, scenePairs } from "../relay-scene.spec-kit.js";

const [pair = ""] = scenePairs;

describe.skipIf(lacksNatsServer)("a recorder that was away (skipped where nats-server is missing)", () => {
  let scene: RelayScene;

  beforeAll(async () => {
    scene = await RelayScene.open();
    await scene.serve("first", "--keep", "10").said({ event: "owns", live: scenePairs.length });
  });
  afterAll(() => scene.close());

  it("needs room at the server", async () => {
    const words = ["relay", "serve", "--name", "greedy", "--pairs", pair, "--keep", "10", "--json"];
    const end = await scene.run([...words, "--keep-megabytes", "100000000"]);
    expect(end).toMatchObject({ exitCode: 1, envelopes: [{ error: { code: "no-frame-store" } }] });
  });

  const record = (directory: string, ...words: readonly string[]) => {
    const channels = words.includes("--channels") ? [] : ["--channels", "depth,deals"];
    return ["relay", "record", directory, pair, ...channels, "--backfill", "10", ...words] as const;
  };

  /** So many are of both channels, and some of them live: behind what was missed, and behind a gap. */
  const someFrames = 20;

  /** Records until something is there, then kills the recorder. */
  async function killed(directory: string, ...words: readonly string[]): Promise<void> {
    const recorder = scene.start(...record(directory, ...words));
    await expect.poll(() => recorder.items.some(({ frames }) => Number(frames) > someFrames)).toBe(true);
    await recorder.kill();
  }

  /** Records until something is there, then ends the recorder as Ctrl-C does. */
  async function recorded(directory: string, ...words: readonly string[]) {
    const stop = new AbortController();
    const onOut = (line: string) => Number(/"frames":(\d+)/.exec(line)?.[1]) > someFrames && stop.abort();
    const end = await scene.run([...record(directory, ...words), "--json"], { signal: stop.signal, onOut });
    expect(end, end.err).toMatchObject({ exitCode: 0 });
    return end.envelopes.at(-1)?.data as { readonly gaps: number; readonly backfilled: number };
  }

  async function inspected(directory: string): Promise<InspectedRecording> {
    const end = await scene.run(["inspect", directory, "--json"]);
    return end.envelopes.at(-1)?.data as InspectedRecording;
  }

  /** Numbers of the book's states that a replay shows. */
  async function replayed(directory: string): Promise<readonly number[]> {
    const { envelopes } = await scene.run(["replay", directory, `depth:${pair}`, "--json"]);
    const items = envelopes
      .filter(({ kind }) => kind === "item")
      .map(({ data }) => data as { event: { depth?: object } });
    return items.map(({ event }) => Number((event.depth as { readonly seq?: number } | undefined)?.seq));
  }

  async function away(): Promise<void> {
    const bus = await openNatsBus({ servers: [scene.server.address], name: "spec" });
    let updates = 0;
    bus.subscribe(`dw1.main.raw.depth.${pair}`, () => updates++);
    await expect.poll(() => updates).toBeGreaterThan(8);
    await bus.close();
  }

  it("has every update, though it was killed, ended and killed again", async () => {
    await killed("kept");
    await away();
    expect((await recorded("kept")).backfilled).toBeGreaterThan(8);
    await away();
    expect((await recorded("kept")).backfilled).toBeGreaterThan(8);
    const seqs = await replayed("kept");
    const [from = 0] = seqs;
    // At the beginning of a run stands the state that the run before ended with.
    expect([...new Set(seqs)]).toEqual(Array.from({ length: new Set(seqs).size }, (_, place) => from + place));
    const { runs } = await inspected("kept");
    expect(runs).toHaveLength(3);
  });

  it("goes on from the end of the run before where segments go to a store", async () => {
    // A channel of which nothing was recorded yet when the recorder was killed would be a gap.
    const words = ["--channels", "depth", "--store", "store"];
    await killed("spool", ...words, "--segment", "500ms");
    await away();
    expect((await recorded("spool", ...words)).backfilled).toBeGreaterThan(8);
  });

  // At least one: on a busy machine books are in doubt now and then, which counts too.
  it("has a gap of each channel where what it missed is kept no longer", async () => {
    await killed("late");
    await away();
    const bus = await openNatsBus({ servers: [scene.server.address], name: "spec" });
    await connectionOf(bus).request(`$JS.API.STREAM.PURGE.${rawStream}`);
    await bus.close();
    const { gaps, backfilled } = await recorded("late");
    expect({ gaps: gaps >= 2, backfilled }).toEqual({ gaps: true, backfilled: 0 });
    const { channels } = await inspected("late");
    expect(channels.map((one) => [one.kind, one.gaps > 0])).toEqual([
      ["deals", true],
      ["depth", true],
    ]);
  });

  it("has a gap where the owner changed meanwhile: another one's frames stand behind a state that was published to nobody", async () => {
    await killed("moved");
    const second = scene.serve("second");
    await second.said({ event: "owns", standby: scenePairs.length });
    await expect.poll(() => scene.run(["relay", "handover", pair])).toMatchObject({ exitCode: 0 });
    const { gaps } = await recorded("moved");
    expect(gaps).toBeGreaterThanOrEqual(2);
  });

  it("begins anew where nothing was recorded", async () => {
    await rename(join(scene.folder, "kept"), join(scene.folder, "elsewhere"));
    expect(await recorded("kept")).toMatchObject({ backfilled: 0 });
  });
});
