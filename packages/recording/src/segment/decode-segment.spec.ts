import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { specWires } from "../../../stream/src/spec-kit/wire.spec-kit.js";
import { pairs, RecordedVenue } from "../replay/recorded-venue.spec-kit.js";
import { entriesOf } from "../replay/segment.spec-kit.js";
import { decodeSegment } from "./decode-segment.js";

describe.each(specWires.slice(0, 2))("a segment on its own, over %s", (_what, wire) => {
  let venue: RecordedVenue;

  beforeEach(async () => {
    venue = new RecordedVenue(wire);
    await venue.startLive("run-1");
  });

  afterEach(() => venue.close());

  test("comes to the state that the next one begins with, and all of them to what live did", async () => {
    await venue.chatter(3_500);
    const wanted = venue.liveViews();
    await venue.recording.close();
    const decoded = venue.store.segments.map((name) => decodeSegment(venue.store.bytesOf(name), { file: name }));
    expect(decoded.length).toBeGreaterThanOrEqual(3);
    for (const [index, { books: states, tornBytes }] of decoded.entries()) {
      expect(tornBytes).toBe(0);
      const next = venue.store.segments[index + 1];
      if (next !== undefined) {
        const checkpoints = entriesOf(venue.store.bytesOf(next)).filter((entry) => entry.kind === "checkpoint");
        expect(states.map(({ pair, view }) => [pair, view.receivedAtMs])).toEqual(
          checkpoints.map(({ pair, receivedAtMs }) => [pair, receivedAtMs]),
        );
      }
    }
    const last = decoded.at(-1);
    expect(last?.books.map(({ pair, view }) => ({ pair, seq: view.seq, status: view.status }))).toEqual(
      wanted.map(({ pair, seq, status }) => ({ pair, seq, status })),
    );
    expect(last?.books.map(({ view }) => view.askCount + view.bidCount)).toEqual(
      wanted.map(({ asks, bids }) => asks.length + bids.length),
    );
    const frames = decoded.reduce((sum, segment) => sum + segment.frames, 0);
    expect(frames).toBe(venue.live.statistics().frames);
    // Each segment's first states come from its checkpoint, which is a frame more for each book.
    const fed = decoded.reduce((sum, { statistics }) => sum + statistics.frames, 0);
    expect(fed).toBe(frames + (decoded.length - 1) * pairs.length);
    expect(decoded.every(({ statistics }) => statistics.gaps === 0 && statistics.internalErrors === 0)).toBe(true);
  });

  test("says when it began and ended, of which run it is, and how much came", async () => {
    const beganMs = venue.clock.epochMs();
    await venue.chatter(700);
    await venue.recording.close();
    const name = venue.store.segments[0] ?? "";
    const entries = entriesOf(venue.store.bytesOf(name));
    const came = entries.filter((entry) => entry.kind === "inbound");
    const decoded = decodeSegment(venue.store.bytesOf(name));
    expect(decoded).toMatchObject({
      run: "run-1",
      sequence: 1,
      frames: came.length,
      frameBytes: came.reduce((sum, { frame }) => sum + frame.length, 0),
      endedEpochMs: venue.clock.epochMs(),
    });
    expect(decoded.startedEpochMs).toBeLessThanOrEqual(beganMs);
    expect(decoded.endedEpochMs - decoded.startedEpochMs).toBeGreaterThanOrEqual(700);
  });

  test("is plain data that crosses threads", async () => {
    await venue.chatter(50);
    await venue.recording.close();
    const decoded = decodeSegment(venue.store.bytesOf(venue.store.segments[0] ?? ""));
    expect(structuredClone(decoded)).toEqual(decoded);
  });

  test("that is damaged says where", async () => {
    await venue.chatter(50);
    await venue.recording.close();
    const bytes = venue.store.bytesOf(venue.store.segments[0] ?? "");
    bytes[100] = (bytes[100] as number) ^ 1;
    expect(() => decodeSegment(bytes, { file: "x" })).toThrow(
      expect.objectContaining({ code: "recording-corrupt", details: expect.objectContaining({ file: "x" }) as object }),
    );
  });

  test("leaves out books that nobody was subscribed to any more", async () => {
    await venue.chatter(50);
    venue.books[1]?.close();
    await venue.clock.advanceAndSettle(1);
    await venue.recording.close();
    const decoded = decodeSegment(venue.store.bytesOf(venue.store.segments[0] ?? ""));
    expect(decoded.books.map(({ pair }) => pair)).toEqual([pairs[0], pairs[2]]);
  });
});
