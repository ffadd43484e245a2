import { getEventListeners } from "node:events";
import { expect, it, vi } from "vitest";
import { closeOnce } from "./closing.js";

interface Scene {
  readonly said: string[];
  readonly close: () => Promise<void>;
}

/** A venue whose parts say what is done to them; ending the recordings of threads takes a while. */
function scene(hosting: "threads" | "inline", own: (() => Promise<void>) | undefined, signal?: AbortSignal): Scene {
  const said: string[] = [];
  const part = (name: string, end: () => Promise<void> = () => Promise.resolve()) => ({
    close: (): Promise<void> => {
      said.push(name);
      return end();
    },
  });
  const endRecordings = async (): Promise<void> => {
    said.push("threads' recordings");
    await new Promise((resolve) => setTimeout(resolve, 20));
    said.push("threads' recordings ended");
  };
  const close = closeOnce(signal, {
    own: own && part("own recording", own),
    threads: hosting === "inline" ? undefined : { ...part("threads"), endRecordings },
    engine: part("books"),
    calls: part("calls"),
  });
  return { said, close };
}

it("ends recordings in threads before the books are left, once", async () => {
  const { said, close } = scene("threads", () => Promise.resolve());
  await Promise.all([close(), close()]);
  const recordings = ["own recording", "threads' recordings", "threads' recordings ended"];
  expect(said).toEqual([...recordings, "books", "calls", "threads"]);
});

it("ends a recording in the caller's thread in the turn in which books are left", async () => {
  const { said, close } = scene("inline", () => Promise.resolve());
  const closing = close();
  expect(said).toEqual(["own recording", "books"]);
  await closing;
});

it("leaves the books at once where nothing is recorded", async () => {
  const { said, close } = scene("threads", undefined);
  const closing = close();
  expect(said).toEqual(["books"]);
  await closing;
  expect(said).toEqual(["books", "calls", "threads"]);
});

it("is done by its signal alone, and leaves nothing at a signal that outlives it", async () => {
  const abort = new AbortController();
  const aborted = scene("inline", undefined, abort.signal);
  const closed = scene("inline", undefined, abort.signal);
  expect(getEventListeners(abort.signal, "abort")).toHaveLength(2);
  await closed.close();
  expect(getEventListeners(abort.signal, "abort")).toHaveLength(1);
  abort.abort();
  expect(aborted.said).toEqual(["books"]);
  expect(getEventListeners(abort.signal, "abort")).toEqual([]);
  await aborted.close();
  expect([aborted.said, closed.said]).toEqual([
    ["books", "calls"],
    ["books", "calls"],
  ]);
});

it.each(["threads", "inline"] as const)(
  "closes everything when a recording cannot be ended, and says so (%s)",
  async (hosting) => {
    const unhandled = vi.fn();
    process.once("unhandledRejection", unhandled);
    const { said, close } = scene(hosting, () => Promise.reject(new Error("the disk is full")));
    await expect(close()).rejects.toThrow("the disk is full");
    process.off("unhandledRejection", unhandled);
    expect(said).toEqual(expect.arrayContaining(["books", "calls"]));
    expect(said.includes("threads")).toBe(hosting === "threads");
    expect(unhandled).not.toHaveBeenCalled();
  },
);
