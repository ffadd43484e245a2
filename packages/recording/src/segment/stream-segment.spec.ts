import { describe, expect, it } from "vitest";
import { MemoryStore } from "../replay/memory-store.spec-kit.js";
import { entriesOf, segmentOf, specHeader } from "../replay/segment.spec-kit.js";
import { listSegments } from "./list-segments.js";
import type { RecordingEntry } from "./recording-entry.js";
import { streamSegment } from "./stream-segment.js";

const name = "00000001.dwrec";

/** Frames of all sizes, one of them longer than most windows. */
const frames = [0, 1, 7, 300, 5_000, 12, 90].map((length, index): RecordingEntry => {
  const frame = new Uint8Array(length).fill(index);
  return { kind: "inbound", connection: 1, elapsedNs: index * 1_000, epochMs: 5 + index, frame };
});
const { bytes, blocks } = segmentOf([[specHeader], ...frames.map((frame) => [frame])]);
const together = segmentOf([[specHeader], frames.slice(0, 4), frames.slice(4)]);

function storeOf(content: Uint8Array): MemoryStore {
  const store = new MemoryStore();
  store.files.set(name, content);
  return store;
}

async function streamed(content: Uint8Array, windowBytes: number) {
  const entries: RecordingEntry[] = [];
  const batches = streamSegment(storeOf(content), { name, bytes: content.length }, { windowBytes });
  for (let next = await batches.next(); ; next = await batches.next()) {
    if (next.done === true) {
      return { entries, tornBytes: next.value };
    }
    entries.push(...next.value.entries);
  }
}

describe("a segment that is read piece by piece", () => {
  it.each([1, 8, 20, 64, 311, 4_096, 1e6])(
    "has the entries of one that is read whole, %d bytes at a time",
    async (window) => {
      const { entries, tornBytes } = await streamed(bytes, window);
      expect(entries).toEqual([specHeader, ...entriesOf(bytes)]);
      expect(tornBytes).toBe(0);
    },
  );

  it.each([16, 400, 1e6])("ends before what is torn, %d bytes at a time", async (window) => {
    const { entries, tornBytes } = await streamed(bytes.slice(0, -3), window);
    expect(entries).toHaveLength(frames.length);
    expect(tornBytes).toBe(bytes.length - 3 - (blocks.at(-1) ?? 0));
    const zeroed = bytes.slice();
    zeroed.fill(0, (blocks.at(-1) ?? 0) + 4);
    expect((await streamed(zeroed, window)).entries).toHaveLength(frames.length);
  });

  it.each([16, 400, 1e6])(
    "hands out what is whole before damage, and says where that is, %d bytes at a time",
    async (window) => {
      const damaged = bytes.slice();
      const offset = blocks[5] ?? 0;
      damaged[offset + 40] = (damaged[offset + 40] as number) ^ 1;
      const entries: RecordingEntry[] = [];
      const read = async (): Promise<void> => {
        const batches = streamSegment(storeOf(damaged), { name, bytes: damaged.length }, { windowBytes: window });
        for await (const batch of batches) {
          entries.push(...batch.entries);
        }
      };
      await expect(read()).rejects.toMatchObject({ code: "recording-corrupt", details: { file: name, offset } });
      expect(entries).toHaveLength(5);
    },
  );

  it.each([1, 64, 700, 4_096, 1e6])(
    "whose blocks have many entries has them all, %d bytes at a time",
    async (window) => {
      expect(await streamed(together.bytes, window)).toEqual({ entries: [specHeader, ...frames], tornBytes: 0 });
      const torn = together.bytes.slice(0, -1);
      const { entries, tornBytes } = await streamed(torn, window);
      expect(entries).toEqual([specHeader, ...frames.slice(0, 4)]);
      expect(tornBytes).toBe(torn.length - (together.blocks[2] as number));
    },
  );

  it("refuses a file that is none, or has not even a header", async () => {
    await expect(streamed(new Uint8Array(30).fill(1), 64)).rejects.toMatchObject({ code: "recording-corrupt" });
    await expect(streamed(bytes.slice(0, 15), 64)).rejects.toMatchObject({ code: "recording-truncated" });
  });
});

describe("the segments of a store", () => {
  it("are listed by their numbers, without being read", async () => {
    const store = new MemoryStore();
    for (const file of ["100000000.dwrec", "00000002.dwrec", "notes.txt", "00000001.dwrec"]) {
      store.files.set(file, bytes);
    }
    expect(await listSegments(store)).toEqual(
      ["00000001.dwrec", "00000002.dwrec", "100000000.dwrec"].map((file) => ({
        name: file,
        bytes: bytes.length,
        indexed: undefined,
      })),
    );
  });
});
