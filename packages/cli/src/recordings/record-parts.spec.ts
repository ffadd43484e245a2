import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Venue } from "@depthwire/node";
import { expect, it, onTestFinished, vi } from "vitest";
import { formerRuns, moveLeftovers, runDirectory } from "../commands/relay/record/run-directory.js";
import { sceneContext } from "../context.spec-kit.js";
import { stylesFor } from "../program/styles.js";
import { scratchDirectory } from "../recording-scene.spec-kit.js";
import { DirectorySegmentStore } from "../relay/directory-segment-store.js";
import { count, duration, megabytes, milliseconds, seconds } from "../screen/number-format.js";
import { clockTime, dayAndTime } from "../screen/time-format.js";
import { wrapText } from "../screen/wrap-text.js";
import { ExactSum, RowSums } from "./exact-sum.js";
import { lockDirectory } from "./lock-directory.js";
import { RecordStatus } from "./record-status.js";
import { recordedWords, watchRecording } from "./record-venue.js";

const scratch = () => scratchDirectory(onTestFinished);

it("a directory is recorded into by one process, and holds nothing but a recording", async () => {
  const folder = await scratch();
  const directory = join(folder, "new", "deeper");
  const unlock = await lockDirectory(directory, "deeper");
  expect((await stat(directory)).mode & 0o777).toBe(0o700);
  expect(await readFile(join(directory, "recording.lock"), "utf8")).toBe(`${process.pid}\n`);
  await expect(lockDirectory(directory, "deeper")).rejects.toMatchObject({
    code: "file-unusable",
    message: `Process ${process.pid} records into deeper`,
    remedy: `Name another directory, or end that process. If it is no recorder, remove ${join("deeper", "recording.lock")}.`,
  });
  await unlock();
  expect(await readdir(directory)).toEqual([]);
  for (const left of ["", "0", "nobody", "-5", "99999999"]) {
    await writeFile(join(directory, "recording.lock"), left);
    await (await lockDirectory(directory, "deeper"))();
  }
  for (const name of ["00000001.dwrec", "00000002.dwrec.unfinished"]) {
    await writeFile(join(directory, name), "");
  }
  await writeFile(join(directory, "note.txt"), "");
  await (await lockDirectory(directory, "deeper"))();
  const other = join(folder, "other");
  await mkdir(other);
  for (const name of ["a", "b", "c"]) {
    await writeFile(join(other, name), "");
  }
  const remedy = "Name an empty or a new directory.";
  await expect(lockDirectory(other, "other")).rejects.toMatchObject({
    message: "other holds other things: a, b, c",
    remedy,
  });
  await writeFile(join(other, "d"), "");
  await expect(lockDirectory(other, "other")).rejects.toMatchObject({
    message: "other holds other things: a, b, c and more",
  });
  await expect(lockDirectory(join(other, "a"), "a")).rejects.toMatchObject({
    message: "a cannot be used: it is a file",
    remedy: "Name a directory that can be written.",
  });
  await expect(lockDirectory(join(other, "a", "b"), "b")).rejects.toMatchObject({
    message: "b cannot be used: a part of its path is a file",
  });
});

it("runs have directories of their own, newest first, and what killed ones left goes to the store", async () => {
  const folder = await scratch();
  const [parent, kept] = [join(folder, "runs"), join(folder, "kept")];
  const store = new DirectorySegmentStore(kept);
  const { directory, shown, mover } = runDirectory(
    { directory: parent, shown: "runs" },
    store,
    Date.UTC(2026, 10, 14, 9, 5, 1, 250),
  );
  expect([directory, shown, mover?.moved]).toEqual([
    join(parent, `20261114T090501Z-${process.pid}`),
    join("runs", `20261114T090501Z-${process.pid}`),
    0,
  ]);
  expect(await formerRuns([join(folder, "nowhere")])).toEqual([]);
  expect(await moveLeftovers(join(folder, "nowhere"), store)).toBe(0);
  for (const run of ["20261114T090501Z-1", "20261115T090501Z-1", "other", "20261114T090501Z-1x"]) {
    await mkdir(join(parent, run), { recursive: true });
    await writeFile(join(parent, run, "00000001.dwrec"), run);
  }
  await writeFile(join(parent, "20261114T090501Z-1", "00000002.dwrec"), "second");
  await writeFile(join(parent, "20261115T090501Z-1", "recording.lock"), `${process.pid}\n`);
  await mkdir(join(kept, "20261116T000000Z-2"), { recursive: true });
  expect(await formerRuns([parent, kept])).toEqual([
    join(kept, "20261116T000000Z-2"),
    join(parent, "20261115T090501Z-1"),
    join(parent, "20261114T090501Z-1"),
  ]);
  expect(await moveLeftovers(parent, store)).toBe(2);
  expect((await readdir(parent)).sort()).toEqual(["20261114T090501Z-1x", "20261115T090501Z-1", "other"]);
  expect(await store.list("20261114T090501Z-1")).toEqual(["00000001.dwrec", "00000002.dwrec"]);
  expect(await readFile(join(kept, "20261114T090501Z-1", "00000002.dwrec"), "utf8")).toBe("second");
});

function recordingVenue(
  statistics: object | undefined,
  failures: readonly string[] = [],
  books = { live: 1, stale: 1 },
) {
  return {
    recording: statistics && { statistics: () => statistics, failures: () => new Map(failures.entries()) },
    statistics: () => ({ books }),
  } as unknown as Venue;
}

it("how a recording grows is one line that is written over, an item, or nothing", () => {
  let nowMs = 1_000;
  vi.spyOn(performance, "now").mockImplementation(() => nowMs);
  onTestFinished(() => void vi.restoreAllMocks());
  const said: unknown[] = [];
  for (const [form, isTerminal, columns, forMs, books] of [
    ["text", true, 120, undefined, { live: 1, stale: 1 }],
    ["text", true, 120, 60_000, { live: 2, stale: 0 }],
    ["text", true, 40, undefined, { live: 0, stale: 0 }],
    ["text", true, 5, undefined, { live: 0, stale: 0 }],
    ["text", false, 120, undefined, { live: 1, stale: 1 }],
    ["json", false, 120, undefined, { live: 1, stale: 1 }],
  ] as const) {
    nowMs = 1_000;
    const { context, streams } = sceneContext("record", form, {
      screen: { isTerminal, size: () => ({ columns, rows: 24 }), onResize: () => () => {} },
      styles: stylesFor({ isTerminal: false, environment: {} }),
    });
    const statistics = { frames: 0, bytes: 0, segments: 1 };
    const status = new RecordStatus(recordingVenue(statistics, [], books), context, forMs);
    status.show();
    nowMs += 2_000;
    Object.assign(statistics, { frames: 5_000, bytes: 4_000_000, segments: 2 });
    status.show();
    status.end();
    said.push(JSON.stringify(streams.text().out));
  }
  const { context, streams } = sceneContext("record", "json");
  new RecordStatus(recordingVenue(undefined), context, undefined).show();
  said.push(streams.text().out);
  expect(said).toMatchInlineSnapshot(`
    [
      ""\\r\\u001b[2Klive 1/2  0 frames, 0/s  0.00 MB, 0.00 MB/s  1 segment  0 ms\\r\\u001b[2Klive 1/2  5,000 frames, 2,500/s  4.00 MB, 2.00 MB/s  2 segments  2.0 s\\r\\u001b[2K"",
      ""\\r\\u001b[2Klive 2/2  0 frames, 0/s  0.00 MB, 0.00 MB/s  1 segment  0 ms of 1 min 0 s\\r\\u001b[2Klive 2/2  5,000 frames, 2,500/s  4.00 MB, 2.00 MB/s  2 segments  2.0 s of 1 min 0 s\\r\\u001b[2K"",
      ""\\r\\u001b[2K0 frames, 0/s  0.00 MB, 0.00 MB/s\\r\\u001b[2K5,000 frames, 2,500/s\\r\\u001b[2K"",
      ""\\r\\u001b[2K0 frames, 0/s\\r\\u001b[2K5,000 frames, 2,500/s\\r\\u001b[2K"",
      """",
      ""{\\"kind\\":\\"item\\",\\"command\\":\\"record\\",\\"data\\":{\\"elapsedMs\\":0,\\"frames\\":0,\\"framesPerSecond\\":0,\\"bytes\\":0,\\"bytesPerSecond\\":0,\\"segments\\":1,\\"liveBooks\\":1,\\"books\\":2}}\\n{\\"kind\\":\\"item\\",\\"command\\":\\"record\\",\\"data\\":{\\"elapsedMs\\":2000,\\"frames\\":5000,\\"framesPerSecond\\":2500,\\"bytes\\":4000000,\\"bytesPerSecond\\":2000000,\\"segments\\":2,\\"liveBooks\\":1,\\"books\\":2}}\\n"",
      "",
    ]
  `);
});

it("a recording that stopped ends the command, with what to do", async () => {
  const { context } = sceneContext("record", "text");
  const options = { shown: "recording", forMs: 1 };
  const venue = recordingVenue({ frames: 1, bytes: 1, segments: 1 }, ["the disk is full"]);
  await expect(watchRecording(venue, options, context)).rejects.toMatchObject({
    code: "file-unusable",
    message: "The recording in recording stopped: the disk is full",
    remedy: "What was written before is whole: depthwire inspect recording says how far it goes.",
  });
  const looked = vi.fn(async () => {});
  const well = recordingVenue({ frames: 1, bytes: 1, segments: 1 });
  await watchRecording(well, { ...options, onLook: looked }, context);
  expect(looked).toHaveBeenCalledOnce();
  const words = (segments: number) => recordedWords({ segments, frames: 12_345, bytes: 1_234_567 } as never);
  expect([words(1), words(2)]).toEqual(["12,345 frames, 1.23 MB in 1 segment", "12,345 frames, 1.23 MB in 2 segments"]);
});

it("numbers, times and words are written as people read them", () => {
  expect([count(12_345.4), megabytes(126_000), milliseconds(undefined), milliseconds(3.4), seconds(12_345)]).toEqual([
    "12,345",
    "0.13",
    "-",
    "3 ms",
    "12.3 s",
  ]);
  expect(
    [250, 999, 1_000, 12_345, 59_499, 59_500, 245_000, 3_599_499, 3_600_000, 11_520_000, 3_600_000_000].map(duration),
  ).toEqual([
    "250 ms",
    "999 ms",
    "1.0 s",
    "12.3 s",
    "59.5 s",
    "1 min 0 s",
    "4 min 5 s",
    "59 min 59 s",
    "1 h 0 min",
    "3 h 12 min",
    "1,000 h 0 min",
  ]);
  expect([clockTime(5), dayAndTime(5), clockTime(1e300), dayAndTime(Number.NaN)]).toEqual([
    "00:00:00.005",
    "1970-01-01 00:00:00",
    "????????????",
    "???????????????????",
  ]);
  expect(wrapText("one two three four five six", 9)).toEqual(["one two three four", "five six"]);
  expect(wrapText("a word-that-is-much-longer-than-all b", 20)).toEqual([
    "a",
    "word-that-is-much-longer-than-all",
    "b",
  ]);
  expect(wrapText("", 20)).toEqual([""]);
});

it("sums of decimals are exact", () => {
  const sum = new ExactSum();
  expect(sum.text).toBe("0");
  for (const [digits, scale] of [
    [15n, 1],
    [225n, 2],
    [3n, 0],
    [-675n, 2],
  ] as const) {
    sum.add({ digits, scale });
  }
  expect(sum.text).toBe("0");
  const rows = new RowSums();
  rows.add("47741.6", "0.25");
  rows.add("0.4", "2");
  rows.addRemoved("8");
  expect(rows.toJSON()).toEqual({ price: "47750", quantity: "2.25", notional: "11936.2" });
});
