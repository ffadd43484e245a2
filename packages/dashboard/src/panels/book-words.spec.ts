import { expect, it } from "vitest";
import { clockText } from "../numbers/format.js";
import { bookWords } from "./book-words.js";

const at = `As it was at ${clockText(5_000)}.`;

it.each([
  ["live", undefined, `Live. ${at}`],
  ["syncing", "connecting", `Syncing: a whole book is asked for. ${at}`],
  ["gapped", "gap", `Gap: an update is missing, resyncing. ${at}`],
  ["stale", "no-word-for-long", `Stale: nothing new comes (no word for long). ${at}`],
  ["crossed", "crossed", `Crossed: the best bid is not below the best ask. ${at}`],
  ["crossed", "", `Crossed: the best bid is not below the best ask. ${at}`],
  ["gapped", "connection-lost", `Gap: an update is missing, resyncing (connection lost). ${at}`],
] as const)("why a book that is %s for %o must not be taken for a live one", (status, reason, words) => {
  expect(bookWords({ status, receivedAtMs: 5_000, ...(reason === undefined ? {} : { reason }) })).toBe(words);
});

it("a book of which nothing has come yet has no time", () => {
  expect(bookWords({ status: "stale", receivedAtMs: 0 })).toBe("Stale: nothing new comes. Nothing has come yet.");
});
