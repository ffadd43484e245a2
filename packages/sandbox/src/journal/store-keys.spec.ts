import { expect, it } from "vitest";
import { chunkKey, descriptionKey, endOfNumbers, numberOf, pageKey, recordsKey, snapshotKey } from "./store-keys.js";

const hex = (key: Uint8Array): string => Buffer.from(key).toString("hex");

it("has keys that sort by kind, then by number, then by part", () => {
  const keys = [
    descriptionKey,
    pageKey(1),
    pageKey(255),
    pageKey(256),
    pageKey(2 ** 40),
    pageKey(endOfNumbers),
    chunkKey(1, 0),
    chunkKey(1, 256),
    chunkKey(2, 0),
    snapshotKey(1),
    recordsKey(0, 5),
    recordsKey(1, 0),
  ].map(hex);
  expect(keys.toSorted()).toEqual(keys);
  expect(new Set(keys).size).toBe(keys.length);
});

it("has the same bytes in every version, for stores are read again", () => {
  expect([descriptionKey, pageKey(258), chunkKey(1, 2), snapshotKey(3), recordsKey(4, 5)].map(hex)).toEqual([
    "000000000000000000",
    "010000000000000102",
    "02000000000000000100000002",
    "030000000000000003",
    "04000000000000000400000005",
  ]);
});

it("finds the number in a key, also where that is a part of other bytes", () => {
  expect(numberOf(pageKey(endOfNumbers))).toBe(Number.MAX_SAFE_INTEGER);
  const bytes = new Uint8Array(20);
  bytes.set(pageKey(77), 5);
  expect(numberOf(bytes.subarray(5, 14))).toBe(77);
});
