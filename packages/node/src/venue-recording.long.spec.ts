import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { createInflate } from "@depthwire/book";
import { openRecording, replay, replayEngineOptions } from "@depthwire/recording";
import { createEngine } from "@depthwire/stream";
import { describe, expect, it, onTestFinished } from "vitest";
import { connect } from "./connect.js";
import { openDirectoryStore } from "./recording-file.js";
import { createSegmentPool, decodeSegments, recordingDirectories } from "./segment-pool.js";
import { type StubVenue, startStubVenue } from "./stub-venue.spec-kit.js";

function temporaryDirectory(): string {
  const folder = mkdtempSync(join(tmpdir(), "depthwire-recording-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const pairs = ["4BTC_USDT", "4ETH_USDT"] as const;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The last state of each pair as a replay of one directory has it: `seq` and best ask's quantity. */
async function replayed(directory: string): Promise<Map<string, { seq: number; quantity: string | undefined }>> {
  const player = await replay(await openDirectoryStore(directory));
  const { clock, loops, openSocket } = player.ports;
  const shard = { openSocket, createInflate: () => createInflate() };
  const engine = createEngine(replayEngineOptions, { clock, loops, random: () => 0, shard });
  const books = pairs.map((pair) => engine.book(pair));
  await player.run();
  const states = books.map(
    ({ latest: { pair, seq, bestAsk } }) => [pair, { seq, quantity: bestAsk?.quantity }] as const,
  );
  await engine.close();
  return new Map(states.filter(([, { seq }]) => seq > 0));
}

/** Records two books for a while, in segments of 100 ms. */
async function recordFor(venueStub: StubVenue, directory: string, shards: number, ticks: number): Promise<void> {
  const record = { directory, maxSegmentMs: 100, flushAfterMs: 10 };
  const venue = connect({ addresses: [venueStub.address], shards, record });
  onTestFinished(() => venue.close());
  const books = pairs.map((pair) => venue.book(pair));
  await expect.poll(() => books.map(({ latest }) => latest.status)).toEqual(["live", "live"]);
  for (let tick = 0; tick < ticks; tick++) {
    venueStub.tick();
    await pause(5);
  }
  const last = 1 + ticks;
  await expect.poll(() => books.map((book) => book.read().seq)).toEqual([last, last]);
  await venue.close();
  expect([...(venue.recording?.failures() ?? [])]).toEqual([]);
  await expect.poll(() => venue.recording?.statistics().frames).toBe(2 * last);
}

describe.each([
  { where: "in the caller's thread", shards: 0 },
  { where: "in a thread", shards: 1 },
  { where: "in two threads", shards: 2 },
])("books $where are recorded", ({ shards }) => {
  it("and their replay ends where they did", async () => {
    const directory = temporaryDirectory();
    await recordFor(await startStubVenue(), directory, shards, 60);
    const states = new Map<string, unknown>();
    let segments = 0;
    for (const folder of await recordingDirectories(directory)) {
      const found = await openRecording(await openDirectoryStore(folder));
      segments += found.length;
      if (found.length > 0) {
        for (const [pair, state] of await replayed(folder)) {
          states.set(pair, state);
        }
      }
    }
    expect(segments).toBeGreaterThan(shards + 1);
    expect(Object.fromEntries(states)).toEqual(
      Object.fromEntries(pairs.map((pair) => [pair, { seq: 61, quantity: "61" }])),
    );
  });

  it("and many segments are decoded at once, in order, each from its own checkpoint", async () => {
    const directory = temporaryDirectory();
    await recordFor(await startStubVenue(), directory, shards, 60);
    const last = new Map<string, number>();
    let frames = 0;
    const sequences: number[] = [];
    for await (const segment of decodeSegments(directory, { threads: 2 })) {
      frames += segment.frames;
      sequences.push(segment.sequence);
      for (const { pair, view } of segment.books) {
        expect(view.seq).toBeGreaterThanOrEqual(last.get(pair) ?? 0);
        expect(view.columns[view.askCount]).toBe(view.seq);
        last.set(pair, view.seq);
      }
    }
    expect(frames).toBe(122);
    expect(Object.fromEntries(last)).toEqual({ "4BTC_USDT": 61, "4ETH_USDT": 61 });
    expect(sequences.filter((sequence) => sequence === 1)).toHaveLength(Math.max(1, shards));
  });
});

describe("a recording that cannot be made", () => {
  it.each([{ shards: 0 }, { shards: 1 }])("stops no book, and says so, with $shards threads", async ({ shards }) => {
    const folder = temporaryDirectory();
    const directory = join(folder, "file");
    writeFileSync(directory, "this is no directory");
    const { address } = await startStubVenue();
    const logged: string[] = [];
    const logger = { log: (level: string, event: string) => logged.push(`${level} ${event}`) };
    const venue = connect({ addresses: [address], shards, record: { directory }, logger });
    onTestFinished(() => venue.close());
    const book = venue.book("4BTC_USDT");
    await expect.poll(() => book.latest.status).toBe("live");
    await expect
      .poll(() => [...(venue.recording?.failures().keys() ?? [])])
      .toEqual(shards === 0 ? ["main"] : ["main", "shard-0"]);
    expect(logged).toContain("error recording-failed");
  });
});

/** Records in a process of its own, and prints what its books showed, until it is killed. */
const recorderText = (node: string, address: string, directory: string, shards: number) => `
import { connect } from ${JSON.stringify(node)};
const record = { directory: ${JSON.stringify(directory)}, flushAfterMs: 1, maxSegmentMs: 150 };
const venue = connect({ addresses: [${JSON.stringify(address)}], shards: ${shards}, record });
for (const pair of ${JSON.stringify(pairs)}) void (async () => {
  for await (const view of venue.book(pair)) if (view.status === "live") console.log(pair, view.seq);
})();
`;

describe.each([{ shards: 0 }, { shards: 1 }])(
  "a program that is killed while it records with $shards threads",
  ({ shards }) => {
    it("leaves whole entries, and its books come out of them", async () => {
      const directory = temporaryDirectory();
      const stub = await startStubVenue();
      const ticking = setInterval(() => stub.tick(), 1);
      onTestFinished(() => clearInterval(ticking));
      const node = new URL("../dist/index.js", import.meta.url).href;
      const text = recorderText(node, stub.address, directory, shards);
      const child = spawn(process.execPath, ["--input-type=module", "--eval", text], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      onTestFinished(() => void child.kill("SIGKILL"));
      let lines = 0;
      for await (const line of createInterface({ input: child.stdout })) {
        if (line.startsWith(pairs[0]) && ++lines >= 150) {
          break;
        }
      }
      child.kill("SIGKILL");
      if (child.exitCode === null && child.signalCode === null) {
        await once(child, "exit");
      }
      const folder = shards === 0 ? directory : join(directory, "shard-0");
      const before = await openRecording(await openDirectoryStore(folder));
      expect(before.length).toBeGreaterThan(0);
      const states = await replayed(folder);
      for (const pair of pairs) {
        const state = states.get(pair);
        expect(state?.seq).toBeGreaterThan(10);
        expect(state?.quantity).toBe(`${state?.seq}`);
      }
      const again = await startStubVenue();
      await recordFor(again, shards === 0 ? directory : folder, 0, 3);
      expect((await openRecording(await openDirectoryStore(folder))).length).toBeGreaterThan(before.length);
    });
  },
);

describe("damage", () => {
  it("is an error with file and offset, behind what came before it", async () => {
    const directory = temporaryDirectory();
    await recordFor(await startStubVenue(), directory, 0, 60);
    const files = readdirSync(directory).filter((name) => name.startsWith("segment"));
    const store = await openDirectoryStore(directory);
    const segments = await openRecording(store);
    const harmed = segments[1]?.name ?? "";
    const bytes = await store.read(harmed, 0, Number.MAX_SAFE_INTEGER);
    const middle = Math.floor(bytes.length / 2);
    bytes[middle] = (bytes[middle] as number) ^ 0xff;
    await store.replace(harmed, bytes);
    const decoded: number[] = [];
    const reading = (async () => {
      for await (const { sequence } of decodeSegments(directory, { threads: 2 })) {
        decoded.push(sequence);
      }
    })();
    await expect(reading).rejects.toMatchObject({
      name: "RecordingError",
      code: "recording-corrupt",
      details: { file: harmed, offset: expect.any(Number) },
    });
    expect(decoded).toEqual([1]);
    expect(files.length === 0 || files.includes(harmed)).toBe(true);
  });

  it("a pool can be closed and a loop left at any time, and a signal ends it", async () => {
    const directory = temporaryDirectory();
    await recordFor(await startStubVenue(), directory, 0, 60);
    for await (const { sequence } of decodeSegments(directory)) {
      expect(sequence).toBe(1);
      break;
    }
    const pool = createSegmentPool({ threads: 1 });
    const abort = new AbortController();
    const aborted = (async () => {
      for await (const { sequence } of pool.decode(directory, { signal: abort.signal })) {
        if (sequence === 1) {
          abort.abort();
        }
      }
    })();
    await expect(aborted).rejects.toMatchObject({ code: "aborted" });
    const closed = (async () => {
      for await (const { sequence } of pool.decode(directory)) {
        if (sequence === 1) {
          void pool.close();
        }
      }
    })();
    await expect(closed).rejects.toMatchObject({ code: "closed" });
    await pool.close();
  });
});
