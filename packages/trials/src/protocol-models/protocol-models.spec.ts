import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
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
    const folder = fileURLToPath(new URL("../../../relay/model/", import.meta.url));
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
  const folder = fileURLToPath(new URL("../../../relay/model/", import.meta.url));
  const checks = modelChecks.filter(({ model, kind }) => model === name && kind === "part");
  const { summary, failures } = await checkModels(folder, checks);
  expect(failures).toEqual([]);
  expect(summary).toMatchObject({ models: 0, plantedFound: 0, partsFound: 3 });
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
