import { expect, test } from "vitest";
import { shardOf } from "../plan/shard-plan.js";
import type { Beat } from "../wire/beat.js";
import { RowNames } from "./row-names.js";

const pair = "4BTC_USDT";

function beat(term: number, list: number, pairs?: readonly string[]): Beat {
  return {
    owner: "a",
    term,
    venueAgeMs: 0,
    list,
    pairs,
    rows: [{ relaySeq: term, status: "live" }],
  };
}

test("lists of the two newest terms are kept, whichever was told last", () => {
  const names = new RowNames(shardOf(pair));
  expect(names.read(beat(7, 1, [pair]))).toBe(true);
  names.read(beat(8, 1, [pair]));
  // The owner before opens one more channel.
  names.read(beat(7, 2, [pair]));
  names.read(beat(9, 1, [pair]));
  expect([7, 8, 9].map((term) => names.listOf(term))).toEqual([0, 1, 1]);
  expect(names.rowsOf(beat(8, 1))?.(pair)).toMatchObject({ relaySeq: 8 });
});

test("names of another shard's pairs are refused", () => {
  const names = new RowNames(shardOf(pair));
  const other = ["4ETH_USDT", "4SOL_USDT", "4XRP_USDT"].find((one) => shardOf(one) !== shardOf(pair)) as string;
  expect(names.read(beat(1, 1, [other]))).toBe(false);
  expect(names.rowsOf(beat(1, 1))).toBeUndefined();
});

test("rows of another number than the names are nobody's, until the names are told once more", () => {
  const names = new RowNames(shardOf(pair));
  const two = { ...beat(1, 1), rows: [1, 2].map((relaySeq) => ({ relaySeq, status: "live" as const })) };
  names.read(beat(1, 1, [pair]));
  expect(names.rowsOf(two)).toBeUndefined();
  expect(names.read({ ...two, pairs: [pair, `${pair}.deals`] })).toBe(true);
  expect(names.rowsOf(two)?.(pair)).toMatchObject({ relaySeq: 1 });
});
