import type { Venue } from "@depthwire/client";
import { VenueError } from "@depthwire/core";
import { coin, spot, usdt } from "@depthwire/schema";
import { fakeClock } from "@depthwire/testkit";
import { expect, it } from "vitest";
import { familyOf, isPair, KnownPairs } from "./known-pairs.js";
import { isTooFrequent, mayGoOutAgain, patiently } from "./patience.js";
import { ResultMemo } from "./result-memo.js";

/** What the venue lists, by operation; it refuses others. */
type Lists = ReadonlyMap<unknown, readonly string[]>;

function known(lists: Lists) {
  const clock = fakeClock();
  const asked: unknown[] = [];
  const now = { lists };
  const call = async (operation: unknown, params: unknown, options: unknown) => {
    asked.push([operation, params, options]);
    const list = now.lists.get(operation);
    if (list === undefined) {
      throw new Error("no list");
    }
    return list.map((pair) => ({ pair }));
  };
  return { clock, asked, now, pairs: new KnownPairs(() => ({ call }) as unknown as Venue["rest"], clock) };
}

it("the venue is asked once for each family of pairs, and again when a list that lacks a pair has grown old", async () => {
  const { clock, asked, now, pairs } = known(new Map([[usdt.getContracts, ["4BTC_USDT", "4ETH_USDT"]]]));
  expect(pairs.isListed("4BTC_USDT")).toBe(false);
  expect(pairs.nearest("4BTX_USDT")).toBeUndefined();
  expect(await Promise.all(["4BTC_USDT", "4XXX_USDT"].map((pair) => pairs.look(pair)))).toEqual([
    "listed",
    "not-listed",
  ]);
  expect(asked).toEqual([[usdt.getContracts, {}, { timeoutMs: 3_000 }]]);
  expect([pairs.isListed("4BTC_USDT"), pairs.isListed("4XXX_USDT"), pairs.nearest("4BTX_USDT")]).toEqual([
    true,
    false,
    "4BTC_USDT",
  ]);
  now.lists = new Map([[usdt.getContracts, ["4XXX_USDT"]]]);
  clock.advance(59_999);
  expect(await pairs.look("4XXX_USDT")).toBe("not-listed");
  expect(asked).toHaveLength(1);
  clock.advance(1);
  expect(await pairs.look("4BTC_USDT")).toBe("listed");
  expect(asked).toHaveLength(1);
  expect(await pairs.look("4XXX_USDT")).toBe("listed");
  expect([asked.length, pairs.isListed("4BTC_USDT")]).toEqual([2, false]);
});

it("a venue that cannot be asked lists nothing, and does not say that it lacks a pair, whatever it said before", async () => {
  const { clock, now, pairs } = known(new Map());
  expect(await pairs.look("4BTC_USDT")).toBe("not-known");
  now.lists = new Map([[usdt.getContracts, ["4ETH_USDT"]]]);
  expect(await pairs.look("4BTC_USDT")).toBe("not-listed");
  now.lists = new Map();
  clock.advance(60_000);
  expect(await pairs.look("4BTC_USDT")).toBe("not-known");
  expect(await pairs.look("4ETH_USDT")).toBe("listed");
});

it("each kind of pair has its own list", async () => {
  const { pairs } = known(
    new Map<unknown, string[]>([
      [coin.getContracts, ["5BTC_USD"]],
      [spot.getPairs, ["BTC_USDT"]],
    ]),
  );
  expect(await Promise.all(["5BTC_USD", "BTC_USDT", "4BTC_USDT"].map((pair) => pairs.look(pair)))).toEqual([
    "listed",
    "listed",
    "not-known",
  ]);
  expect(["4BTC_USDT", "5BTC_USD", "BTC_USDT"].map(familyOf)).toEqual(["usdt", "coin", "spot"]);
  expect(["4BTC_USDT", "5BTC_USD", "BTC_USDT", "nonsense", "", "4BTC.USDT"].map(isPair)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
});

it("a call that is too frequent is made again until its time is over, and no other failure is", async () => {
  const clock = fakeClock();
  const frequent = new VenueError({ venueCode: 2091, published: "" } as never);
  const other = new VenueError({ venueCode: 2040, published: "" } as never);
  expect([isTooFrequent(frequent), isTooFrequent(other), isTooFrequent(new Error("2091"))]).toEqual([
    true,
    false,
    false,
  ]);
  const atMs: number[] = [];
  const beganMs = clock.monotonicMs();
  const call = (failures: number, error: unknown) => async () => {
    atMs.push(clock.monotonicMs() - beganMs);
    if (atMs.length <= failures) {
      throw error;
    }
    return "done";
  };
  const made = patiently(clock, beganMs + 500, call(2, frequent));
  await clock.advanceAndSettle(250);
  await clock.advanceAndSettle(250);
  expect([await made, atMs.splice(0)]).toEqual(["done", [0, 250, 500]]);
  const late = patiently(clock, clock.monotonicMs() + 249, call(9, frequent));
  await expect(late).rejects.toBe(frequent);
  await expect(patiently(clock, clock.monotonicMs() + 9_000, call(9, other))).rejects.toBe(other);
  expect(atMs).toHaveLength(2);
  expect([usdt.placeOrder, usdt.getOrder, usdt.transferFunds].map(mayGoOutAgain)).toEqual([true, true, false]);
});

it("a result is made once of a state, and an answer once to a question, and no more than a hundred are kept", () => {
  const memo = new ResultMemo();
  const [state, other] = [{}, {}];
  let made = 0;
  const make = (): number => ++made;
  expect([
    memo.of(state, "a", make),
    memo.of(state, "a", make),
    memo.of(state, "b", make),
    memo.of(other, "a", make),
  ]).toEqual([1, 1, 2, 3]);
  const questions = Array.from({ length: 101 }, () => ({}));
  const answers = questions.map((question) => memo.answerTo(state, "q", question, make));
  expect(questions.map((question) => memo.answerTo(state, "q", question, make)).slice(0, 100)).toEqual(
    answers.slice(0, 100),
  );
  expect(memo.answerTo(state, "q", questions[100] as object, make)).toBeGreaterThan(answers[100] as number);
  const nothing = (): undefined => void made++;
  const before = made;
  const question = {};
  expect([memo.answerTo(other, "q", question, nothing), memo.answerTo(other, "q", question, nothing), made]).toEqual([
    undefined,
    undefined,
    before + 1,
  ]);
  for (const key of upTo(100)) {
    memo.of({}, key, make);
    memo.of(other, key, make);
  }
  const last = memo.of(other, "beyond", make);
  expect([memo.of(other, "beyond", make), memo.of(other, "0", make)]).toEqual([last + 1, expect.any(Number)]);
  const count = made;
  memo.of(other, "0", make);
  expect(made).toBe(count);
});

const upTo = (count: number): string[] => Array.from({ length: count }, (_, index) => String(index));
