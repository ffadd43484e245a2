import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { exampleFolder, startExample } from "./program.spec-kit.js";

const examples = readdirSync(fileURLToPath(new URL("../../../../docs/examples/", import.meta.url)));
const programs = examples.filter((name) => name.endsWith(".ts")).map((name) => name.slice(0, -".ts".length));

/** Starts a program with arguments that it must refuse; what it said. */
async function refused(name: string, ...args: readonly string[]): Promise<readonly string[]> {
  const run = await startExample(name, args, await exampleFolder());
  await run.ended(1);
  return run.lines;
}

/** Something that a person can read in one go, and no stack. */
function expectPlainWords(lines: readonly string[], words: RegExp): void {
  expect(lines.join("\n")).toMatch(words);
  expect(lines.filter((line) => /^ {4}at |^\s*\^|^node:internal|^Node\.js v/.test(line))).toEqual([]);
  expect(lines.length).toBeLessThanOrEqual(3);
}

describe.each(programs)("%s.ts says in plain words, and with exit code 1,", (name) => {
  it("that it does not know an option", async () => {
    expectPlainWords(await refused(name, "--no-such-option", "1"), /--no-such-option/);
  });
});

describe.each(programs.filter((name) => !["relay-consumer", "replay-backtest", "paper-trade"].includes(name)))(
  "%s.ts says in plain words, and with exit code 1,",
  (name) => {
    it("that an address is none", async () => {
      expectPlainWords(await refused(name, "--push", "no address"), /addresses/);
    });
  },
);

it.each(["grid", "liquidation-watcher", "place-and-resolve", "quote-both-sides", "take-profit-stop-loss"])(
  "%s.ts says in plain words which key it cannot read, and what REST address is none",
  async (name) => {
    expectPlainWords(await refused(name, "--key", "nowhere.json"), /nowhere\.json/);
    expectPlainWords(await refused(name, "--rest", "no address"), /restAddress/);
  },
);

it.each([
  ["follow-a-book", "--states"],
  ["funding-collector", "--every"],
  ["grid", "--levels"],
  ["liquidation-watcher", "--near"],
  ["place-and-resolve", "--tolerance-ms"],
  ["quote-both-sides", "--seconds"],
  ["recorder", "--seconds"],
  ["relay-consumer", "--seconds"],
  ["spot-contract-arbitrage", "--min-bps"],
  ["take-profit-stop-loss", "--seconds"],
])("%s.ts says in plain words that %s is no number", async (name, option) => {
  expectPlainWords(await refused(name, option, "soon"), new RegExp(`${option}.*number`));
});

it("replay-backtest.ts and paper-trade.ts say in plain words what there is not", async () => {
  expectPlainWords(await refused("replay-backtest", "nowhere"), /nowhere/);
  expectPlainWords(await refused("paper-trade", "nowhere.ndjson"), /nowhere\.ndjson/);
  expectPlainWords(await refused("paper-trade", "x.ndjson", "--queue", "first"), /--queue.*behind-all/);
});
