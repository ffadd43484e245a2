import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { numbersOf } from "./event-numbers.js";
import { failuresOf, followProduct } from "./follow-product.js";
import { modelChecks, parseSearch } from "./models.js";
import { parseModelsOptions } from "./options.js";
import { checkModels } from "./run.js";

const silent = { out: () => undefined, err: () => undefined };
const isThere = spawnSync("spin", ["-V"]).status === 0;
// Debian's spin; CI installs it, so there it must be.
const isNeeded = isThere || process.env["CI"] !== undefined;

test.skipIf(!isNeeded)(
  "a model is sound, and both planted faults are found (skipped where spin is missing)",
  async () => {
    const folder = fileURLToPath(new URL("../../models/", import.meta.url));
    // The others take longer: the command checks them.
    const checks = modelChecks.filter(({ model, kind }) => kind === "fault" || (model === "join" && kind === "sound"));
    const { summary, failures } = await checkModels(folder, checks);
    expect(failures).toEqual([]);
    expect(summary).toMatchObject({ models: 1, errors: 0, plantedFound: 2, partsFound: 0 });
    expect(summary.states).toBeGreaterThan(100_000);
  },
);

test.skipIf(!isNeeded).each([
  ["a hand-over", "heir"],
  ["a former owner beside its heir", "former"],
  ["a channel whose events all count", "events"],
])("%s needs each of its parts (skipped where spin is missing)", async (_, name) => {
  const folder = fileURLToPath(new URL("../../models/", import.meta.url));
  const checks = modelChecks.filter(({ model, kind }) => model === name && kind === "part");
  const { summary, failures } = await checkModels(folder, checks);
  expect(failures).toEqual([]);
  expect(summary).toMatchObject({ models: 0, plantedFound: 0, partsFound: 3 });
});

test.skipIf(!isNeeded).each(["book", "halt"] as const)(
  "the %s's model is sound, and needs each of its parts (skipped where spin is missing)",
  async (name) => {
    const folder = fileURLToPath(new URL("../../models/", import.meta.url));
    const { summary, failures } = await checkModels(
      folder,
      modelChecks.filter(({ model }) => model === name),
    );
    expect(failures).toEqual([]);
    expect(summary).toMatchObject({ models: 1, errors: 0, partsFound: 2 });
  },
);

test.skipIf(!isNeeded).each(["book", "halt"] as const)(
  "what the product does is a path of the %s's model, and what code with a mistake does is none (skipped where spin is missing)",
  async (name) => {
    const folder = fileURLToPath(new URL("../../models/", import.meta.url));
    const followed = await followProduct(folder, [name], { count: 40, moves: 10, seed: 7 });
    expect(followed).toMatchObject({ histories: 40, historiesRefused: 0 });
    expect(followed.deviations).toBeGreaterThan(0);
    expect(followed.deviationsRefused).toBe(followed.deviations);
    expect(failuresOf(followed)).toEqual([]);
  },
);

test("says what is wrong with the product, and where it proved nothing", () => {
  const followed = { histories: 9, historiesRefused: 1, deviations: 3, deviationsRefused: 2 };
  expect(failuresOf(followed)).toEqual([
    "1 of 9 histories of the product are no paths of its models",
    "1 histories with a mistake are paths of a model",
  ]);
  const nothing = { histories: 9, historiesRefused: 0, deviations: 0, deviationsRefused: 0 };
  expect(failuresOf(nothing)).toEqual(["no history shows what is planted, so nothing was refused"]);
});

test("knows events by the numbers that the model gives them", () => {
  const numbers = numbersOf("#define PUBLISH 1\n#define LOSE 40 /* a message */\n");
  expect([numbers("PUBLISH"), numbers("LOSE")]).toEqual([1, 40]);
  expect(() => numbers("HOPE")).toThrow("no event HOPE");
});

test("reads what the checker says", () => {
  const words = "State-vector 84 byte, depth reached 85, errors: 0\n  71038 states, stored\n";
  expect(parseSearch(words)).toEqual({ states: 71_038, errors: 0, search: "whole" });
  expect(parseSearch(`error: max search depth too small\n${words}`).search).toBe("cut");
  expect(parseSearch(words.replace("errors: 0", "errors: 1"))).toMatchObject({ errors: 1, search: "whole" });
  expect(() => parseSearch("pan: out of memory")).toThrow("did not say");
});

test("reads its command line", () => {
  expect(parseModelsOptions(["--json"], silent)).toEqual({ summary: "json" });
  expect(parseModelsOptions([], silent)).toEqual({ summary: "text" });
  expect(parseModelsOptions(["--deep"], silent)).toEqual({ exitCode: 2 });
  expect(parseModelsOptions(["--help"], silent)).toEqual({ exitCode: 0 });
});
