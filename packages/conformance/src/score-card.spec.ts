import { expect, it } from "vitest";
import type { CaseResult } from "./case.js";
import { lineOf, scoreOf, taskNames, textOf } from "./score-card.js";

const result = (change: Partial<CaseResult>): CaseResult => {
  const strange = { count: 0, last: "" };
  return { task: "books", fault: "lost", rules: [4], compared: 10, findings: [], strange, ...change };
};
const wrong = { kind: "wrong-book", what: "ask 1 is wrong" } as const;
const old = { kind: "old-book", what: "1 s" } as const;
const strange = { count: 2, last: '{"book"' };

const results = [
  result({}),
  result({ fault: "swapped", rules: [3, 4], findings: [wrong, wrong, old], compared: 5 }),
  result({ fault: "late", rules: [14], findings: [wrong], strange }),
  result({ task: "orders", fault: "order-late", rules: [], compared: 1, strange }),
];

it("adds up what came of all cases", () => {
  expect(scoreOf(results)).toEqual({
    score: 50,
    cases: 4,
    passed: 2,
    compared: 26,
    rules: { 3: { passed: 0, cases: 1 }, 4: { passed: 1, cases: 2 }, 14: { passed: 0, cases: 1 } },
    findings: { "wrong-book": 2, "old-book": 1 },
    failed: [
      {
        task: "books",
        fault: "swapped",
        what: ["wrong-book: ask 1 is wrong", "wrong-book: ask 1 is wrong", "old-book: 1 s"],
      },
      {
        task: "books",
        fault: "late",
        what: ["wrong-book: ask 1 is wrong", 'not understood: 2 of its lines, the last "{\\"book\\""'],
      },
    ],
  });
});

it("rounds down, and nothing is no score", () => {
  expect(scoreOf([...results.slice(0, 2), result({})]).score).toBe(66);
  expect(scoreOf([])).toMatchObject({ score: 0, cases: 0, failed: [] });
});

it("says in a line what came of a case, and below it what was wrong", () => {
  expect(results.map(lineOf)).toEqual([
    "passed  books  lost  (10 compared)",
    "FAILED  books  swapped  (5 compared)\n    wrong-book: ask 1 is wrong\n    wrong-book: ask 1 is wrong\n    old-book: 1 s",
    'FAILED  books  late  (10 compared)\n    wrong-book: ask 1 is wrong\n    not understood: 2 of its lines, the last "{\\"book\\""',
    "passed  orders  order-late  (1 compared)",
  ]);
});

it("says the whole for a terminal, with every rule and kind of finding that came up", () => {
  expect(textOf(scoreOf(results)).split("\n")).toEqual([
    "score 50 %: 2 of 4 cases, 26 compared",
    "    0/1  rule 3: an update is not applied twice, and a counter that begins anew does not freeze the book",
    "    1/2  rule 4: a step of the counter by more than one is a gap",
    "    0/1  rule 14: silence is not liveness",
    "      2  wrong-book: A book was shown as live that the venue never had.",
    "      1  old-book: A book was still shown as live long after the venue had moved on.",
  ]);
  expect(taskNames).toBe("books, orders, fills");
});
