import { expect, it } from "vitest";
import { fileIn, isOwnFile, isRecordFile, isStateFile } from "./store-files.js";

const records = ["000005.ldb", "12.log", "7.sst"];
const lists = ["CURRENT", "MANIFEST-000004"];
const passing = ["LOCK", "LOG", "LOG.old", "000006.dbtmp"];
const marks = [".kept", ".kept.new", ".closed", ".closed.new"];
const strange = [
  "",
  "CURRENT.txt",
  "xCURRENT",
  "MANIFEST-",
  "MANIFEST-4x",
  "xMANIFEST-4",
  "x5.ldb",
  "5.ldbx",
  "5.txt",
  ".ldb",
  "LOGS",
  "xLOG",
  "LOCKED",
  "5.dbtmpx",
  "kept",
];

it("knows files that hold records, files that hold what is kept, and its own", () => {
  const all = [...records, ...lists, ...passing, ...marks, ...strange];
  expect(all.filter(isRecordFile)).toEqual(records);
  expect(all.filter(isStateFile)).toEqual([...records, ...lists]);
  expect(all.filter(isOwnFile)).toEqual([...records, ...lists, ...passing, ...marks]);
});

it.each([
  ["IO error: /a/000012.ldb: No such file", "000012.ldb"],
  ["Corruption: 34.log is damaged", "34.log"],
  ["CURRENT points to nothing", "CURRENT"],
  ["no MANIFEST-000007 here", "MANIFEST-000007"],
  ["5.sst", "5.sst"],
  ["the disk is full", undefined],
])("finds the file that a text is about: %s", (text, file) => {
  expect(fileIn(text)).toBe(file);
});
