import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DirectorySegmentStore } from "./directory-segment-store.js";
import { SegmentMover } from "./segment-mover.js";

describe("a directory as a store of segments", () => {
  let place: string;
  let store: DirectorySegmentStore;
  const [first, second] = ["00000001.dwrec", "00000002.dwrec"] as const;

  beforeEach(async () => {
    place = await mkdtemp(join(tmpdir(), "depthwire-store-"));
    store = new DirectorySegmentStore(join(place, "store"));
  });
  afterEach(() => rm(place, { recursive: true }));

  async function* parts(...texts: readonly string[]): AsyncIterable<Uint8Array> {
    for (const text of texts) {
      yield new TextEncoder().encode(text);
    }
  }

  async function* broken(): AsyncIterable<Uint8Array> {
    yield* parts("half");
    throw new Error("the disk is gone");
  }

  async function textOf(name: string): Promise<string> {
    let text = "";
    for await (const part of store.read("run", name)) {
      text += new TextDecoder().decode(part);
    }
    return text;
  }

  it("gives back what was put there, in order, each recording for itself", async () => {
    await store.put("run", second, parts("c"));
    await store.put("run", first, parts("a", "b"));
    await store.put("other", first, parts("d"));
    expect(await store.list("run")).toEqual([first, second]);
    expect(await store.list("nothing")).toEqual([]);
    expect([await textOf(first), await textOf(second)]).toEqual(["ab", "c"]);
    await expect(textOf("absent")).rejects.toThrow("ENOENT");
  });

  it("shows no half of a file, and takes the whole one afterwards", async () => {
    await expect(store.put("run", first, broken())).rejects.toThrow("the disk is gone");
    expect(await store.list("run")).toEqual([]);
    await store.put("run", first, parts("whole"));
    expect(await textOf(first)).toBe("whole");
  });

  it("a mover that the store refuses keeps what it has, and moves it once the store takes it", async () => {
    const from = join(place, "run");
    await mkdir(from);
    await writeFile(join(from, first), "frames");
    const refusing = { ...storeCalls(), put: () => Promise.reject(new Error("no room")) };
    await expect(new SegmentMover(from, refusing, "run").moveAll()).rejects.toThrow("no room");
    expect(await readFile(join(from, first), "utf8")).toBe("frames");
    const mover = new SegmentMover(from, store, "run");
    await mover.moveAll();
    expect([mover.moved, await readdir(from), await textOf(first)]).toEqual([1, [], "frames"]);
  });

  const storeCalls = () => ({
    list: (recording: string) => store.list(recording),
    read: (recording: string, name: string) => store.read(recording, name),
  });
});
