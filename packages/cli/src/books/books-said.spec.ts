import { expect, it } from "vitest";
import { plainText, styledText } from "../screen/layout.js";
import { textTranscript } from "../transcript.spec-kit.js";
import type { BookFacts } from "./book-facts.js";
import { bookScreen, levelsThatFit, screenText } from "./book-screen.js";
import { drawnLevels } from "./draw-books.js";
import { ladder, wholeLadder } from "./ladder.js";

const level = (price: string, quantity: string, total: string, share: number) => ({ price, quantity, total, share });

const live: BookFacts = {
  pair: "4BTC_USDT",
  status: "live",
  reason: undefined,
  bids: [level("47741.4", "1.5", "1.5", 0.3), level("47741.2", "5", "6.5", 1), level("47740.8", "0.25", "6.75", 0.05)],
  asks: [level("47741.8", "2", "2", 0.4), level("47742", "0.5", "2.5", 0.1)],
  spread: "0.4",
  mid: "47741.6",
  imbalance: "+23 %",
  seq: 1_234,
  lagMs: 3,
  perSecond: 9.96,
  mids: [1, 2, 3, 5, 8, 13, 21, 34, 33, 32],
};
const stale: BookFacts = {
  ...live,
  pair: "4ETH_USDT",
  status: "stale",
  reason: "the connection ended; the next one is scheduled",
};
const empty: BookFacts = {
  ...live,
  pair: "5BTC_USD",
  status: "syncing",
  bids: [],
  asks: [],
  spread: undefined,
  mid: undefined,
  imbalance: undefined,
  seq: undefined,
  lagMs: undefined,
  perSecond: undefined,
  mids: [],
};

it("one book on terminals of every width and height", async () => {
  const parts: string[] = [];
  for (const facts of [live, stale, empty]) {
    for (const columns of [120, 80, 60, 50, 44, 43, 30, 20, 15, 8]) {
      parts.push(`${columns} by 24`, screenText(ladder(facts, { columns, rows: 24 })));
    }
    for (const rows of [9, 8, 7, 6, 5, 3, 2, 1]) {
      parts.push(`80 by ${rows}`, screenText(ladder(facts, { columns: 80, rows })));
    }
    parts.push(screenText(wholeLadder(facts, 80)), screenText(wholeLadder(facts, 30)));
  }
  await textTranscript("book-ladders", parts);
});

it("many books: ladders beside each other while there is room, then a table, those that are not live first", async () => {
  const books = [live, stale, empty];
  const many = Array.from({ length: 9 }, (_, index) => ({ ...live, pair: `4C${index}_USDT` }));
  const parts: string[] = [];
  for (const [columns, rows] of [
    [200, 40],
    [100, 40],
    [100, 26],
    [100, 25],
    [100, 24],
    [60, 40],
    [60, 12],
    [44, 12],
    [43, 12],
    [20, 12],
    [12, 4],
    [80, 3],
    [80, 2],
    [80, 1],
  ] as const) {
    parts.push(`${columns} by ${rows}`, screenText(bookScreen(books, { columns, rows })));
  }
  for (const rows of [12, 11, 10, 9, 5]) {
    parts.push(`nine, 100 by ${rows}`, screenText(bookScreen(many, { columns: 100, rows })));
    parts.push(`twelve, 100 by ${rows}`, screenText(bookScreen([...many, ...books], { columns: 100, rows })));
  }
  parts.push("nothing", screenText(bookScreen([], { columns: 80, rows: 24 })));
  await textTranscript("book-screens", parts);
});

it("colours say what is live, which side is which, and what is not the present", async () => {
  const books = [live, stale, empty];
  await textTranscript("book-colours", [
    ...books.flatMap((facts) => [
      ladder(facts, { columns: 80, rows: 12 }).map(styledText).join("\n"),
      ladder(facts, { columns: 30, rows: 12 }).map(styledText).join("\n"),
      ladder(facts, { columns: 30, rows: 1 }).map(styledText).join("\n"),
      ladder(facts, { columns: 6, rows: 4 }).map(styledText).join("\n"),
    ]),
    bookScreen(books, { columns: 140, rows: 8 }).map(styledText).join("\n"),
    bookScreen(books, { columns: 40, rows: 8 }).map(styledText).join("\n"),
  ]);
});

it("so many levels are asked for as there may be room for", () => {
  const levels = (books: number, columns: number, rows: number) => levelsThatFit(books, { columns, rows });
  expect([levels(1, 80, 24), levels(1, 80, 5), levels(1, 80, 1), levels(2, 100, 24), levels(2, 60, 24)]).toEqual([
    20, 3, 1, 20, 1,
  ]);
  expect([levels(4, 100, 25), levels(4, 100, 24), levels(9, 80, 24)]).toEqual([8, 1, 1]);
  expect([drawnLevels(1), drawnLevels(3), drawnLevels(50)]).toEqual([200, 66, 10]);
  expect(plainText([])).toBe("");
});
