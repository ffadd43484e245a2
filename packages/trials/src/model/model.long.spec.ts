import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { parseModelOptions } from "./options.js";
import { describeModel, summariseModel } from "./report.js";
import { runModel } from "./run-model.js";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const silent = { out: () => undefined, err: () => undefined };

it("runs the model in a process of its own and gathers what happened", async () => {
  const summary = await runModel({ commands: 600, seed: 20_261_121, summary: "json" }, root);
  expect(summary.verdict).toBe("sound");
  expect(summary.commands).toBeGreaterThanOrEqual(2 * 600);
  expect(summary.ways.map(({ way }) => way)).toContain("in threads");
  expect(summary.compared).toBeGreaterThan(100);
}, 240_000);

it("reads its command line", () => {
  expect(parseModelOptions(["--commands", "500", "--seed", "7", "--json"], silent)).toEqual({
    commands: 500,
    seed: 7,
    summary: "json",
  });
  expect(parseModelOptions(["--commands", "0"], silent)).toEqual({ exitCode: 2 });
  expect(parseModelOptions(["--help"], silent)).toEqual({ exitCode: 0 });
});

it("shows a row a thing and a column a way", () => {
  const ways = [
    { way: "inline", commands: 10, happened: { compared: 4, "view live": 5 } },
    { way: "in threads", commands: 20, happened: { compared: 6 } },
  ];
  const summary = summariseModel(ways, 3, "sound");
  expect(summary).toMatchObject({ commands: 30, compared: 10, verdict: "sound" });
  expect(describeModel(summary).split("\n")).toEqual([
    "           inline  in threads",
    "commands       10          20",
    "compared        4           6",
    "view live       5           0",
    "30 commands, 10 live views compared, seed 3: sound",
  ]);
});
