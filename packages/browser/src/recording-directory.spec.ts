import { replay } from "@depthwire/recording";
import { openArchive } from "@depthwire/recording/archive";
import { startRecording } from "@depthwire/recording/internal";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createBrowserClock } from "./clock.js";
import { deleteRecording, exportRecording } from "./export-recording.js";
import { MemoryDirectory, stubOriginFiles } from "./memory-directory.spec-kit.js";
import { openDirectoryStore, recordingFilesIn, shardDirectory } from "./recording-directory.js";

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (data: Uint8Array) => new TextDecoder().decode(data);
const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

afterEach(() => void vi.useRealTimers());

describe("the files of a recording", () => {
  it("are made in their directory, which is made too, and found there again", async () => {
    const root = stubOriginFiles("worker");
    const files = recordingFilesIn("/recordings//today/");
    expect(files.processMark).toMatch(/^page-[a-z0-9]{1,8}$/);
    const store = await files.open();
    const file = store.create("b.seg");
    file.append(bytes("one"));
    await file.close();
    await store.replace("a.idx", bytes("index"));
    const today = await (await root.getDirectoryHandle("recordings")).getDirectoryHandle("today");
    await today.getDirectoryHandle("shard-0", { create: true });
    const again = await openDirectoryStore("recordings/today");
    expect(await again.list()).toEqual([
      { name: "a.idx", bytes: 5 },
      { name: "b.seg", bytes: 3 },
    ]);
    expect(await again.describe?.()).toEqual({ directory: "recordings/today", found: "a.idx, b.seg, shard-0" });
    expect(text(await again.read("b.seg", 1, 3))).toBe("ne");
    expect(text(await again.read("b.seg", 2, 1))).toBe("");
    await again.truncate?.("b.seg", 2);
    expect(text(await again.read("b.seg", 0, 9))).toBe("on");
    await again.replace("a.idx", bytes("new"));
    expect(today.file("a.idx").text).toBe("new");
    expect(() => again.create("b.seg")).toThrowError(new RangeError('there is a file "b.seg" already'));
  });

  it("are not there where nobody recorded: the directory is not made", async () => {
    const root = stubOriginFiles("worker");
    await expect(openDirectoryStore("recordings/today")).rejects.toMatchObject({
      code: "recording-absent",
      details: { directory: "recordings/today", found: "no such directory" },
    });
    expect(root.entries.size).toBe(0);
    const empty = await recordingFilesIn("empty").open();
    expect(await empty.describe?.()).toEqual({ directory: "empty", found: "an empty directory" });
  });

  it("fail as the browser says where it fails in another way", async () => {
    const root = stubOriginFiles("worker");
    await root.getFileHandle("recordings", { create: true });
    await expect(openDirectoryStore("recordings")).rejects.toMatchObject({ name: "TypeMismatchError" });
  });

  it("of shards are in directories of their own", () => {
    expect([shardDirectory("a/b", 0), shardDirectory("a/b", 12)]).toEqual(["a/b/shard-0", "a/b/shard-12"]);
  });
});

describe("a file of a page's own thread", () => {
  it("is written at most once a second, what came meanwhile together, and at once at its end", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    const root = stubOriginFiles("page");
    const file = (await recordingFilesIn("here").open()).create("one");
    file.append(bytes("a"));
    await turn();
    const written = () => (root.entries.get("here") as MemoryDirectory).file("one").written;
    expect([written(), file.writtenBytes]).toEqual([["a"], 1]);
    file.append(bytes("b"));
    file.append(bytes("c"));
    await turn();
    vi.advanceTimersByTime(999);
    await turn();
    expect(written()).toEqual(["a"]);
    vi.advanceTimersByTime(1);
    await turn();
    expect([written(), file.writtenBytes]).toEqual([["a", "abc"], 3]);
    file.append(bytes("d"));
    await turn();
    const closing = file.close();
    expect(file.close()).toBe(closing);
    await closing;
    expect([written(), file.writtenBytes, file.failure]).toEqual([["a", "abc", "abcd"], 4, undefined]);
  });

  it("that cannot be written is as it was before, and takes nothing more", async () => {
    const root = stubOriginFiles("page");
    const file = (await recordingFilesIn("here").open()).create("one");
    file.append(bytes("a"));
    await expect.poll(() => file.writtenBytes).toBe(1);
    const held = (root.entries.get("here") as MemoryDirectory).file("one");
    held.failure = new Error("no room");
    file.append(bytes("b"));
    await expect(file.close()).rejects.toThrow("no room");
    expect([held.text, held.written, file.writtenBytes]).toEqual(["a", ["a", "aborted"], 1]);
    expect(() => file.append(bytes("c"))).toThrow("no room");
  });

  it("keeps no more waiting than fits, and keeps what it was given, not what becomes of that", async () => {
    const root = stubOriginFiles("page");
    const file = (await recordingFilesIn("here").open()).create("one");
    const given = bytes("a");
    file.append(given);
    given[0] = 98;
    file.append(new Uint8Array(16 * 1024 * 1024 - 1));
    expect(() => file.append(bytes("c"))).toThrowError(new RangeError("more than 16777216 bytes wait to be written"));
    await file.close();
    const { content } = (root.entries.get("here") as MemoryDirectory).file("one");
    expect([content.length, content[0]]).toEqual([16 * 1024 * 1024, 97]);
  });

  it("that cannot be opened says so", async () => {
    const root = stubOriginFiles("page");
    const store = await recordingFilesIn("here").open();
    await (root.entries.get("here") as MemoryDirectory).getDirectoryHandle("one", { create: true });
    vi.spyOn(MemoryDirectory.prototype, "getFileHandle").mockRejectedValueOnce(new Error("locked"));
    const file = store.create("one");
    file.append(bytes("a"));
    await turn();
    expect(file.failure).toEqual(new Error("locked"));
    expect(() => file.append(bytes("b"))).toThrow("locked");
    await expect(file.close()).rejects.toThrow("locked");
  });
});

describe("a recording of a page", () => {
  const record = async (directory: string): Promise<void> => {
    const files = recordingFilesIn(directory);
    const recording = await startRecording({ run: "mine" }, { clock: createBrowserClock(), files, books: () => [] });
    const socket = { send() {}, ping() {}, close() {} };
    const handlers = { opened() {}, message() {}, controlFrame() {}, closed() {} };
    recording.tap(() => socket)("ws://venue", handlers);
    await recording.close();
  };

  it("is one file when it is exported, which is read anywhere", async () => {
    stubOriginFiles("worker");
    await record("recordings/today");
    const archive = await exportRecording("recordings/today");
    expect(archive.type).toBe("application/zip");
    const { segments } = await replay(await openArchive(new Uint8Array(await archive.arrayBuffer())));
    expect(segments).toMatchObject([{ run: "mine" }]);
    await expect(exportRecording("recordings/absent")).rejects.toMatchObject({ code: "recording-absent" });
  });

  it("is gone with all of its shards when it is deleted, and no other is", async () => {
    const root = stubOriginFiles("worker");
    await record("recordings/today");
    await record("recordings/today/shard-0");
    await record("recordings/before");
    await record("alone");
    await deleteRecording("/recordings/today/");
    expect([...(root.entries.get("recordings") as MemoryDirectory).entries.keys()]).toEqual(["before"]);
    await deleteRecording("alone");
    expect([...root.entries.keys()]).toEqual(["recordings"]);
    await expect(deleteRecording("alone")).rejects.toMatchObject({ code: "recording-absent" });
  });
});
