import { emptyHeader, encodeMessage } from "@depthwire/relay/internal";
import { expect, it } from "vitest";
import type { KeptMessage } from "./kept-messages.js";
import { isEqual, readSoundFrames } from "./sound-frames.js";

const text = (data: Uint8Array) => new TextDecoder().decode(data);
const bytes = (words: string) => new TextEncoder().encode(words);

/** What is believed of messages as `term/number words`, or of words that no owner published. */
async function sound(...messages: readonly string[]) {
  async function* kept(): AsyncGenerator<KeptMessage> {
    for (const [place, line] of messages.entries()) {
      const [, term, relaySeq, words = ""] = /^(\d+)\/(\d+) (.*)$/.exec(line) ?? [];
      const header = { ...emptyHeader(), term: Number(term), relaySeq: Number(relaySeq) };
      yield { bytes: term === undefined ? bytes(line) : encodeMessage(header, bytes(words)), storedAtMs: place };
    }
  }
  const { frames, spoilt } = await readSoundFrames(kept());
  return {
    spoilt,
    frames: frames.map(({ header, frame, storedAtMs, isLate }) => {
      return `${header.term}/${header.relaySeq} ${text(frame)} @${storedAtMs}${isLate ? " late" : ""}`;
    }),
  };
}

it("frames are put in order, by term and by number within it", async () => {
  expect(await sound("7/2 b", "7/10 c", "7/1 a", "12/1 d")).toEqual({
    frames: ["7/1 a @2", "7/2 b @0", "7/10 c @1", "12/1 d @3"],
    spoilt: 0,
  });
});

it("what a former owner says behind a later one is late; what it said before is not", async () => {
  expect(await sound("7/1 a", "9/1 b", "7/2 c", "9/2 d")).toEqual({
    frames: ["7/1 a @0", "7/2 c @2 late", "9/1 b @1", "9/2 d @3"],
    spoilt: 0,
  });
});

it("a repetition counts once, what is no message not at all, and of two that differ neither", async () => {
  expect(await sound("7/1 a", "7/1 a", "no message", "7/2 b")).toEqual({ frames: ["7/1 a @0", "7/2 b @3"], spoilt: 2 });
  expect(await sound("7/1 a", "7/2 b", "7/2 c", "7/3 d")).toEqual({ frames: ["7/1 a @0", "7/3 d @3"], spoilt: 2 });
  expect(await sound("7/2 b", "7/2 c", "7/2 b", "7/2 c")).toEqual({ frames: [], spoilt: 4 });
});

it("bytes are equal where both are there, as long, and the same", () => {
  expect(isEqual(bytes("ab"), bytes("ab"))).toBe(true);
  expect(isEqual(bytes(""), bytes(""))).toBe(true);
  for (const [one, other] of [
    ["ab", "ac"],
    ["ab", "abc"],
    ["abc", "ab"],
    ["ab", undefined],
    [undefined, "ab"],
    [undefined, undefined],
  ]) {
    expect(isEqual(one === undefined ? one : bytes(one), other === undefined ? other : bytes(other))).toBe(false);
  }
});
