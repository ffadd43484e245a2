import { beforeEach, describe, expect, test, vi } from "vitest";
import { entriesOf } from "../replay/segment.spec-kit.js";
import { openRecording, repairRecording } from "../segment/open-recording.js";
import { decodeIndex, indexName, indexPartName, segmentsPerIndexPart } from "../segment/recording-index.js";
import { SegmentReader } from "../segment/segment-reader.js";
import { RecordingScene } from "./recording-scene.spec-kit.js";

let scene: RecordingScene;

beforeEach(() => {
  scene = new RecordingScene();
});

describe("segments", () => {
  test("end when they are old enough", async () => {
    await scene.start({ maxSegmentMs: 60_000 });
    scene.open();
    scene.clock.advance(59_999);
    scene.network.last.bytes(Uint8Array.of(1));
    scene.clock.advance(1);
    scene.network.last.bytes(Uint8Array.of(2));
    await scene.recording.close();
    expect(scene.kinds("00000001.dwrec")).toEqual(["connecting", "inbound", "end"]);
    expect(scene.kinds("00000002.dwrec")).toEqual(["connection", "inbound", "end"]);
    expect(new SegmentReader(scene.store.bytesOf("00000002.dwrec")).header).toMatchObject({
      run: "run-1",
      sequence: 2,
      startedMonotonicMs: 60_000,
    });
  });

  test("end when they are large enough", async () => {
    await scene.start({ maxSegmentBytes: 10_000 });
    scene.open();
    for (let frame = 0; frame < 100; frame++) {
      scene.network.last.bytes(new Uint8Array(1_000));
    }
    await scene.recording.close();
    expect(scene.store.segments).toHaveLength(10);
    for (const name of scene.store.segments) {
      expect(scene.store.bytesOf(name).length).toBeLessThan(11_500);
    }
  });

  test("are in the index, and the index is what reading them gives", async () => {
    await scene.start({ maxSegmentBytes: 2_000 });
    scene.open();
    for (let frame = 0; frame < 10; frame++) {
      scene.clock.advance(10);
      scene.network.last.bytes(new Uint8Array(500));
    }
    await scene.recording.close();
    const part = indexPartName(1);
    const index = decodeIndex(scene.store.bytesOf(part));
    expect(index.map(({ name }) => name)).toEqual(scene.store.segments);
    expect(index.reduce((sum, { frames }) => sum + frames, 0)).toBe(10);
    const withoutIndex = scene.store.copy();
    withoutIndex.files.delete(part);
    expect(await openRecording(withoutIndex)).toEqual(index);
    const withBadIndex = scene.store.copy();
    withBadIndex.files.set(part, scene.store.bytesOf(part).fill(7, 20, 30));
    expect(await openRecording(withBadIndex)).toEqual(index);
  });

  test("of a run of many days are found again, by an index that is written in parts of one size", async () => {
    const replaced = new Map<string, number[]>();
    const replace = scene.store.replace.bind(scene.store);
    scene.store.replace = (name, content) => {
      replaced.set(name, [...(replaced.get(name) ?? []), content.length]);
      return replace(name, content);
    };
    await scene.start({ maxSegmentBytes: 100 });
    scene.open();
    const segments = 3 * segmentsPerIndexPart + 1;
    for (let segment = 0; segment < segments; segment++) {
      scene.network.last.bytes(new Uint8Array(200));
    }
    await scene.recording.close();
    expect(scene.store.segments.length).toBeGreaterThanOrEqual(segments);
    const parts = [...replaced].filter(([name]) => name !== indexName);
    expect(parts.length).toBe(Math.ceil(scene.store.segments.length / segmentsPerIndexPart));
    const [first, ...others] = parts.map(([, sizes]) => Math.max(...sizes));
    for (const size of others) {
      expect(size).toBeLessThan(1.1 * (first as number));
    }
    // Nothing is read through that an index knows.
    const read = vi.spyOn(scene.store, "read");
    const found = await openRecording(scene.store);
    expect(found.map(({ name }) => name)).toEqual(scene.store.segments);
    expect(read.mock.calls.filter(([name]) => name.endsWith(".dwrec"))).toEqual([]);
    // The next run begins with what it found as one index.
    expect(await repairRecording(scene.store)).toEqual(found);
    expect(decodeIndex(scene.store.bytesOf(indexName))).toEqual(found);
  });

  test("reach the store in time, without a write for each frame", async () => {
    await scene.start({ flushAfterMs: 100 });
    scene.open();
    for (let frame = 0; frame < 50; frame++) {
      scene.network.last.bytes(new Uint8Array(10));
    }
    const before = scene.store.appends.length;
    scene.clock.advance(99);
    expect(scene.store.appends).toHaveLength(before);
    scene.clock.advance(1);
    expect(scene.store.appends).toHaveLength(before + 1);
    expect(entriesOf(scene.store.bytesOf("00000001.dwrec"))).toHaveLength(51);
    await scene.recording.close();
    expect(scene.clock.pending()).toBe(0);
  });
});

describe("after a crash", () => {
  test("at any byte, what is whole stays, the rest is cut off, and the next run goes on behind it", async () => {
    await scene.start();
    scene.open();
    for (let frame = 0; frame < 5; frame++) {
      scene.network.last.bytes(Uint8Array.of(0x30, frame, frame));
    }
    scene.recording.flush();
    const whole = scene.store.bytesOf("00000001.dwrec");
    const entries = entriesOf(whole);
    for (let length = 0; length < whole.length; length++) {
      const crashed = scene.store.copy();
      crashed.files.set("00000001.dwrec", whole.slice(0, length));
      const segments = await repairRecording(crashed);
      if (segments.length === 0) {
        continue;
      }
      const kept = entriesOf(crashed.bytesOf("00000001.dwrec"));
      expect(kept).toEqual(entries.slice(0, kept.length));
      expect(crashed.bytesOf("00000001.dwrec")).toHaveLength(segments[0]?.bytes ?? -1);
      expect(segments[0]?.bytes).toBeLessThanOrEqual(length);
      expect(decodeIndex(crashed.bytesOf(indexName))).toEqual(segments);
    }
    await scene.recording.close();
  });

  test("what was flushed is read, and what waits is lost as a whole: no block is held back for longer", async () => {
    await scene.start({ flushAfterMs: 100 });
    scene.open();
    for (let frame = 0; frame < 300; frame++) {
      scene.network.last.bytes(new Uint8Array(1_000));
    }
    // 300 kB: what is full has been written, and less than a block waits.
    const killed = entriesOf(scene.store.bytesOf("00000001.dwrec")).filter(({ kind }) => kind === "inbound");
    expect(killed.length * 1_000).toBeGreaterThan(300_000 - 65_536);
    expect(Math.max(...scene.store.appends)).toBeLessThanOrEqual(65_536);
    scene.clock.advance(100);
    expect(entriesOf(scene.store.bytesOf("00000001.dwrec"))).toHaveLength(301);
    await scene.recording.close();
  });

  test("of a segment that was ended, only its end can be taken for torn", async () => {
    await scene.start();
    scene.open();
    scene.network.last.bytes(new Uint8Array(50));
    await scene.recording.close();
    const bytes = scene.store.bytesOf("00000001.dwrec");
    const middle = Math.floor(bytes.length / 2);
    bytes[middle] = (bytes[middle] as number) ^ 1;
    scene.store.files.delete(indexPartName(1));
    await expect(openRecording(scene.store)).rejects.toMatchObject({ code: "recording-corrupt" });
  });

  test("a segment without a header does not stop the next run", async () => {
    await scene.store.replace("00000001.dwrec", new Uint8Array(3).fill(0x44, 0, 1).fill(0x57, 1, 2).fill(0x52, 2));
    await scene.start();
    scene.open();
    await scene.recording.close();
    expect(scene.store.segments).toEqual(["00000001.dwrec", "00000002.dwrec"]);
    expect((await openRecording(scene.store)).map(({ name }) => name)).toEqual(["00000002.dwrec"]);
  });

  test("a file that is shorter than the index knows it is no torn one", async () => {
    await scene.start();
    scene.open();
    await scene.recording.close();
    const { length } = scene.store.bytesOf("00000001.dwrec");
    await scene.store.truncate("00000001.dwrec", length - 1);
    await expect(openRecording(scene.store)).rejects.toMatchObject({
      code: "recording-truncated",
      details: { file: "00000001.dwrec", offset: length - 1 },
    });
  });

  test("damage in the middle is an error with its place", async () => {
    await scene.start();
    scene.open();
    scene.network.last.bytes(new Uint8Array(50));
    scene.recording.flush();
    scene.network.last.bytes(new Uint8Array(50));
    scene.recording.flush();
    const bytes = scene.store.bytesOf("00000001.dwrec");
    bytes[60] = (bytes[60] as number) ^ 1;
    await expect(openRecording(scene.store)).rejects.toMatchObject({
      code: "recording-corrupt",
      details: { file: "00000001.dwrec", offset: expect.any(Number) as number },
    });
    await scene.recording.close();
  });
});
