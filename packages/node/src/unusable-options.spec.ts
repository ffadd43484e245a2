import { mkdtemp, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { connect } from "./connect.js";
import type { ConnectOptions } from "./connect-options.js";
import { createFileDeliveredStore } from "./store/file-delivered-store.js";
import { createFileIntentStore } from "./store/file-intent-store.js";

const here = { addresses: ["ws://127.0.0.1:1"], restAddress: "http://127.0.0.1:1" };

const invalid = (option: string): object =>
  expect.objectContaining({ code: "option-invalid", details: expect.objectContaining({ option }) });

const ofVenues: readonly (readonly [option: string, given: unknown])[] = [
  ["addresses", undefined],
  ["adresses", { ...here, adresses: [] }],
  ["record.directory", { ...here, record: {} }],
  ["record.directory", { ...here, record: { directory: "" } }],
  ["record.maxSegmentMs", { ...here, record: { directory: "x", maxSegmentMs: -1 } }],
  ["record.maxSegmentBytes", { ...here, record: { directory: "x", maxSegmentBytes: 0 } }],
  ["record", { ...here, record: "x" }],
  ["http.connections", { ...here, http: { connections: 0 } }],
  ["http.keepAliveMs", { ...here, http: { keepAliveMs: Number.NaN } }],
  ["socketLimits.maxMessageBytes", { ...here, socketLimits: { maxMessageBytes: -1 } }],
  ["proxy", { ...here, proxy: "nowhere" }],
];

it.each(ofVenues)("a venue is not opened with an unusable %s: %j", (option, given) => {
  expect(() => connect(given as ConnectOptions)).toThrowError(invalid(option));
});

it("a store is not opened without a path, or with a bound that is none, and leaves nothing", async () => {
  const directory = await mkdtemp(join(tmpdir(), "unusable-options-"));
  await expect(createFileIntentStore("")).rejects.toEqual(invalid("path"));
  const path = join(directory, "a");
  for (const keptFinished of [-1, Number.NaN]) {
    await expect(createFileIntentStore(path, { keptFinished })).rejects.toEqual(invalid("keptFinished"));
    await expect(createFileDeliveredStore(path, { keptOrders: keptFinished })).rejects.toEqual(invalid("keptOrders"));
  }
  await expect(createFileIntentStore(path, { kept: 1 } as object)).rejects.toEqual(invalid("kept"));
  expect(await readdir(directory)).toEqual([]);
});
