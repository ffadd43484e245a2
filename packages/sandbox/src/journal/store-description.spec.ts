import { expect, it } from "vitest";
import { journalSettings } from "../spec-support/journal-settings.js";
import { sealText } from "../store/sealed-text.js";
import {
  compareSettings,
  describeStore,
  formatVersion,
  readDescription,
  type StoreSettings,
} from "./store-description.js";

const described = describeStore(journalSettings);

it("says what the store is, and with which settings it began", () => {
  expect(described).toEqual({ program: "depthwire-sandbox", version: formatVersion, ...journalSettings });
  expect(readDescription("kept", sealText(JSON.stringify(described)))).toEqual(described);
});

it("takes other words for none of a store's", () => {
  for (const text of [JSON.stringify({ ...described, program: "other" }), "{}"]) {
    expect(readDescription("kept", sealText(text))).toBeUndefined();
  }
  expect(readDescription("kept", JSON.stringify(described))).toBeUndefined();
});

it("refuses a store of another version", () => {
  for (const version of [formatVersion - 1, formatVersion + 1]) {
    const text = sealText(JSON.stringify({ ...described, version }));
    const refused = { code: "store-version", details: { directory: "kept", version } };
    expect(() => readDescription("kept", text)).toThrow(expect.objectContaining(refused));
  }
  const { version: _, ...unversioned } = described;
  expect(() => readDescription("kept", sealText(JSON.stringify(unversioned)))).toThrow(
    expect.objectContaining({ details: { directory: "kept", version: 0 } }),
  );
});

it.each<[keyof StoreSettings, Partial<StoreSettings>, string]>([
  ["seed", { seed: 2 }, "seed 1"],
  ["pairs", { pairs: ["4BTC_USDT"] }, `pairs ${journalSettings.pairs.join(",")}`],
  ["clientIds", { clientIds: "unique" }, "clientIds repeatable"],
  ["ids", { ids: "large" }, "ids small"],
  ["source", { source: "feed" }, "source agents"],
])("refuses another %s, and says what to start with", (option, changes, words) => {
  const settings = { ...journalSettings, ...changes };
  expect(() => compareSettings("kept", journalSettings, settings)).toThrow(
    expect.objectContaining({
      code: "store-settings",
      details: { directory: "kept", option },
      message: expect.stringContaining(words),
    }),
  );
});

it("refuses other terms, and takes the same ones", () => {
  const settings = { ...journalSettings, terms: { ...journalSettings.terms, fundingPeriodMs: 1 } };
  expect(() => compareSettings("kept", journalSettings, settings)).toThrow(
    expect.objectContaining({ details: { directory: "kept", option: "terms" } }),
  );
  expect(() => compareSettings("kept", described, journalSettings)).not.toThrow();
});
