import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { BookView, type BookViewJson, createInflate } from "@depthwire/book";
import { openDirectoryStore } from "@depthwire/node";
import { createSegmentPool } from "@depthwire/node/internal";
import { replay, replayEngineOptions } from "@depthwire/recording";
import { createEngine } from "@depthwire/stream";
import { describe, expect, it, onTestFinished } from "vitest";

/** Written by `node packages/tools/dist/record-fixture/bin.js`: a sandbox in profile `deployed`, a lost message, a cut. */
const directory = fileURLToPath(new URL("../fixtures/deployed", import.meta.url));

interface RecordedTruth {
  readonly last: readonly BookViewJson[];
  /** Best bid and ask by `pair epoch seq`, as the client was shown them that was there. */
  readonly shown: Readonly<Record<string, string>>;
}

const truth = JSON.parse(readFileSync(join(directory, "truth.ndjson"), "utf8")) as RecordedTruth;

/** The recording is played in steps of this length, shorter than the time between two messages of a book. */
const stepMs = 20;

function topOf({ bestBid, bestAsk }: BookView): string {
  return `${bestBid?.quantity}@${bestBid?.price} / ${bestAsk?.quantity}@${bestAsk?.price}`;
}

/** Plays the recording into an engine as the one that was live; every view of every book, in the order of its loop. */
async function play() {
  const player = await replay(await openDirectoryStore(directory));
  const { clock, loops, openSocket } = player.ports;
  const shard = { openSocket, createInflate: () => createInflate() };
  const engine = createEngine(replayEngineOptions, { clock, loops, random: () => 0.5, shard });
  onTestFinished(() => engine.close());
  const books = truth.last.map(({ pair }) => engine.book(pair));
  const views: BookView[] = [];
  for (const book of books) {
    void (async () => {
      for await (const view of book) {
        views.push(view);
      }
    })();
  }
  const lasts: (BookView | undefined)[] = [];
  // Loops get their turn between entries; what is not yet shown is the newest view.
  let untilMs = player.segments[0]?.startedEpochMs ?? 0;
  while ((await player.run({ until: untilMs })) !== "ended") {
    untilMs += stepMs;
    books.forEach((book, index) => {
      if (book.latest.status === "live") {
        lasts[index] = book.latest;
      }
    });
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { engine, views, lasts };
}

describe("a recording of the sandbox in profile deployed", () => {
  it("replays as live: the same views of the same type, at the same epochs and numbers", async () => {
    const { engine, views, lasts } = await play();
    const live = views.filter(({ status }) => status === "live");
    expect(views.every((view) => view instanceof BookView)).toBe(true);
    const compared = live.flatMap((view) => {
      const shown = truth.shown[`${view.pair} ${view.epoch} ${view.seq}`];
      return shown === undefined ? [] : [[topOf(view), shown] as const];
    });
    expect(compared.length).toBeGreaterThan(Object.keys(truth.shown).length / 3);
    for (const [replayed, shown] of compared) {
      expect(replayed).toBe(shown);
    }
    expect(new Set(live.map(({ epoch }) => epoch))).toEqual(new Set([1, 2, 3]));
    for (const [index, { epoch, seq, asks, bids }] of truth.last.entries()) {
      expect(lasts[index]?.toJSON()).toMatchObject({ status: "live", epoch, seq, asks, bids });
    }
    const { gaps, resyncs, rejected } = engine.statistics();
    expect(gaps).toBeGreaterThanOrEqual(truth.last.length);
    expect(resyncs).toBeGreaterThanOrEqual(0);
    expect(rejected).toEqual({});
  });

  it("decodes over the segment pool to the same books", async () => {
    const pool = createSegmentPool({ threads: 1 });
    onTestFinished(() => pool.close());
    let frames = 0;
    for await (const segment of pool.decode(directory)) {
      frames += segment.frames;
    }
    expect(frames).toBeGreaterThan(Object.keys(truth.shown).length);
  });
});
