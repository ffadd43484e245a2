import { expect, it } from "vitest";
import { type DataOptions, dataSettingsOf } from "./data-options.js";

it("keeps nothing where no directory is named", () => {
  expect(dataSettingsOf({})).toBeUndefined();
  expect(dataSettingsOf({ durability: "machine", maxReplayMs: 0, dataAtLeast: 0 })).toBeUndefined();
});

it("has the usual settings for a directory", () => {
  expect(dataSettingsOf({ dataDirectory: "kept" })).toEqual({
    directory: "kept",
    durability: "process",
    history: "trim",
    maxReplayMs: 150,
    largeVenue: 4000,
    olderState: "refuse",
    atLeast: 0,
    observe: expect.any(Function),
  });
});

it("takes what it is given, up to the bounds", () => {
  const given = { durability: "relaxed", maxReplayMs: 1, largeVenue: 0, olderState: "accept" } as const;
  const observe = (): void => {};
  const options = { ...given, dataDirectory: "kept", journalHistory: "keep", journalObserver: observe } as const;
  expect(dataSettingsOf({ ...options, dataAtLeast: 5 })).toEqual({
    ...given,
    directory: "kept",
    history: "keep",
    atLeast: 5,
    observe,
  });
  expect(dataSettingsOf({ dataDirectory: "kept", maxReplayMs: 60_000 })).toMatchObject({ maxReplayMs: 60_000 });
});

const together = "given together with a data directory";
const kept = { dataDirectory: "kept" };

it.each<[DataOptions, string, string]>([
  [{ durability: "none" as "process" }, "durability", "one of relaxed, process, machine"],
  [{ dataAtLeast: 1 }, "dataAtLeast", together],
  [{ olderState: "accept" }, "olderState", together],
  [{ dataDirectory: "" }, "dataDirectory", "the name of a directory"],
  [{ ...kept, maxReplayMs: 0 }, "maxReplayMs", "an integer from 1 to 60000"],
  [{ ...kept, maxReplayMs: 60_001 }, "maxReplayMs", "an integer from 1 to 60000"],
  [{ ...kept, maxReplayMs: 1.5 }, "maxReplayMs", "an integer from 1 to 60000"],
  [{ ...kept, largeVenue: -1 }, "largeVenue", "an integer from 0"],
  [{ ...kept, largeVenue: 0.5 }, "largeVenue", "an integer from 0"],
  [{ ...kept, dataAtLeast: -1 }, "dataAtLeast", "an integer from 0"],
  [{ ...kept, dataAtLeast: 0.5 }, "dataAtLeast", "an integer from 0"],
])("says what an option must be: %j", (options, option, rule) => {
  const refused = { code: "option-invalid", details: { option, rule } };
  expect(() => dataSettingsOf(options)).toThrow(expect.objectContaining(refused));
});
