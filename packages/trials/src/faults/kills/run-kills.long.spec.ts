import { seededRandom } from "@depthwire/testkit";
import { expect, it } from "vitest";
import type { BotNote } from "./bot-orders.js";
import { judge } from "./judge.js";
import { runKills } from "./run-kills.js";

/** More of them: `BOT_KILLS=200`. */
const kills = Number(process.env["BOT_KILLS"] ?? 4);
const maxMsEach = 30_000;

it(
  "a bot that is killed at any step and started again knows every order that it sent, and gets each fill",
  async () => {
    const count = await runKills({ kills, random: seededRandom(11) }, () => undefined);
    console.log(count);
    expect(count).toMatchObject({
      kills,
      wrong: 0,
      unknown: 0,
      fillsLost: 0,
      fillsDoubled: 0,
      haltsLost: 0,
      failures: [],
    });
    // At least the first traded; how many orders the others came to is the machine's business.
    expect(count.placed).toBeGreaterThan(2);
    expect(count.fills).toBeGreaterThan(0);
    expect(count.halts).toBe(Math.floor(kills / 4));
  },
  kills * maxMsEach,
);

const truth = [{ orderId: "1", clientOrderId: "a", fillIds: ["x", "y"] }];
const notes: readonly BotNote[] = [
  { note: "order", clientOrderId: "a", life: 1 },
  { note: "placed", clientOrderId: "a", orderId: "1" },
  { note: "fill", orderId: "1", fillId: "x", life: 1 },
  { note: "fill", orderId: "1", fillId: "y", life: 1 },
];

it("is able to fail", () => {
  expect(judge(notes, truth, 1)).toMatchObject({ wrong: 0, unknown: 0, fillsLost: 0, fillsAgain: 0, fillsDoubled: 0 });
  expect(judge(notes.slice(0, 1), truth, 1)).toMatchObject({ unknown: 1, fillsLost: 2 });
  expect(judge(notes, [], 1)).toMatchObject({ wrong: 1 });
  expect(judge([...notes, { note: "not-placed", clientOrderId: "a" }], truth, 1)).toMatchObject({ wrong: 1 });
  const again: BotNote = { note: "fill", orderId: "1", fillId: "y", life: 2 };
  expect(judge([...notes, again], truth, 1)).toMatchObject({ fillsAgain: 1, fillsDoubled: 0 });
  expect(judge([...notes, again, { ...again, fillId: "x" }], truth, 1)).toMatchObject({
    fillsAgain: 1,
    fillsDoubled: 1,
  });
  expect(judge([...notes, { note: "halted", life: 1 }], truth, 1)).toMatchObject({ halts: 1, haltsLost: 1 });
});
