import { fakeClock } from "@depthwire/testkit";
import { unzipSync, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { record } from "../record/record.js";
import { MemoryStore } from "../replay/memory-store.spec-kit.js";
import { openRecording, readRecording } from "../segment/open-recording.js";
import { openArchive } from "./open-archive.js";
import { writeArchive } from "./write-archive.js";

/** A store with some segments of which each has one frame of these bytes. */
async function recorded(frames: readonly Uint8Array[]): Promise<MemoryStore> {
  const [store, clock] = [new MemoryStore(), fakeClock()];
  const recording = await record({ clock, store, books: () => [] }, { run: "a run", maxSegmentBytes: 1 });
  const sockets = recording.tap((_, handlers) => {
    handlers.opened();
    for (const frame of frames) {
      handlers.message(frame);
    }
    return { send: () => {}, ping: () => {}, close: () => {} };
  });
  sockets("ws://venue", { opened: () => {}, message: () => {}, controlFrame: () => {}, closed: () => {} });
  await recording.close();
  return store;
}

async function archiveOf(store: MemoryStore): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of writeArchive(store)) {
    parts.push(part);
  }
  return new Uint8Array(Buffer.concat(parts));
}

const frames = [1, 2, 3].map((fill) => new Uint8Array(2_500_000).fill(fill));

describe("a recording in one file", () => {
  it("has every file of the store, byte by byte, and the same segments", async () => {
    const store = await recorded(frames);
    const archive = await archiveOf(store);
    expect(archive.length).toBeLessThan(100_000);
    const opened = openArchive(archive);
    expect(await opened.list()).toEqual(await store.list());
    for (const [name, bytes] of store.files) {
      expect(Buffer.compare(await opened.read(name, 0, bytes.length), bytes)).toBe(0);
      expect(await opened.read(name, 3, 9)).toEqual(bytes.slice(3, 9));
    }
    expect(await openRecording(opened)).toEqual(await openRecording(store));
    // As other programs read it.
    expect(Object.keys(unzipSync(archive)).sort()).toEqual([...store.files.keys()].sort());
  });

  it("is not made of a store without a segment, nor added to", async () => {
    await expect(archiveOf(new MemoryStore())).rejects.toMatchObject({ code: "recording-absent" });
    const opened = openArchive(await archiveOf(await recorded([])));
    expect(() => opened.create("x")).toThrow(expect.objectContaining({ code: "option-invalid" }));
    await expect(opened.replace("x", new Uint8Array())).rejects.toMatchObject({ code: "option-invalid" });
    await expect(opened.truncate("x", 0)).rejects.toMatchObject({ code: "option-invalid" });
  });

  it("without a segment is refused with what was found in its place", async () => {
    const opened = openArchive(zipSync({ "readme.txt": Uint8Array.of(1), "other.txt": Uint8Array.of(2) }));
    await expect(readRecording(opened)).rejects.toMatchObject({
      code: "recording-absent",
      details: { directory: "", found: "an archive of 2 files" },
    });
    await expect(opened.read("absent", 0, 1)).rejects.toMatchObject({
      code: "recording-corrupt",
      details: { file: "absent", check: "archive" },
    });
  });

  it("that is none, is damaged, or is larger than it may be, is refused", async () => {
    const archive = await archiveOf(await recorded(frames));
    for (const [bytes, limits] of [
      [new Uint8Array(0), {}],
      [archive.slice(0, archive.length / 2), {}],
      [archive, { maxFileBytes: 1_000_000 }],
      [archive, { maxFiles: 2 }],
    ] as const) {
      expect(() => openArchive(bytes, limits)).toThrow(expect.objectContaining({ code: "recording-corrupt" }));
    }
    const harmed = archive.slice();
    harmed.fill(0xff, 60, 200);
    const opened = openArchive(harmed);
    const readAll = async (): Promise<void> => {
      for (const { name, bytes } of await opened.list()) {
        await opened.read(name, 0, bytes);
      }
    };
    await expect(readAll()).rejects.toMatchObject({ code: "recording-corrupt" });
  });
});
