import { describe, expect, it } from "vitest";
import { encodeSingleBlock, indexVersion } from "./block-format.js";
import { createPacking } from "./pack.js";
import {
  bySequence,
  decodeIndex,
  encodeIndex,
  indexPartName,
  isIndexName,
  isSegmentName,
  lastSegmentSequence,
  type SegmentInfo,
  segmentName,
} from "./recording-index.js";

const one: SegmentInfo = {
  name: segmentName(7),
  sequence: 7,
  run: "run-1",
  startedEpochMs: 1_602_679_943_911,
  endedEpochMs: 1_602_679_944_911,
  bytes: 4_711,
  frames: 12,
};
const row = ["00000007.dwrec", 7, "run-1", 1, 2, 3, 4];
const indexOf = (value: unknown): Uint8Array => encodeSingleBlock(createPacking().pack(value as never), indexVersion);
const corrupt = { code: "recording-corrupt", details: { file: "i.dwi", offset: 8, check: "index" } };

describe("an index", () => {
  it("is read as it was written", () => {
    const segments = [one, { ...one, name: segmentName(8), sequence: 8, frames: 0 }];
    expect(decodeIndex(encodeIndex(segments))).toEqual(segments);
    expect(decodeIndex(encodeIndex([]))).toEqual([]);
  });

  it("that was torn off says where", () => {
    const bytes = encodeIndex([one]);
    for (const length of [0, 3, bytes.length - 1]) {
      expect(() => decodeIndex(bytes.slice(0, length), "i.dwi")).toThrow(
        expect.objectContaining({
          code: "recording-truncated",
          details: expect.objectContaining({ file: "i.dwi", offset: length }),
        }),
      );
    }
  });

  it.each([
    ["is no list", { rows: [] }],
    ["has a row that is no list", [row, 7]],
    ["has an empty row", [[]]],
    ...row.map((value, place): [string, unknown] => [
      `has another kind of value at place ${place} of a row`,
      [row, row.with(place, typeof value === "string" ? 1 : "1")],
    ]),
  ])("that %s is corrupt", (_, value) => {
    expect(decodeIndex(indexOf([row]), "i.dwi")).toHaveLength(1);
    expect(() => decodeIndex(indexOf(value), "i.dwi")).toThrow(expect.objectContaining(corrupt));
  });

  it("with more behind its end is corrupt", () => {
    const bytes = encodeIndex([one]);
    expect(() => decodeIndex(new Uint8Array([...bytes, 0]), "i.dwi")).toThrow(expect.objectContaining(corrupt));
  });
});

it("names of files tell what they are, and sort as their numbers do, also beyond eight digits", () => {
  const names = [segmentName(100_000_001), segmentName(99_999_999), segmentName(3)];
  expect(names).toEqual(["100000001.dwrec", "99999999.dwrec", "00000003.dwrec"]);
  expect(
    names
      .map((name) => ({ name }))
      .sort(bySequence)
      .map(({ name }) => name),
  ).toEqual(names.toReversed());
  expect(lastSegmentSequence([...names.map((name) => ({ name })), { name: "900000000.other" }])).toBe(100_000_001);
  expect(lastSegmentSequence([{ name: "index.dwi" }])).toBe(0);
  expect([...names, "3.dwrec", "x00000003.dwrec", "00000003.dwrec.x"].map(isSegmentName)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(
    [indexPartName(3), "index.dwi", "index-3.dwi", "xindex-00000003.dwi", "index-00000003.dwix"].map(isIndexName),
  ).toEqual([true, true, false, false, false]);
});
