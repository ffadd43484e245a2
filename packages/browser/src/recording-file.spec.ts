import { describe, expect, it } from "vitest";
import { directoryStoreOn } from "./recording-file.js";

/** A file of a worker: what it answers to a write, and what is in it. */
interface FakeFile {
  content: number[];
  closed: boolean;
}

/** A directory whose only file writes as `take` says: how many of the bytes are taken, and what is answered. */
function directoryOf(take: (bytes: number) => { readonly taken: number; readonly answer: number }) {
  const file: FakeFile = { content: [], closed: false };
  const sync = {
    write(bytes: Uint8Array, { at }: { readonly at: number }): number {
      const { taken, answer } = take(bytes.length);
      file.content.splice(at, taken, ...bytes.subarray(0, taken));
      return answer;
    },
    truncate(bytes: number): void {
      file.content.length = bytes;
    },
    flush: () => {},
    close: () => {
      file.closed = true;
    },
  };
  const handle = { createSyncAccessHandle: async () => sync };
  const directory = { getFileHandle: async () => handle } as unknown as FileSystemDirectoryHandle;
  return { file, store: directoryStoreOn(directory, "here") };
}

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

describe("a file of a worker", () => {
  it.each([
    ["fewer bytes than it was given", 5, 5],
    ["nothing", 0, 0],
    ["-8 without a sign, as Chromium does on a full quota, after a part", 3, 4_294_967_288],
    ["more than it was given", 10, 11],
  ])("that takes %s has failed, and ends where it ended before", async (_, taken, answer) => {
    let isFull = false;
    const { file, store } = directoryOf((bytes) => (isFull ? { taken, answer } : { taken: bytes, answer: bytes }));
    const appended = store.create("one");
    appended.append(Uint8Array.of(1, 2, 3));
    await turn();
    expect(appended.writtenBytes).toBe(3);
    isFull = true;
    appended.append(new Uint8Array(10).fill(9));
    await turn();
    expect(String(appended.failure)).toContain("not all of 10 bytes");
    expect(appended.writtenBytes).toBe(3);
    expect(file.content).toEqual([1, 2, 3]);
    isFull = false;
    expect(() => appended.append(Uint8Array.of(4))).toThrow("not all of 10 bytes");
    await expect(appended.close()).rejects.toThrow("not all of 10 bytes");
    expect(file).toEqual({ content: [1, 2, 3], closed: true });
  });

  it("has what was appended, in its order", async () => {
    const { file, store } = directoryOf((bytes) => ({ taken: bytes, answer: bytes }));
    const appended = store.create("one");
    appended.append(Uint8Array.of(1));
    appended.append(Uint8Array.of(2, 3));
    await appended.close();
    expect(file).toEqual({ content: [1, 2, 3], closed: true });
    expect([appended.writtenBytes, appended.failure]).toEqual([3, undefined]);
  });
});
