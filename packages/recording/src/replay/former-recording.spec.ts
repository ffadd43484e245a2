import { fakeClock } from "@depthwire/testkit";
import { describe, expect, it } from "vitest";
import { record } from "../record/record.js";
import { decodeSegment } from "../segment/decode-segment.js";
import { openRecording } from "../segment/open-recording.js";
import type { RecordingEntry } from "../segment/recording-entry.js";
import { streamSegment } from "../segment/stream-segment.js";
import { formerRecording } from "./former-recording.spec-kit.js";
import type { MemoryStore } from "./memory-store.spec-kit.js";
import { pairs, RecordedVenue } from "./recorded-venue.spec-kit.js";
import { replay } from "./replay.js";
import { entriesOf } from "./segment.spec-kit.js";

const first = "00000001.dwrec";
const last = "00000002.dwrec";

/** What the books of then came to, as the code of then decoded them. */
const endOfFirst = [
  ["4BTC_USDT", 504, "live", 5, 1],
  ["4ETH_USDT", 105, "live", 6, 1],
  ["4XRP_USDT", 104, "live", 5, 1],
];
const endOfLast = [
  ["4ETH_USDT", 108, "live", 9, 1],
  ["4BTC_USDT", 507, "live", 8, 1],
];

function decoded(store: MemoryStore, name: string) {
  const { books, frames, tornBytes } = decodeSegment(store.bytesOf(name), { file: name });
  const states = books.map(({ pair, view }) => [pair, view.seq, view.status, view.askCount, view.bidCount]);
  return { states, frames, tornBytes };
}

describe("a recording in version 1 of the format", () => {
  it("is decoded as it was then, up to its torn end", async () => {
    const store = await formerRecording();
    expect(store.segments.map((name) => store.bytesOf(name)[7])).toEqual([1, 1]);
    expect(decoded(store, first)).toEqual({ states: endOfFirst, frames: 20, tornBytes: 0 });
    expect(decoded(store, last)).toEqual({ states: endOfLast, frames: 8, tornBytes: 156 });
  });

  it.each([64, 1_000, 1e6])("is read piece by piece as it is whole, %d bytes at a time", async (windowBytes) => {
    const store = await formerRecording();
    const streamed: RecordingEntry[] = [];
    const bytes = store.bytesOf(last);
    const batches = streamSegment(store, { name: last, bytes: bytes.length }, { windowBytes });
    for (let next = await batches.next(); ; next = await batches.next()) {
      if (next.done === true) {
        expect(next.value).toBe(156);
        break;
      }
      streamed.push(...next.value.entries);
    }
    expect(streamed.slice(1)).toEqual(entriesOf(bytes));
  });

  it("is replayed together with what the next run writes behind it, in version 2", async () => {
    const store = await formerRecording();
    const venue = new RecordedVenue();
    venue.store = store;
    await venue.clock.advanceAndSettle(10_000);
    await venue.startLive("run-2");
    await venue.chatter(100);
    const wanted = venue.liveViews();
    await venue.recording.close();
    expect(store.segments.map((name) => store.bytesOf(name)[7])).toEqual([1, 1, 2]);
    // The torn end was cut off.
    expect(decoded(store, last)).toEqual({ states: endOfLast, frames: 8, tornBytes: 0 });
    expect((await openRecording(store)).map(({ frames }) => frames).slice(0, 2)).toEqual([20, 8]);
    const player = await replay(store);
    const engine = venue.replayEngine(player);
    const books = pairs.map((pair) => engine.book(pair));
    expect(await player.run()).toBe("ended");
    expect(books.map(({ latest }) => latest.seq)).toEqual(wanted.map(({ seq }) => seq));
    expect(engine.statistics().frames).toBe(28 + venue.live.statistics().frames);
    await venue.close();
  });
});

it("a segment of a version that is not known yet is refused, and nothing is written behind it", async () => {
  const store = await formerRecording();
  store.bytesOf(last)[7] = 3;
  const refusal = { code: "recording-version", details: { file: last, offset: 7, version: 3 } };
  await expect(replay(store)).rejects.toMatchObject(refusal);
  await expect(record({ clock: fakeClock(), store, books: () => [] }, { run: "run-2" })).rejects.toMatchObject(refusal);
  expect(store.segments).toEqual([first, last]);
});
